"""mutants.py finds sites in C++ code, selects some of them by a seed, and judges the mutants of a small project."""
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
SCRIPT = os.path.join(ROOT, "scripts/mutants.py")
sys.path.insert(0, os.path.dirname(SCRIPT))
import mutants  # noqa: E402 pylint: disable=wrong-import-position

SOURCE = """#include "collision/broad_phase/least.hpp"

int least(int a, int b) {
    return a < b ? a : b;
}
bool is_spare() {
    return true;
}
int& first(int* values) {
    return *values;
}
"""
HEADER = """#pragma once
int least(int a, int b);
bool is_spare();
int& first(int* values);
inline int twice(int a) { return a * 2; }
inline bool is_unused(int a) { return a == 2; }
"""
TEST = '#include "collision/broad_phase/least.hpp"\nint main() { return least(1, 2) == 1 && least(2, 1) == 1 ? 0 : 1; }\n'
USER_TEST = '#include "collision/broad_phase/least.hpp"\nint main() { return twice(3) == 6 ? 0 : 1; }\n'
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES CXX)
include_directories(${PROJECT_SOURCE_DIR})
add_library(toy STATIC collision/broad_phase/least.cpp)
add_executable(test_collision_broad_phase tests/broad_phase.cpp)
add_executable(test_collision_world tests/world.cpp)
target_link_libraries(test_collision_broad_phase toy)
target_link_libraries(test_collision_world toy)
"""
PAGE = "# T\n\n{}\n{}{}\n\nEnd\n"
SUMMARY = """The last run, with seed 5, took 8 of 8 sites; 0 more are in headers that more than 8 objects read.

| module | killed | survived | not built | same code |
| --- | --- | --- | --- | --- |
| `broad_phase` | 4 | 1 | 1 | 2 |
| `all` | 4 | 1 | 1 | 2 |

"""


def changed(text):
    """[(operator, the complete text after the change)]"""
    return [(site.operator, mutants.mutate(site, text)) for site in mutants.sites_in("a.cpp", text)]


def changed_in_function(line):
    """[(operator, the line after the change)] for a line in the body of a function"""
    return [(operator, text.split("\n")[1].strip()) for operator, text in changed(f"int f() {{\n    {line}\n}}\n")]


class TextTest(unittest.TestCase):
    def test_comments_directives_and_attributes_are_not_tokens(self):
        text = ('#define A(x) \\\n    x + 1 // a\na /* < */ [[nodiscard]] b; // true \\\n false\n  # include <x>\n'
                'c "\\"+" u8\'\\\'\' R"x(a "+ b)x" 1\'0e+3f')
        self.assertEqual([token.text for token in mutants.tokens_of(text)],
                         ["a", "b", ";", "c", '"\\"+"', "u8'\\''", 'R"x(a "+ b)x"', "1'0e+3f"])

    def test_no_sites_in_comments_directives_strings_and_attributes(self):
        for text in ("// a + b == true\n", "/* a\n + b */\n", "#if a == b && true\n#endif\n", "#define A \\\n    a + b\n",
                     'auto a = "b + c == true";\n', 'auto a = R"(b + c\n == true)";\n', "[[a(b == c)]] int d;\n"):
            self.assertEqual(changed(text), [], text)

    def test_sites_have_positions_and_lines(self):
        site, = mutants.sites_in("collision/x/a.cpp", "\n\nint a = 2 + 3;\n")
        self.assertEqual((site.file, site.module, site.line, site.column), ("collision/x/a.cpp", "x", 3, 11))
        text = "int f() {\n    if (a(1,\n          2)) g();\n}\n"
        site, = mutants.sites_in("a.cpp", text)
        self.assertEqual(mutants.lines_of(site, text), ("if (a(1,", "if (!(a(1,"))


class OperatorTest(unittest.TestCase):
    def assert_changed(self, line, *expected):
        self.assertEqual(changed_in_function(line), list(expected))

    def assert_unchanged(self, *lines):
        for line in lines:
            self.assertEqual(changed_in_function(line), [], line)

    def test_arithmetic(self):
        self.assert_changed("int x = a + b;", ("arithmetic", "int x = a - b;"))
        self.assert_changed("int x = a[1] - f();", ("arithmetic", "int x = a[1] + f();"))
        self.assert_changed("int x = 2 * b;", ("arithmetic", "int x = 2 + b;"))
        self.assert_unchanged("int x = -a;", "int* x = &a;", "const T *x = a;", "auto x = a + 0;", 'auto x = a + "b";',
                              "auto x = f(-a, *b);", "auto x = 1e+3;", "auto x = sizeof(a + b);", "auto x = a->b;")

    def test_logic(self):
        self.assert_changed("bool x = a && b;", ("logic", "bool x = a || b;"))
        self.assert_changed("bool x = a || b;", ("logic", "bool x = a && b;"))
        self.assert_unchanged("auto&& x = y;", "T&& x = static_cast<T&&>(y);")
        self.assertEqual(changed("struct A {\n    void f() && { g(); }\n    void f(A&& a) &&;\n};\n"), [])
        self.assertEqual(changed("template <class T>\nvoid f(T&& a) noexcept(kA<T> && kB<T>);\n"), [])

    def test_relation(self):
        for before, after in ("<>", "><", ("<=", ">"), (">=", "<")):
            self.assert_changed(f"bool x = a {before} b;", ("relation", f"bool x = a {after} b;"))
        self.assert_unchanged("std::vector<int> x;", "a<b<c>> x;", "auto x = f<a, b>(c);", "auto x = a << 2 >> 3;",
                              "auto x = a <=> b;", "auto x = p->q;")

    def test_equality(self):
        self.assert_changed("bool x = a == b;", ("equality", "bool x = a != b;"))
        self.assert_changed("bool x = a != b;", ("equality", "bool x = a == b;"))
        self.assert_unchanged("x<a == b> y;", "if constexpr (a == b) return;")

    def test_negation(self):
        self.assert_changed("if (a) break;", ("negation", "if (!(a)) break;"))
        self.assert_changed("if (auto a = f(); b) {", ("negation", "if (auto a = f(); !(b)) {"))
        self.assert_unchanged("if (const auto* a = f()) break;", "if constexpr (a) break;", "while (a) break;")

    def test_boolean(self):
        self.assert_changed("bool x = true;", ("boolean", "bool x = false;"))
        self.assert_changed("x f(a, false);", ("boolean", "x f(a, true);"))
        self.assert_unchanged("x<true> y;", "auto x = std::true_type{};", "int is_true = 2;")
        self.assertEqual(changed("template <bool kA = true>\nvoid f();\n"), [])

    def test_deletion(self):
        for line in ("f();", "a.b->c(d, e);", "a::f<int, 2>(b);", "a[i].b = c;", "*a = b;", "++a;", "a += 2;", "this->f();",
                     "f([&](int b) { g(b); });"):
            self.assert_changed(line, ("deletion", ";"))
        self.assert_changed("f(); // why", ("deletion", "; // why"))
        self.assert_unchanged("int x;", "int x(a);", "auto x = f();", "T& x = a;", "std::vector<int> x{1};", "break;",
                              "goto a;", "throw f();", "delete a;", "static_cast<void>(a);", "f(); g();", "x: f();",
                              "for (;;) f();")
        self.assertEqual(changed("f();\nstruct A {\n    f();\n    int a = 2;\n};\n"), [])
        self.assertEqual(changed("void f() {\n    for (;;)\n        g(1);\n}\n"),
                         [("deletion", "void f() {\n    for (;;)\n        ;\n}\n")])

    def test_extremum(self):
        self.assert_changed("x y(std::min(a, b));", ("extremum", "x y(std::max(a, b));"))
        self.assert_changed("x y(std::max<int>(a, b));", ("extremum", "x y(std::min<int>(a, b));"))
        self.assert_unchanged("x y(min(a, b));", "x y(std::max_element(a, b));", "x y(glm::min(a, b));")

    def test_return(self):
        self.assert_changed("return a;", ("return", "return {};"))
        self.assert_changed("return g({1, 2}, b);", ("return", "return {};"))
        self.assert_changed("for (;;) return a.b;", ("return", "for (;;) return {};"))
        self.assert_changed("return true;", ("boolean", "return false;"))
        self.assert_unchanged("return;", "return {};", "return 0;", "return 0.0f;", "return {0, 0x0};", "return nullptr;",
                              "return T{};", "return T();", "return std::vector<int>{};", "return std::nullopt;",
                              "return *this;", "return ok();", "auto x = [](int a) { return a; };")
        self.assert_changed("auto x = [&](int a) -> std::vector<int> { return a; };",
                            ("return", "auto x = [&](int a) -> std::vector<int> { return {}; };"))
        self.assertEqual(changed("auto f() {\n    if constexpr (kA) {\n        return 1;\n    }\n}\n"), [])
        self.assertEqual(changed("auto f() -> int { return 1; }\n"), [("return", "auto f() -> int { return {}; }\n")])

    def test_statements_without_mutants(self):
        self.assert_unchanged("BOXWOOD_ASSERT(a < b);", "BOXWOOD_REQUIRE(f([&](int i) { return a[i] < b; }));",
                              "static_assert(a == 2);", "a.reserve(b + c);", "a.shrink_to_fit();", "prefetch(a + b);",
                              "if (a < b) prefetch_all(c);", "constexpr int kA = b + c;", "using A = B<(c > d)>;")
        for text in ("void prefetch(int a) {\n    for (; a < b;) {\n        g(a);\n    }\n}\n",
                     "struct A {\n    friend bool f(A a, bool b = true);\n    A(bool a = true) = delete;\n};\n",
                     "bool operator==(const A& a, bool b = true);\n",
                     "template <class T>\nconcept C = requires(T a) {\n    a + a;\n    f(a == a);\n};\n",
                     "template <class T>\n    requires(sizeof(T) > 4 && kA<T>)\nvoid f(bool a = true);\n"):
            self.assertEqual(changed(text), [], text)

    def test_sites_are_found_in_every_kind_of_body(self):
        surroundings = (
            ("template <class T = int>\nclass A : public B<T> {\n    void f() const {", "}\n};"),
            ("void operator[](int a) {", "}"),
            ("enum class E : int { a, b };\nnamespace {\nvoid f() {", "}\n}"),
            ("A::A(int a)\n    : B{a}\n    , c_(a) {", "}"),
            ("void f() {\n    for (int a : {1, 2}) {", "}\n}"),
            ("void f() {\n    g([this] {", "});\n}"),
            ("auto f() noexcept -> A<int> {", "}"),
            ("void f() {\n    const auto g = [&]<class T>(T a) mutable {", "};\n}"),
            ("void f() {\n    switch (a) {\n    case 2: {", "}\n    }\n}"),
            ("void f() {\n    x = {1, {2}};\n    do {", "} while (a);\n}"))
        for before, after in surroundings:
            text = f"{before}\nconst bool x = (a < 2);\ng(x);\n{after}\n"
            found = changed(text)
            self.assertIn(("relation", text.replace("a < 2", "a > 2")), found, text)
            self.assertIn(("deletion", text.replace("g(x);\n", ";\n")), found, text)


class DrawTest(unittest.TestCase):
    def test_the_seed_determines_the_selection(self):
        sites = mutants.sites_in("a.cpp", "int a = 1" + " + 1" * 99 + ";\n")
        drawn = mutants.draw(sites, 1, 10)
        self.assertEqual(len(set(drawn)), 10)
        self.assertEqual(mutants.draw(sites, 1, 10), drawn)
        self.assertNotEqual(mutants.draw(sites, 2, 10), drawn)
        self.assertEqual(sorted(mutants.draw(sites, 1, 1000)), sites)

    def test_source_files_are_those_that_match_a_pattern(self):
        files = list(mutants.source_files(ROOT, mutants.SAMPLE_FILES))
        self.assertEqual({mutants.module_of(file) for file in files}, {"geometry", "volumes"})
        self.assertEqual({os.path.splitext(file)[1] for file in files}, {".cpp"})
        self.assertEqual({os.path.splitext(file)[1] for file in mutants.source_files(ROOT, None)}, {".cpp", ".hpp", ".inl"})

    def test_files_that_many_objects_read_are_left_out(self):
        def is_drawn(path, *readers):
            return mutants.is_drawn_from(types.SimpleNamespace(objects_that_read=lambda _: set(readers)), path)

        self.assertTrue(is_drawn("a.hpp", *"12345678"))
        self.assertFalse(is_drawn("a.hpp", *"123456789"))
        self.assertFalse(is_drawn("a.hpp"))
        self.assertFalse(is_drawn("a.hpp", "1", "x.hxx.gch"))

    def test_every_module_has_test_programs(self):
        self.assertLessEqual({mutants.module_of(file) for file in mutants.source_files(ROOT, None)}, set(mutants.PROGRAMS))
        for file, module in (("a.cpp", ""), ("x/y/a.cpp", "x"), ("x/simd/a.cpp", "x")):
            self.assertEqual(mutants.module_of(f"collision/{file}"), module)

    def test_every_operator_finds_something(self):
        found = set()
        for file in mutants.source_files(ROOT, mutants.SAMPLE_FILES):
            with open(os.path.join(ROOT, file), encoding="utf-8") as source:
                found |= {site.operator for site in mutants.sites_in(file, source.read())}
        self.assertEqual(found, set(mutants.OPERATORS))


@unittest.skipUnless(shutil.which("ninja") and shutil.which("cmake"), "needs cmake and ninja")
class RunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.realpath(folder.name)
        self.write("collision/broad_phase/least.cpp", SOURCE)
        self.write("collision/broad_phase/least.hpp", HEADER)
        self.write("tests/broad_phase.cpp", TEST)
        self.write("tests/world.cpp", USER_TEST)
        self.write("CMakeLists.txt", CMAKE)
        self.write("docs/testing.md", PAGE.format(mutants.MARKS[0], "old\n", mutants.MARKS[1]))

    def write(self, path, text):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def build(self, *options):
        subprocess.run(["cmake", "-S", self.root, "-B", os.path.join(self.root, "build/release"), "-G", "Ninja",
                        "-DCMAKE_BUILD_TYPE=Release", *options], stdout=subprocess.DEVNULL, check=True)
        subprocess.run(["ninja", "-C", os.path.join(self.root, "build/release")], stdout=subprocess.DEVNULL, check=True)

    def run_script(self, *arguments):
        done = subprocess.run([sys.executable, SCRIPT, "--root", self.root, "--jobs", "1", *arguments],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_verdicts(self):
        self.build()
        self.check_verdicts()

    def test_verdicts_in_unity_builds(self):
        self.build("-DCMAKE_UNITY_BUILD=ON")
        self.check_verdicts()

    def check_verdicts(self):
        before = {path: self.read(path) for path in ("collision/broad_phase/least.cpp", "build/release/.ninja_log")}
        status, output = self.run_script("--seed", "5", "--least", "0.8")
        self.assertEqual(status, 0, output)
        self.assertIn("4 of 5 killed (80%); at least 80% is required\n", output)
        self.assertEqual(self.read("docs/testing.md"), PAGE.format(mutants.MARKS[0], SUMMARY, mutants.MARKS[1]))
        with open(os.path.join(self.root, "docs/mutants.csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual({row["seed"] for row in rows}, {"5"})
        twice, is_unused = HEADER.split("\n")[4:6]
        least = "return a < b ? a : b;"
        self.assertEqual(sorted(tuple(row[column] for column in mutants.COLUMNS[2:]) for row in rows), [
            ("arithmetic", twice, twice.replace("a * 2", "a + 2"), "killed", "test_collision_world"),
            ("boolean", "return true;", "return false;", "survived", ""),
            ("equality", is_unused, is_unused.replace("==", "!="), "same code", ""),
            ("relation", least, "return a > b ? a : b;", "killed", "test_collision_broad_phase"),
            ("return", is_unused, is_unused.replace("a == 2", "{}"), "same code", ""),
            ("return", twice, twice.replace("a * 2", "{}"), "killed", "test_collision_world"),
            ("return", "return *values;", "return {};", "not built", ""),
            ("return", least, "return {};", "killed", "test_collision_broad_phase"),
        ])
        self.assertEqual({path: self.read(path) for path in before}, before)
        status, output = self.run_script("--only", "*least.cpp", "--least", "0.9")
        self.assertEqual(status, 1, output)

    def test_impossible_runs_have_exit_status_2(self):
        status, output = self.run_script("--list")
        self.assertEqual(status, 2, output)
        self.assertIn("is not a ninja build folder", output)
        self.build()
        status, output = self.run_script("--list", "--count", "2")
        self.assertEqual((status, output.count("\n")), (0, 2), output)
        self.assertEqual(self.run_script("--only", "gone"), (2, "no site matches\n"))
        self.write("collision/broad_phase/least.hpp", HEADER + "\n")
        status, output = self.run_script()
        self.assertEqual((status, output.split("; ")[1]), (2, "build it first\n"), output)
        self.assertIn("is older than collision/broad_phase/least.hpp", output)


if __name__ == "__main__":
    unittest.main()
