"""`python -m hardware.papers` draws the sheets anew, and writes the tables of parts."""

from hardware.papers.bill import HARDWARE, pages, written
from hardware.papers.sheets import sheets

for name, svg in sheets().items():
    (HARDWARE / "papers" / name).write_text(svg, encoding="utf-8")
for page in pages():
    file = HARDWARE / page.file
    file.write_text(written(file.read_text(encoding="utf-8"), page), encoding="utf-8")
