"""Sheets that families print: papers, cut lines, letters that fit, and how they are written."""
