"""The examples run to the end; they contain their own assertions."""
import pathlib
import runpy

import pytest

EXAMPLES = sorted((pathlib.Path(__file__).resolve().parents[2] / "examples/python").glob("*.py"))


def test_there_are_examples():
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [str(path)])
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out.strip()


def test_the_robot_refuses_a_sliding_joint(monkeypatch, tmp_path):
    path = next(path for path in EXAMPLES if path.stem == "robot_table")
    text = runpy.run_path(str(path))["ROBOT"].replace('name="elbow" type="revolute"', 'name="elbow" type="prismatic"')
    (tmp_path / "slide.urdf").write_text(text)
    monkeypatch.setattr("sys.argv", [str(path), str(tmp_path / "slide.urdf")])
    with pytest.raises(SystemExit, match="elbow: unsupported joint"):
        runpy.run_path(str(path), run_name="__main__")
