"""Keeps the build fast: few files include the types of all hierarchies, public headers include little, and only one
file includes nlohmann/json, and only one CLI11."""
import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TYPES = "collision/query/dispatch/hierarchy_types.hpp"
QUERY = "collision/query/mesh_query.hpp"
WORLD = "collision/world/collision_world.hpp"


def headers_of(path, found):
    """The project's headers that a file includes, directly or indirectly."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        for header in re.findall(r'^#include "([^"]+)"', file.read(), re.M):
            if header not in found and os.path.exists(os.path.join(ROOT, header)):
                found.add(header)
                headers_of(header, found)
    return found


def files(folders, endings):
    for folder in folders:
        for path, _, names in os.walk(os.path.join(ROOT, folder)):
            yield from (os.path.relpath(os.path.join(path, name), ROOT) for name in names if name.endswith(endings))


def sources():
    return files(("collision", "engine", "app"), ".cpp")


def files_that_include(library):
    """The project's files that include a header of the library."""
    wanted = re.compile(r'^\s*#\s*include\s*[<"]' + library + "/", re.M)
    for path in files(("collision", "engine", "app", "bench", "tests"), (".cpp", ".hpp")):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            if wanted.search(file.read()):
                yield path


class IncludesTest(unittest.TestCase):
    def test_few_files_see_the_types_of_all_hierarchies(self):
        seen = sorted(source for source in sources() if TYPES in headers_of(source, set()))
        self.assertGreater(len(seen), 0)
        self.assertLessEqual(len(seen), 22, "\n".join(seen))

    def test_public_headers_do_not_show_the_types_of_all_hierarchies(self):
        for header in (QUERY, WORLD):
            self.assertNotIn(TYPES, headers_of(header, set()), header)

    def test_each_slow_library_is_included_by_only_one_source(self):
        for library, source in (("nlohmann", "engine/json/json.cpp"), ("CLI", "app/cli/options/command_line.cpp")):
            self.assertEqual(list(files_that_include(library)), [source], library)

    def test_the_query_header_has_few_lines_after_preprocessing(self):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "only.cpp")
            with open(source, "w", encoding="utf-8") as file:
                file.write(f'#include "{QUERY}"\n')
            done = subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", "-E", "-P", f"-I{ROOT}", source],
                                  capture_output=True, text=True, check=True)
        lines = sum(1 for line in done.stdout.splitlines() if line.strip())
        self.assertLessEqual(lines, MOST_LINES)


MOST_LINES = 80_000  # including the standard library and GLM

if __name__ == "__main__":
    unittest.main()
