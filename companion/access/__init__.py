"""Who comes and goes at one table, and who may do what.

Decides only: it knows no pages and no requests.
"""
