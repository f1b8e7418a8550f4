#!/usr/bin/env python3
"""Checks that every #include of the project's code is allowed by docs/modules.txt.

    check_modules.py [ROOT]

Prints a line FILE:LINE: MESSAGE for each of these problems, and then ends with exit status 1:
  - a file in no module, or a module without a folder
  - a pattern in docs/modules.txt that matches no module or no library
  - an include of another module that the file's module may not include
  - a cycle between files, or between modules (MODULE: MESSAGE, without a file)
  - an include of an external library that the file's module may not use, or of a header of an unknown library
  - an include of a missing file, or a path that does not start at the root of the project
"""
import fnmatch
import os
import re
import sys

TOP_FOLDERS = ("app", "engine", "collision", "tests", "bench")
SUFFIXES = (".hpp", ".cpp", ".h", ".c", ".inl")
MODULES_FILE = "docs/modules.txt"

# The headers of C++20. They belong to the library "std" unless modules.txt lists them in another library, such as
# "clock".
STD = set("""algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes
    climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef
    cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception execution filesystem format forward_list
    fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map
    memory memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator
    semaphore set shared_mutex source_location span sstream stack stdexcept stop_token streambuf string string_view
    syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray
    variant vector version""".split())

INCLUDE = re.compile(r'^\s*#\s*(include\w*|import)\b\s*(?:"([^"]*)"|<([^>]*)>|(.*))')
NOT_CODE = re.compile(r'R"([^()\s\\]{0,16})\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)


class Plan:
    """The contents of docs/modules.txt. Raises ValueError with FILE:LINE for an invalid line."""

    def __init__(self, root):
        self.modules = {}    # module -> (line number, patterns of modules it may include, patterns of libraries it may use)
        self.libraries = {}  # library -> patterns of its headers
        with open(os.path.join(root, MODULES_FILE), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                self._read(line.split("#", 1)[0].strip(), f"{MODULES_FILE}:{number}", number)

    def _read(self, line, where, number):
        if not line:
            return
        if "=" in line:
            name, headers = (part.strip() for part in line.split("=", 1))
            if name in self.libraries:
                raise ValueError(f"{where}: library {name} is listed twice")
            self.libraries[name] = headers.split()
        elif ":" in line:
            name, rest = (part.strip() for part in line.split(":", 1))
            modules, _, libraries = rest.partition("|")
            if name in self.modules:
                raise ValueError(f"{where}: module {name} is listed twice")
            self.modules[name] = (number, modules.split(), libraries.split())
        else:
            raise ValueError(f"{where}: neither 'module: modules | libraries' nor 'library = headers'")

    def module_of(self, path):
        """The module of a file, or None.

        If a subfolder of a module is listed as a module, the outer module has no other subfolders.
        """
        folder = os.path.dirname(path)
        owners = [r for r in self.modules if folder == r or folder.startswith(r + "/")]
        owner = max(owners, key=len, default=None)
        has_submodules = any(r.startswith(f"{owner}/") for r in self.modules)
        return None if has_submodules and folder != owner else owner

    def may_include(self, module, other):
        return module == other or any(fnmatch.fnmatchcase(other, p) for p in self.modules[module][1])

    def library_of(self, header):
        for name, patterns in self.libraries.items():
            if any(fnmatch.fnmatchcase(header, p) for p in patterns):
                return name
        return "std" if header in STD else None

    def may_see(self, module, library):
        return library == "std" or any(fnmatch.fnmatchcase(library, p) for p in self.modules[module][2])

    def problems(self, root):
        for module, (number, modules, libraries) in self.modules.items():
            where = f"{MODULES_FILE}:{number}"
            if not os.path.isdir(os.path.join(root, module)):
                yield f"{where}: module {module} has no folder"
            for pattern in modules:
                if not fnmatch.filter(self.modules, pattern):
                    yield f"{where}: {module} may include {pattern}, which is no module"
            for pattern in libraries:
                if not fnmatch.filter(self.libraries, pattern):
                    yield f"{where}: {module} may see {pattern}, which is no library"
        allowed = {a: [b for b in self.modules if a != b and self.may_include(a, b)] for a in self.modules}
        for cycle in find_cycles(allowed):
            yield f"{MODULES_FILE}:{self.modules[cycle[0]][0]}: modules in a cycle: {' -> '.join(cycle)}"


def find_cycles(graph):
    """Returns a cycle [a, b, ..., a] for each edge that closes a cycle in a depth-first search."""
    done, path, cycles = set(), [], []

    def walk(node):
        if node in path:
            cycles.append(path[path.index(node):] + [node])
        elif node not in done:
            path.append(node)
            for other in graph.get(node, ()):
                walk(other)
            path.pop()
            done.add(node)

    for node in graph:
        walk(node)
    return cycles


def without_comments(text):
    """Replaces comments and raw strings by spaces. Line numbers and plain strings do not change."""
    def blank(match):
        piece = match.group(0)
        return piece if piece.startswith('"') else re.sub(r"[^\n]", " ", piece)
    return NOT_CODE.sub(blank, text)


def includes_of(path):
    """Yields (line number, directive, quoted path or None, path in <> or None) for each include in a file."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(without_comments(file.read()).split("\n"), 1):
            match = INCLUDE.match(line)
            if match:
                yield number, match[1], match[2], match[3]


def source_files(root):
    for top in TOP_FOLDERS:
        for folder, subfolders, names in os.walk(os.path.join(root, top)):
            subfolders.sort()
            for name in sorted(names):
                if name.endswith(SUFFIXES):
                    yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def problem_of_quoted(plan, root, path, module, target):
    if not os.path.isfile(os.path.join(root, target)):
        relative = os.path.normpath(os.path.join(os.path.dirname(path), target))
        if os.path.isfile(os.path.join(root, relative)):
            return f'write "{target}" from the root of the project: "{relative}"'
        return f'"{target}" does not exist (paths start at the root of the project; use <> for external headers)'
    other = plan.module_of(os.path.normpath(target))
    if other is None:
        return f'"{target}" lies in no module of {MODULES_FILE}'
    if not plan.may_include(module, other):
        return f'module {module} may not include module {other} ("{target}"); {MODULES_FILE} lists what it may'
    return None


def problem_of_angled(plan, root, module, target):
    if os.path.isfile(os.path.join(root, target)):
        return f'use quotes instead of <{target}> for a header of the project'
    library = plan.library_of(target)
    if library is None:
        return f"<{target}> belongs to no library in {MODULES_FILE}"
    if not plan.may_see(module, library):
        return f"module {module} may not see {library} (<{target}>); {MODULES_FILE} lists what it may"
    return None


def check(root):
    """Returns all problems of the tree, one line for each."""
    plan = Plan(root)
    problems = list(plan.problems(root))
    modules_graph, files_graph = {}, {}
    for path in source_files(root):
        module = plan.module_of(path)
        if module is None:
            problems.append(f"{path}:1: lies in no module of {MODULES_FILE}")
            continue
        for number, directive, quoted, angled in includes_of(os.path.join(root, path)):
            problem = None
            if directive != "include" or (quoted is None and angled is None):
                problem = "an include that cannot be checked: write #include with a literal path"
            elif quoted is not None:
                problem = problem_of_quoted(plan, root, path, module, quoted)
                other = plan.module_of(os.path.normpath(quoted))
                if other and other != module:
                    modules_graph.setdefault(module, set()).add(other)
                files_graph.setdefault(path, []).append(os.path.normpath(quoted))
            else:
                problem = problem_of_angled(plan, root, module, angled)
            if problem:
                problems.append(f"{path}:{number}: {problem}")
    problems += [f"{c[0]}:1: files include each other: {' -> '.join(c)}" for c in find_cycles(files_graph)]
    problems += [f"{c[0]}: modules include each other: {' -> '.join(c)}"
                 for c in find_cycles({module: sorted(others) for module, others in modules_graph.items()})]
    return problems


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), ".."))
    try:
        problems = check(root)
    except (OSError, ValueError) as error:
        problems = [str(error)]
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problem(s)" if problems else f"{sum(1 for _ in source_files(root))} files keep to their modules")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
