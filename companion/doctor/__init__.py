"""Says whether this machine can run the table, and what to do where it cannot.

`examine` looks, `checks` only thinks; nothing is changed.
"""

from companion.doctor.checks import Finding as Finding
from companion.doctor.checks import Standing as Standing
from companion.doctor.checks import as_json as as_json
from companion.doctor.checks import checks as checks
from companion.doctor.checks import is_fit as is_fit
from companion.doctor.checks import report as report
from companion.doctor.looking import examine as examine
from companion.doctor.readings import Device as Device
from companion.doctor.readings import Pins as Pins
from companion.doctor.readings import Readings as Readings
