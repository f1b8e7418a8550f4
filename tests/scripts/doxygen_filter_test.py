"""scripts/doxygen_filter.py: the text that Doxygen gets for a header."""
import os
import subprocess
import sys
import tempfile
import unittest

FILTER = os.path.join(os.path.dirname(__file__), "..", "..", "scripts", "doxygen_filter.py")

HEADER = """\
// What: distances of shapes,
//       and nothing else.
//
//     #include <shapes>
//
// Units: meters.
#pragma once

namespace boxwood::api {
// Whether both touch.
bool collide(int a, // the first
             int b);
struct Answer {
    double value = 0.0; // in meters
    const char* link = "http://example";
};
} // namespace boxwood::api
"""
EXPECTED = """\
/** @file
Distances of shapes,
and nothing else.

@code{.cpp}
#include <shapes>
@endcode

@par Units
meters.
*/
#pragma once

namespace boxwood {
/// Whether both touch.
bool collide(int a, ///< the first
             int b);
struct Answer {
    double value = 0.0; ///< in meters
    const char* link = "http://example";
};
} // namespace boxwood
"""


class DoxygenFilterTest(unittest.TestCase):
    def test_comments_become_documentation_line_by_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "shapes.hpp")
            with open(path, "w", encoding="utf-8") as file:
                file.write(HEADER)
            done = subprocess.run([sys.executable, FILTER, path], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, EXPECTED)


if __name__ == "__main__":
    unittest.main()
