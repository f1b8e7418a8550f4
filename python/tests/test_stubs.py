"""The type stubs declare exactly the names of the compiled module."""
import ast
import pathlib

import boxwood
from boxwood import _boxwood

STUB = pathlib.Path(__file__).parent.parent / "boxwood" / "_boxwood.pyi"
# Names that only the stub declares: types of arguments and of dictionaries.
ONLY_TYPES = {"PoseLike", "Distances", "RayHits"}


def members(tree):
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
        elif isinstance(node, ast.Assign):
            names.update(target.id for target in node.targets)
    return names


def test_the_stub_declares_the_names_of_the_module():
    tree = ast.parse(STUB.read_text())
    public = {name for name in vars(_boxwood) if not name.startswith("_")} | {"__version__"}
    assert members(tree) - ONLY_TYPES == public


def test_the_stub_declares_the_members_of_each_class():
    for node in ast.parse(STUB.read_text()).body:
        if not isinstance(node, ast.ClassDef) or node.name in ONLY_TYPES | {"Error"}:
            continue
        ignored = ("__init__", "__hash__", "__bool__", "__len__", "__contains__")
        stub = {name for name in members(node) if name not in ignored}
        real = {name for name in vars(getattr(_boxwood, node.name)) if not name.startswith("_") and name != "name" and name != "value"}
        if node.name in ("Distance",):
            real.add("value")
        assert stub == real, node.name


def test_all_is_complete():
    assert set(boxwood.__all__) == {name for name in vars(boxwood) if not name.startswith("_")} - {
        "collision_manager", "program"} | {"__version__"}
