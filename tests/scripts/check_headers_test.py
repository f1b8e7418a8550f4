"""check_headers.py finds headers that rely on what other files include, and checks again after a change."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(__file__), "../../scripts/check_headers.py")
COMPILER = os.environ.get("CXX") or shutil.which("c++") or "g++"


class CheckHeadersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.realpath(folder.name)
        self.write("collision/core/a.cpp", '#include <vector>\n#include "collision/core/a.hpp"\n')
        self.write("collision/core/a.hpp", "#pragma once\n#include <vector>\ninline std::vector<int> a() { return {}; }\n")
        self.write("engine/draw/b.hpp", '#pragma once\n#include "collision/core/a.hpp"\ninline int b() { return a()[0]; }\n')
        self.configure(f"{COMPILER} -I{self.root} -std=c++20 -Wall -Werror -o x.o -c {self.root}/collision/core/a.cpp")

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def configure(self, command):
        self.write("build/compile_commands.json", json.dumps(
            [{"directory": self.root, "file": "collision/core/a.cpp", "command": command}]))

    def check(self, *options, **environment):
        done = subprocess.run([sys.executable, SCRIPT, os.path.join(self.root, "build"), "--root", self.root, *options],
                              capture_output=True, text=True, check=False, env={**os.environ, **environment})
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_caught(self, header, words="does not compile alone"):
        status, output = self.check()
        self.assertEqual(status, 1, output)
        self.assertIn(f"{header}:1: {words}", output)

    def test_right_tree_passes(self):
        self.assertEqual(self.check(), (0, "2 headers compile alone\n"))

    def test_missing_include(self):
        self.write("collision/core/bad.hpp", "#pragma once\ninline std::string bad() { return {}; }\n")
        self.assert_caught("collision/core/bad.hpp")

    def test_missing_include_in_a_folder_without_sources(self):
        self.write("engine/draw/bad.hpp", "#pragma once\ninline std::string bad() { return {}; }\n")
        self.assert_caught("engine/draw/bad.hpp")

    def test_missing_include_guard(self):
        self.write("collision/core/bad.hpp", "// What: nothing.\n\nstruct Twice {};\n")
        self.assert_caught("collision/core/bad.hpp", "its first line is not")

    def test_headers_that_the_build_compiles_first_are_not_compiled_again(self):
        self.write("collision/core/a.cpp", '// Why.\n#include "collision/core/a.hpp"\n')
        self.write("collision/core/a.hpp", "#pragma once\n#error the build has said this already\n")
        self.write("engine/draw/b.hpp", "#pragma once\n")
        self.assertEqual(self.check(), (0, "2 headers compile alone\n"))

    def test_headers_that_include_each_other_are_compiled(self):
        self.write("engine/draw/c.hpp", '#pragma once\n#include "engine/draw/d.hpp"\ninline std::string c() { return {}; }\n')
        self.write("engine/draw/d.hpp", '#pragma once\n#include "engine/draw/c.hpp"\n')
        status, output = self.check()
        self.assertEqual(status, 1, output)
        self.assertIn("does not compile alone", output)

    def test_a_header_that_includes_a_failing_header_fails(self):
        self.write("engine/draw/c.hpp", "#pragma once\ninline std::string c() { return {}; }\n")
        self.write("engine/draw/d.hpp", '#pragma once\n#include "engine/draw/c.hpp"\n')
        self.assert_caught("engine/draw/d.hpp")

    def test_a_header_that_needs_what_is_included_before_it(self):
        self.write("engine/draw/c.hpp", "#pragma once\n#include <string>\n")
        self.write("engine/draw/d.hpp", "#pragma once\ninline std::string d() { return {}; }\n")
        self.write("engine/draw/e.hpp", '#pragma once\n#include "engine/draw/c.hpp"\n#include "engine/draw/d.hpp"\n')
        self.assert_caught("engine/draw/d.hpp")

    def test_a_header_that_needs_what_is_declared_before_its_include(self):
        self.write("engine/draw/c.hpp", '#pragma once\n#include <string>\nusing Text = std::string;\n'
                                        '#include "engine/draw/d.hpp"\n')
        self.write("engine/draw/d.hpp", "#pragma once\ninline Text d() { return {}; }\n")
        self.assert_caught("engine/draw/d.hpp")

    def test_the_failing_header_of_a_chain_is_named(self):
        self.write("engine/draw/c.hpp", "#pragma once\n#error this one\n")
        self.write("engine/draw/d.hpp", '#pragma once\n#include <vector>\n#include "engine/draw/b.hpp"\n'
                                        '#include "engine/draw/c.hpp"\n')
        status, output = self.check()
        self.assertEqual(status, 1, output)
        self.assertIn("engine/draw/c.hpp", output)
        self.assertNotIn("engine/draw/b.hpp:1: ", output)

    def test_warnings_of_the_module_count(self):
        self.write("collision/core/bad.hpp", "#pragma once\ninline int bad() { int unused; return 0; }\n")
        self.assert_caught("collision/core/bad.hpp")

    def test_checks_again_if_an_included_file_has_changed(self):
        self.assertEqual(self.check()[0], 0)
        self.write("collision/core/a.hpp", "#pragma once\ninline int a() { return 1; }\n")
        self.assert_caught("engine/draw/b.hpp")
        self.assert_caught("engine/draw/b.hpp")

    def test_checks_again_if_flags_have_changed(self):
        self.write("collision/core/c.hpp", "#pragma once\n#ifdef BROKEN\n#error broken\n#endif\n")
        self.assertEqual(self.check()[0], 0)
        self.configure(f"{COMPILER} -DBROKEN -I{self.root} -std=c++20 -c collision/core/a.cpp")
        self.assert_caught("collision/core/c.hpp")

    def test_a_sample_contains_every_installed_header(self):
        self.write("collision/core/bad.hpp", "#pragma once\ninline std::string bad() { return {}; }\n")
        status, output = self.check("--sample", "1000000000")
        self.assertEqual(status, 1, output)
        self.assertIn("collision/core/bad.hpp", output)

    def test_a_sample_leaves_out_other_headers_but_not_in_a_long_run(self):
        self.write("engine/draw/bad.hpp", "#pragma once\ninline std::string bad() { return {}; }\n")
        status, output = self.check("--sample", "1000000000")
        self.assertEqual((status, output.split()[:3]), (0, ["no", "header", "fails"]))
        status, output = self.check("--sample", "1000000000", BOXWOOD_LONG_TESTS="1")
        self.assertEqual(status, 1, output)
        self.assertIn("engine/draw/bad.hpp", output)

    def test_a_build_folder_without_commands_is_an_error(self):
        self.write("build/compile_commands.json", "[]")
        self.assertEqual(self.check()[0], 1)
        os.remove(os.path.join(self.root, "build/compile_commands.json"))
        self.assertEqual(self.check()[0], 1)


if __name__ == "__main__":
    unittest.main()
