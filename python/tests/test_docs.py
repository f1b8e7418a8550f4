"""The programs in docs/python.md run unchanged."""
import pathlib
import re
import subprocess
import sys

import pytest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_program(number):
    done = subprocess.run([sys.executable, "-c", PROGRAMS[number]], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "True" in done.stdout


def test_there_are_programs():
    assert len(PROGRAMS) == 2
