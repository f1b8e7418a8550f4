"""check_modules.py finds each kind of wrong include in a small tree, and accepts a valid tree."""
import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(__file__), "../../scripts/check_modules.py")

MODULES = """
glm = glm/*
posix = unistd.h sys/*
clock = chrono
collision/core: | glm
collision/geometry: collision/core
engine/draw: collision/* | clock
app: app/* engine/draw
app/labs: engine/*
tests: * | *
bench: collision/core
"""

TREE = {
    "collision/core/a.hpp": '#pragma once\n#include <glm/vec3.hpp>\n#include <vector>\n',
    "collision/geometry/b.hpp": '#pragma once\n#include "collision/core/a.hpp"\n',
    "engine/draw/c.cpp": '#include "collision/geometry/b.hpp"\n#include <chrono>\n#include <cstdint>\n',
    "app/main.cpp": '#include "app/labs/lab.hpp"\n',
    "app/labs/lab.hpp": "#pragma once\n",
    "tests/engine/draw/c_test.cpp": '#include "collision/core/a.hpp"\n#include <unistd.h>\n',
    "bench/one.cpp": "int x;\n",
}


class CheckModulesTest(unittest.TestCase):
    def run_on(self, changes=None, modules=MODULES):
        """Writes the tree with `changes` (path -> text; None removes the file) and returns (exit status, output)."""
        with tempfile.TemporaryDirectory() as root:
            files = {**TREE, "docs/modules.txt": modules, **(changes or {})}
            for path, text in files.items():
                if text is not None:
                    os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                    with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                        file.write(text)
            done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True, check=False)
            self.assertEqual(done.stderr, "")
            return done.returncode, done.stdout

    def assert_caught(self, *expected, changes=None, modules=MODULES):
        status, output = self.run_on(changes, modules)
        self.assertEqual(status, 1, output)
        for piece in expected:
            self.assertIn(piece, output)

    def test_right_tree_passes(self):
        status, output = self.run_on()
        self.assertEqual((status, output), (0, "7 files keep to their modules\n"))

    def test_include_of_a_module_that_is_not_listed(self):
        self.assert_caught("collision/core/x.cpp:2: module collision/core may not include module engine/draw",
                           changes={"collision/core/x.cpp": '\n#  include "engine/draw/d.hpp"\n', "engine/draw/d.hpp": ""})

    def test_include_from_a_subfolder_of_a_module(self):
        self.assert_caught("collision/core/detail/x.hpp:1: module collision/core may not include module collision/geometry",
                           changes={"collision/core/detail/x.hpp": '#include "collision/geometry/b.hpp"\n'})

    def test_library_that_the_module_may_not_see(self):
        self.assert_caught("collision/geometry/x.hpp:1: module collision/geometry may not see glm (<glm/vec2.hpp>)",
                           changes={"collision/geometry/x.hpp": "#include <glm/vec2.hpp>\n"})
        self.assert_caught("may not see clock (<chrono>)", changes={"collision/core/x.cpp": "#include <chrono>\n"})
        self.assert_caught("may not see posix (<sys/wait.h>)", changes={"bench/x.cpp": "#include <sys/wait.h>\n"})

    def test_unknown_library(self):
        self.assert_caught("engine/draw/x.cpp:3: <boost/any.hpp> belongs to no library",
                           changes={"engine/draw/x.cpp": "/* two\nlines */\n#include <boost/any.hpp>\n"})

    def test_file_in_no_module(self):
        self.assert_caught("collision/new/x.hpp:1: lies in no module", changes={"collision/new/x.hpp": ""})
        self.assert_caught("app/new/x.hpp:1: lies in no module", changes={"app/new/x.hpp": ""})
        self.assert_caught("bench/one.cpp:1: lies in no module", modules=MODULES.replace("bench: collision/core", ""))

    def test_include_of_a_file_in_no_module(self):
        self.assert_caught('engine/draw/x.cpp:1: "scripts/x.hpp" lies in no module',
                           changes={"engine/draw/x.cpp": '#include "scripts/x.hpp"\n', "scripts/x.hpp": ""})

    def test_include_that_does_not_resolve(self):
        self.assert_caught('engine/draw/x.cpp:1: "collision/core/gone.hpp" does not exist',
                           changes={"engine/draw/x.cpp": '#include "collision/core/gone.hpp"\n'})
        self.assert_caught('collision/core/x.cpp:1: write "a.hpp" from the root of the project: "collision/core/a.hpp"',
                           changes={"collision/core/x.cpp": '#include "a.hpp"\n'})
        self.assert_caught("use quotes instead of <collision/core/a.hpp>",
                           changes={"collision/core/x.cpp": "#include <collision/core/a.hpp>\n"})

    def test_include_that_cannot_be_read(self):
        self.assert_caught("collision/core/x.cpp:1: an include that cannot be checked",
                           changes={"collision/core/x.cpp": "#include SOME_HEADER\n"})
        self.assert_caught("an include that cannot be checked",
                           changes={"collision/core/x.cpp": "#include_next <vector>\n"})

    def test_comments_and_strings_do_not_count(self):
        code = '// #include "gone.hpp"\n/*\n#include "gone.hpp"\n*/\nconst char* s = R"(\n#include "gone.hpp"\n)";\n'
        status, output = self.run_on({"collision/core/x.cpp": code})
        self.assertEqual(status, 0, output)
        self.assert_caught("x.cpp:2:", changes={"collision/core/x.cpp": 'const char* s = "/*";\n#include "gone.hpp"\n'})

    def test_cycles(self):
        self.assert_caught("modules in a cycle: collision/core -> collision/geometry -> collision/core",
                           modules=MODULES.replace("collision/core: |", "collision/core: collision/geometry |"))
        self.assert_caught("files include each other: collision/core/x.hpp -> collision/core/y.hpp -> collision/core/x.hpp",
                           changes={"collision/core/x.hpp": '#include "collision/core/y.hpp"\n',
                                    "collision/core/y.hpp": '#include "collision/core/x.hpp"\n'})
        self.assert_caught("modules include each other: collision/geometry -> collision/core -> collision/geometry",
                           changes={"collision/core/x.hpp": '#include "collision/geometry/b.hpp"\n'})

    def test_errors_in_the_list_of_modules(self):
        self.assert_caught("module engine/gone has no folder", modules=MODULES + "engine/gone:\n")
        self.assert_caught("engine/draw may include collisoin/*, which is no module",
                           modules=MODULES.replace("engine/draw: collision/*", "engine/draw: collisoin/* collision/*"))
        self.assert_caught("may see glmm, which is no library", modules=MODULES.replace("| glm", "| glm glmm"))
        self.assert_caught("docs/modules.txt:12: neither", modules=MODULES + "engine/draw\n")
        self.assert_caught("bench is listed twice", modules=MODULES + "bench: collision/core\n")
        self.assert_caught("docs/modules.txt", changes={"docs/modules.txt": None})


if __name__ == "__main__":
    unittest.main()
