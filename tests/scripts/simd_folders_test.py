"""Only the simd folders of collision/ contain intrinsics, vector types and code for a single instruction set."""
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORDS = re.compile(r"\b_mm\d*_\w+\(|\b__m(128|256|512)|\bimmintrin\.h|\bvector_size\b|#pragma GCC (target|push_options)")


def find_simd(text):
    """The number of the first line that names an instruction set, counted from 1; None if there is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if WORDS.search(line):
            return number
    return None


class SimdFoldersTest(unittest.TestCase):
    def test_intrinsics_and_target_pragmas_are_found(self):
        self.assertEqual(find_simd("int a;\nauto b = _mm256_add_pd(a, a);\n"), 2)
        self.assertEqual(find_simd("#pragma GCC target(\"avx2\")\n"), 1)
        self.assertIsNone(find_simd("double comma_mm = 1.0; // in mm\n"))

    def test_sources_outside_the_simd_folders_name_no_instruction_set(self):
        names = [os.path.relpath(os.path.join(path, name), ROOT)
                 for folder in ("collision", "engine", "app", "bench", "tests")
                 for path, _, files in os.walk(os.path.join(ROOT, folder))
                 for name in files if name.endswith((".hpp", ".cpp", ".inl"))]
        inside = [name for name in names if re.match(r"collision/\w+/simd/", name)]
        self.assertGreater(len(inside), 20)
        found = []
        for name in sorted(set(names) - set(inside)):
            with open(os.path.join(ROOT, name), encoding="utf-8") as file:
                if (line := find_simd(file.read())) is not None:
                    found.append(f"{name}:{line}")
        self.assertEqual(found, [])


if __name__ == "__main__":
    unittest.main()
