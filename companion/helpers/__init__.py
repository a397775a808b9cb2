"""What lives beside the table with rights of its own, each a service, and tells the table in
sentences: the table itself gets none of these rights.
"""
