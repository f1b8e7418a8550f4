"""No two types of a namespace have the same name: the linker would silently use the functions of one type for both."""
import collections
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = ({"collision", "engine", "app"}, {"collision", "engine", "bench/experiments", "bench/program"})


def files_of(folder):
    for path, _, names in os.walk(os.path.join(ROOT, folder)):
        yield from (os.path.join(path, name) for name in names if name.endswith((".hpp", ".cpp")))


def types_in(text):
    """(namespace, name) of each class, struct and enumeration that other files may see, without specializations."""
    namespaces = []
    for line in text.splitlines():
        opened = re.match(r"(?:inline )?namespace( [\w:]+)? \{", line)
        if opened:
            namespaces.append((opened[1] or "<local>").strip())
        elif re.match(r"\} // namespace", line) and namespaces:
            namespaces.pop()
        elif namespaces and "<local>" not in namespaces:
            defined = re.match(r"(?:struct|class|enum class)(?: alignas\([^)]*\))? (\w+)(?: final)?(?: : [^;]*)? \{", line)
            if defined:
                yield "::".join(namespaces), defined[1]


class OneDefinitionTest(unittest.TestCase):
    def test_no_two_types_share_a_name(self):
        for folders in PROGRAMS:
            places = collections.defaultdict(set)
            for folder in folders:
                for path in files_of(folder):
                    with open(path, encoding="utf-8") as file:
                        for of_type in types_in(file.read()):
                            places[of_type].add(os.path.relpath(path, ROOT))
            self.assertGreater(len(places), 300)
            twice = {"::".join(name): sorted(files) for name, files in places.items() if len(files) > 1}
            self.assertEqual(twice, {})

    def test_only_types_that_other_files_may_see_are_listed(self):
        text = "namespace boxwood {\nnamespace {\nstruct Local {\n};\n} // namespace\nstruct Twin : Base {\n};\n} // namespace boxwood\n"
        self.assertEqual(list(types_in(text)), [("boxwood", "Twin")])


if __name__ == "__main__":
    unittest.main()
