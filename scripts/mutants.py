#!/usr/bin/env python3
"""Makes small changes to the library, one at a time, and counts how many of these mutants fail a test.

    mutants.py [--seed N] [--count N] [--only PATTERN]... [--least SHARE] [--seconds S] [--jobs N]
    mutants.py --sample [--build FOLDER] [--seconds S] [--jobs N]     for the test suite: three mutants; does not change docs/
    mutants.py --list [--seed N] [--count N] [--only PATTERN]...      prints the selected mutants, but does not run them

The seed selects N random sites in collision/, or in the files that match a PATTERN. A mutant is built in build/mutants with
the commands of the build folder (build/release, or the folder of --build): first the objects that include the changed file,
then a test program. The source tree and the build folder do not change. The test programs of the file's module, and of the
modules that use it, run until one fails, crashes or exceeds its time limit. Each run updates docs/mutants.csv and a table
in docs/testing.md.

Verdicts:
    killed      a test program failed
    survived    no test program failed
    not built   the compiler or linker rejected the mutant
    same code   no test program failed, but the compiler makes the same objects with and without the change
The last two verdicts do not count in the share of killed mutants.

Operators:
    arithmetic  + becomes -, - becomes +, * becomes +; not next to a string, not with a zero after it
    logic       && becomes ||, || becomes &&
    relation    < becomes >, > becomes <, <= becomes >, >= becomes <
    equality    == becomes !=, != becomes ==
    negation    if (x) becomes if (!(x)); not if the condition declares a variable
    boolean     true becomes false, false becomes true
    deletion    an assignment or a call that is a complete statement is removed
    extremum    std::min becomes std::max, std::max becomes std::min
    return      return x; becomes return {}; not if x already equals {} (also 0, false, nullptr, std::nullopt, ok()), if x
                is true or *this, or if the function's return type is deduced

A binary operator is recognized by the spaces on both sides that clang-format writes. Type modifiers and template brackets do
not have a space on both sides.
No mutants in comments, strings, preprocessor lines, attributes, template arguments, `if constexpr` conditions, operands of
noexcept, explicit, sizeof, alignof, alignas and decltype, and in these statements:
    BOXWOOD_ASSERT, BOXWOOD_REQUIRE, static_assert    checks
    reserve, shrink_to_fit, prefetch in a name        they affect only time; for prefetch, also a body that follows it
    constexpr ... kName                               constants, because most of them tune speed
    using, friend, template, requires, concept, operator, = default, = delete     declarations
Files in a precompiled header are excluded. Headers that more than 8 objects include are also excluded, because building
such a mutant takes too long.

Exit status 0; 1 if the share of killed mutants, among killed and survived ones, is below SHARE (0.9; for the sample 0.66);
2 if the run is impossible: invalid usage, no site, a build that is missing or older than the code, or a test program that
fails without a mutant.
"""
import argparse
import bisect
import collections
import concurrent.futures
import csv
import dataclasses
import filecmp
import fnmatch
import functools
import os
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import time

TABLE = "docs/mutants.csv"
PAGE = "docs/testing.md"  # contains the summary between these two lines:
MARKS = "<!-- scripts/mutants.py writes what follows -->", "<!-- scripts/mutants.py writes what precedes -->"
COLUMNS = ("seed", "file", "operator", "before", "after", "verdict", "killed by")
LONGEST_TEXT = 120  # characters of a line in the table
KILLED, SURVIVED, NOT_BUILT, SAME_CODE = "killed", "survived", "not built", "same code"
VERDICTS = (KILLED, SURVIVED, NOT_BUILT, SAME_CODE)
OPERATORS = ("arithmetic", "logic", "relation", "equality", "negation", "boolean", "deletion", "extremum", "return")

SOURCES, ENDINGS = "collision", (".cpp", ".hpp", ".inl")
MOST_OBJECTS = 8  # maximum number of objects that include a header
# The test programs for each module of collision/, in the order in which they run: first the module's own program, then
# the programs of the modules that use it.
PROGRAMS = {
    "core": ("test_collision_core", "test_collision_geometry", "test_collision_volumes", "test_collision_hierarchy",
             "test_collision_query"),
    "geometry": ("test_collision_geometry", "test_collision_volumes", "test_collision_narrow_phase", "test_collision_query"),
    "volumes": ("test_collision_volumes", "test_collision_hierarchy", "test_collision_query"),
    "hierarchy": ("test_collision_hierarchy", "test_collision_query", "test_contracts"),
    "broad_phase": ("test_collision_broad_phase", "test_collision_world"),
    "narrow_phase": ("test_collision_narrow_phase", "test_collision_world", "test_parts"),
    "query": ("test_collision_query", "test_collision_world"),
    "world": ("test_collision_world", "test_parts", "test_collision_parallel"),
    "api": ("test_collision_api",),
    "parallel": ("test_collision_parallel",),
}
SAMPLE_SEED, SAMPLE_COUNT, SAMPLE_LEAST = 3, 3, 0.66
SAMPLE_FILES = ["collision/geometry/*.cpp", "collision/volumes/*.cpp"]  # these compile in seconds
MEMORY = 8 << 30  # memory limit in bytes; a mutant that exceeds it counts as killed
LEAST_TIMEOUT, FIRST_TIMEOUT, COMPILE_TIMEOUT = 30.0, 600.0, 600.0  # seconds
TIMES_LONGER = 5.0  # time limit of a test program, as a multiple of its time without a mutant

# --- C++ text -------------------------------------------------------------------------------------------------------

LEXER = re.compile(r"""
    (?P<space>    ^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])* | [ \t]+ | \s | \\\n | //(?:\\\n|[^\n])* | /\*.*?\*/ | \[\[.*?\]\] )
  | (?P<text>     (?:u8|[uUL])?
                  (?: R"(?P<fence>[^()\s\\]{0,16})\(.*?\)(?P=fence)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' ) )
  | (?P<number>   \.?\d(?:[eEpP][+-]|'\w|[\w.])* )
  | (?P<word>     [A-Za-z_]\w* )
  | (?P<mark>     <=>|<<=|>>=|->\*|\.\.\.|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|. )
""", re.X | re.S | re.M)
Token = collections.namedtuple("Token", "kind text start end")

OPENING, CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
KEYWORDS = set("""alignas alignof asm break case catch class const constexpr continue co_await co_return co_yield default delete
    do else enum explicit extern for goto if inline namespace new noexcept operator private protected public return sizeof
    static struct switch template throw try typedef typename union using while""".split())
BEFORE_BODY = {")", ":", "else", "do", "try", "const", "noexcept", "override", "final", "mutable", "&", "&&"}
UNEVALUATED = {"noexcept", "explicit", "sizeof", "alignof", "alignas", "decltype", "requires"}
DECLARATIONS = {"using", "friend", "template", "requires", "concept", "operator", "static_assert"}
UNTOUCHED = re.compile(r"BOXWOOD_(?:ASSERT|REQUIRE)|reserve|shrink_to_fit")
CONSTANT = re.compile(r"k[A-Z]\w*")
ZERO = re.compile(r"0(?:[xX]0+)?(?:\.0*)?(?:[uUlLzZ]+|f)?")


def tokens_of(text):
    """The tokens of a file without comments, preprocessor lines and attributes."""
    return [Token(match.lastgroup, match[0], match.start(), match.end())
            for match in LEXER.finditer(text) if match.lastgroup != "space"]


@dataclasses.dataclass(eq=False)
class Statement:
    """A statement. It ends at ; or at the opening brace of a body. Lists in braces are part of it, bodies are not."""
    outer: "Statement | None"  # the statement with the body that contains this statement
    scope: str  # the kind of that body: "file", "namespace", "type", "code" or "lambda"
    header: int = 0  # number of tokens of the outer statement before the body
    tokens: list = dataclasses.field(default_factory=list)

    def next(self):
        return Statement(self.outer, self.scope, self.header)

    @functools.cached_property
    def is_about_prefetch(self):
        return any(token.kind == "word" and "prefetch" in token.text for token in self.tokens)

    @functools.cached_property
    def is_inside_untouched(self):
        return self.outer is not None and (self.outer.is_inside_untouched or self.outer.is_about_prefetch or
                                           self.scope == "lambda" and self.outer.is_untouched)

    @functools.cached_property
    def is_untouched(self):
        words = {token.text for token in self.tokens if token.kind == "word"}
        ending = [token.text for token in self.tokens[-3:]]
        return (self.is_inside_untouched or self.is_about_prefetch or bool(words & DECLARATIONS) or
                any(UNTOUCHED.fullmatch(word) for word in words) or
                "constexpr" in words and any(CONSTANT.fullmatch(word) for word in words) or
                ending in (["=", "default", ";"], ["=", "delete", ";"]))

    @functools.cached_property
    def returns_deduced_type(self):
        """For a statement in a function: whether the function's return type is deduced."""
        if self.scope not in ("code", "lambda"):
            return True
        header = [token.text for token in self.outer.tokens[:self.header]]
        if self.scope == "lambda":
            return "->" not in header[len(header) - header[::-1].index("]"):]
        if self.outer.scope in ("code", "lambda"):
            return self.outer.returns_deduced_type  # a block inside the function
        return "auto" in header and "->" not in header


def is_type(words):
    """Whether the words begin a class. `template <class T> T f()` does not."""
    depth, found = 0, False
    for word in words:
        depth += (word == "<") - (word == ">") - 2 * (word == ">>")
        if depth == 0 and word in ("class", "struct", "union"):
            found = True
        elif depth == 0 and (word == "=" or word == "(" and not found):
            return False
    return found


class Code:
    """The tokens of a file, and the statement that each token belongs to."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.line_starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self.partner = {}        # for each bracket, also template brackets: the matching bracket
        self.statement = []      # for each token: its statement
        self.is_passive = [False] * len(self.tokens)  # true in template arguments and unevaluated expressions
        self._match_brackets()
        self._mark_passive()
        self._divide()

    def text_at(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def kind_at(self, i):
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else ""

    def has_space_before(self, i):
        return i == 0 or self.tokens[i - 1].end < self.tokens[i].start

    def has_space_after(self, i):
        return self.has_space_before(i + 1) if i + 1 < len(self.tokens) else True

    def place_of(self, i):
        """Line and column of a token, from 1."""
        line = bisect.bisect(self.line_starts, self.tokens[i].start)
        return line, self.tokens[i].start - self.line_starts[line - 1] + 1

    def _match_brackets(self):
        opened = []
        for i, token in enumerate(self.tokens):
            if token.kind != "mark":
                continue
            if token.text in OPENING:
                opened.append(i)
            elif token.text in CLOSING:
                while opened and self.text_at(opened[-1]) == "<":
                    opened.pop()
                if opened and OPENING[self.text_at(opened[-1])] == token.text:
                    self._pair(opened.pop(), i)
            elif token.text == ";" and opened and self.text_at(opened[-1]) == "<":
                opened.pop()
            elif token.text == "<" and self._opens_template(i):
                opened.append(i)
            elif token.text in (">", ">>") and not self.has_space_before(i):
                for _ in token.text:
                    if opened and self.text_at(opened[-1]) == "<":
                        self._pair(opened.pop(), i)

    def _pair(self, first, last):
        self.partner[first], self.partner[last] = last, first

    def _opens_template(self, i):
        if self.text_at(i - 1) == "template":
            return True
        return not self.has_space_before(i) and not self.has_space_after(i) and (
            self.kind_at(i - 1) == "word" and self.text_at(i - 1) != "operator" or self.text_at(i - 1) == "]")

    def _mark_passive(self):
        for first, last in self.partner.items():
            before = self.text_at(first - 1)
            if first < last and (self.text_at(first) == "<" or before in UNEVALUATED or
                                 before == "constexpr" and self.text_at(first - 2) == "if"):
                self.is_passive[first:last + 1] = [True] * (last + 1 - first)

    def _divide(self):
        current = Statement(None, "file")
        opened = []  # for each open bracket: None, or the statement that the body belongs to and the kind of body
        for i, token in enumerate(self.tokens):
            if token.text == "}" and opened and opened[-1]:
                outer, kind = opened.pop()
                current = outer if kind == "lambda" else outer.next()
                self._add(current, token)
                current = outer if kind == "lambda" else outer.next()
                continue
            self._add(current, token)
            is_in_brackets = bool(opened) and opened[-1] is None
            if token.text == "{" and (kind := self._kind_of_body(i, current, is_in_brackets)):
                opened.append((current, kind))
                current = Statement(current, kind, len(current.tokens) - 1)
            elif token.text in OPENING:
                opened.append(None)
            elif token.text in CLOSING and opened:
                opened.pop()
            elif token.text == ";" and not is_in_brackets:
                current = current.next()

    def _add(self, statement, token):
        self.statement.append(statement)
        statement.tokens.append(token)

    def _kind_of_body(self, i, statement, is_in_brackets):
        """The kind of body that an opening brace begins; None if it begins a list of values or enumerators."""
        words = [token.text for token in statement.tokens[:-1]]
        if "namespace" in words or self.kind_at(i - 1) == "text":
            return "namespace"
        if "enum" in words or self._follows_requires(i):
            return None
        if self._opens_lambda(i):
            return "lambda"
        if is_in_brackets:
            return None
        if is_type(words):
            return "type"
        follows_header = self.text_at(i - 1) in BEFORE_BODY or not words
        return "code" if follows_header or self._has_trailing_type(i) else None

    def _follows_requires(self, i):
        if self.text_at(i - 1) == ")":
            i = self.partner.get(i - 1, i)
        return self.text_at(i - 1) == "requires"

    def _opens_lambda(self, i):
        i = self._before_trailing_type(i - 1)
        while self.text_at(i) in ("mutable", "constexpr", "noexcept"):
            i -= 1
        if self.text_at(i) == ")":
            i = self.partner.get(i, 0) - 1
        if self.text_at(i) == ">" and i in self.partner:
            i = self.partner[i] - 1
        if self.text_at(i) != "]" or i not in self.partner:
            return False
        before = self.partner[i] - 1
        return self.text_at(before) not in (")", "]", "operator") and (
            self.kind_at(before) != "word" or self.text_at(before) in KEYWORDS)

    def _before_trailing_type(self, i):
        """If a trailing type such as `-> std::vector<int>` ends at i, the token before its ->; otherwise i."""
        at = i
        while self.kind_at(at) == "word" or self.text_at(at) in ("::", "*", "&", ">", ">>"):
            at = self.partner[at] - 1 if self.text_at(at) in (">", ">>") and at in self.partner else at - 1
        return at - 1 if self.text_at(at) == "->" and at < i else i

    def _has_trailing_type(self, i):
        at = self._before_trailing_type(i - 1)
        return at != i - 1 and self.text_at(at) in (")", "const", "noexcept")


# --- Operators ------------------------------------------------------------------------------------------------------

@dataclasses.dataclass(frozen=True, order=True)
class Site:
    """One possible change: `text` replaces the characters between two positions of the file."""
    file: str
    line: int
    column: int
    operator: str
    start: int
    end: int
    text: str

    @property
    def module(self):
        return module_of(self.file)


BINARY = {"+": ("arithmetic", "-"), "-": ("arithmetic", "+"), "*": ("arithmetic", "+"), "&&": ("logic", "||"),
          "||": ("logic", "&&"), "<": ("relation", ">"), ">": ("relation", "<"), "<=": ("relation", ">"),
          ">=": ("relation", "<"), "==": ("equality", "!="), "!=": ("equality", "==")}
BOOLEANS = {"true": "false", "false": "true"}
EXTREMA = {"min": "max", "max": "min"}


def changes_of(code):
    """Yields (token, operator, start, end, text) for every allowed change."""
    for i, token in enumerate(code.tokens):
        if code.is_passive[i] or code.statement[i].is_untouched:
            continue
        for find in (change_binary, change_word, negate_condition, delete_statement, empty_return):
            if change := find(code, i):
                yield (i, *change)


def change_binary(code, i):
    operator, text = BINARY.get(code.text_at(i), (None, None))
    if not operator or code.kind_at(i) != "mark" or not (code.has_space_before(i) and code.has_space_after(i)):
        return None
    before, after = code.text_at(i - 1), code.text_at(i + 1)
    is_operand = code.kind_at(i - 1) in ("word", "number", "text") and before not in KEYWORDS or before in (")", "]", "}", ">")
    if not is_operand or after in ("{", ";", "=", "->", "noexcept", "const", ""):  # the last: `void f() && {`
        return None
    if operator == "arithmetic" and ("text" in (code.kind_at(i - 1), code.kind_at(i + 1)) or ZERO.fullmatch(after)):
        return None
    return operator, code.tokens[i].start, code.tokens[i].end, text


def change_word(code, i):
    token = code.tokens[i]
    if token.kind != "word":
        return None
    if token.text in BOOLEANS:
        return "boolean", token.start, token.end, BOOLEANS[token.text]
    is_of_std = code.text_at(i - 2) == "std" and code.text_at(i - 1) == "::"
    if token.text in EXTREMA and is_of_std and code.text_at(i + 1) in ("(", "<"):
        return "extremum", token.start, token.end, EXTREMA[token.text]
    return None


def negate_condition(code, i):
    if code.text_at(i) != "if" or code.text_at(i + 1) != "(" or i + 1 not in code.partner:
        return None
    first, last = i + 2, code.partner[i + 1]
    for k in at_top_level(code, first, last):
        if code.text_at(k) == "=":
            if ";" not in [code.text_at(later) for later in range(k, last)]:
                return None
        elif code.text_at(k) == ";":
            first = k + 1
    start, end = code.tokens[first].start, code.tokens[last].start
    return "negation", start, end, f"!({code.text[start:end]})"


def delete_statement(code, i):
    statement = code.statement[i]
    if statement.tokens[0] is not code.tokens[i] and not follows_control(code, i) or statement.scope not in ("code", "lambda"):
        return None
    if code.text_at(i) in KEYWORDS or [code.text_at(k) for k in range(i, i + 4)] == ["static_cast", "<", "void", ">"]:
        return None
    end = end_of_expression(code, i)
    if end is None:
        return None
    start, stop = code.tokens[i].start, code.tokens[end].end
    line_end = code.text.find("\n", start)
    alone = not code.text[code.text.rfind("\n", 0, start) + 1:start].strip() and stop <= line_end
    if not alone or not re.fullmatch(r"[ \t]*(?://.*)?", code.text[stop:line_end]):
        return None
    return "deletion", start, stop, ";"


def follows_control(code, i):
    """Whether `if (x)`, `for (x)`, `while (x)` or `else` precedes a token."""
    if code.text_at(i - 1) == ")" and i - 1 in code.partner:
        before = code.partner[i - 1] - 1
        return code.text_at(before) in ("if", "for", "while") or code.text_at(before) == "constexpr"
    return code.text_at(i - 1) == "else"


def end_of_expression(code, i):
    """If an assignment, an increment or a call begins at a token, the semicolon after it; otherwise None."""
    while code.text_at(i) in ("*", "++", "--"):
        i += 1
    if code.kind_at(i) != "word" and code.text_at(i) != "::":
        return None
    first = i
    while True:
        text = code.text_at(i)
        if code.kind_at(i) == "word" and (i == first or code.text_at(i - 1) in ("::", ".", "->", "template")):
            i += 1
        elif text in ("::", ".", "->", "++", "--") and i >= first:
            i += 1
        elif text in ("(", "[", "<") and code.partner.get(i, 0) > i:
            i = code.partner[i] + 1
        else:
            break
    if code.text_at(i) in ASSIGNMENTS:
        return next((k for k in at_top_level(code, i, len(code.tokens)) if code.text_at(k) == ";"), None)
    is_complete = code.text_at(i - 1) in (")", "++", "--") or code.text_at(first - 1) in ("++", "--")
    return i if code.text_at(i) == ";" and is_complete else None


def empty_return(code, i):
    if code.text_at(i) != "return" or code.statement[i].returns_deduced_type:
        return None
    end = next((k for k in at_top_level(code, i + 1, len(code.tokens)) if code.text_at(k) == ";"), None)
    if end is None or is_empty_value([code.tokens[k] for k in range(i + 1, end)]):
        return None
    return "return", code.tokens[i + 1].start, code.tokens[end - 1].end, "{}"


def is_empty_value(tokens):
    """Whether an expression is empty, has the same value as {}, or is mutated by another operator."""
    texts = [token.text for token in tokens]
    if texts in ([], ["false"], ["true"], ["nullptr"], ["std", "::", "nullopt"], ['""'], ["*", "this"], ["ok", "(", ")"]):
        return True
    named = [text for text in texts if not (re.fullmatch(r"[{},-]", text) or ZERO.fullmatch(text))]
    if not named:
        return True
    is_type = texts[-2:] == ["{", "}"] or texts[-2:] == ["(", ")"] and named[-3][:1].isupper()
    return is_type and all(re.fullmatch(r"\w+|::|<|>|,|\(|\)", text) for text in named)


def at_top_level(code, first, last):
    """Yields the tokens from first to last that are not in brackets opened in that range."""
    while first < last:
        yield first
        if code.text_at(first) in ("(", "[", "{", "<"):
            first = max(first, code.partner.get(first, first))
        first += 1


def sites_in(file, text):
    code = Code(text)
    return [Site(file, *code.place_of(i), operator, start, end, instead)
            for i, operator, start, end, instead in changes_of(code)]


def mutate(site, text):
    return text[:site.start] + site.text + text[site.end:]


def lines_of(site, text):
    """Returns the line before and after the change, shortened. If the change has several lines, the first that differs."""
    last = text.count("\n", 0, site.end) + 1 - site.line  # number of lines after the first
    before, after = (whole.split("\n")[site.line - 1:site.line + last] for whole in (text, mutate(site, text)))
    pairs = [(old.strip(), new.strip()) for old, new in zip(before, after) if old != new]
    return tuple(" ".join(line.split())[:LONGEST_TEXT] for line in (pairs or [(before[0], after[0])])[0])


# --- The build ------------------------------------------------------------------------------------------------------

class Unusable(Exception):
    """The reason why the run is impossible."""


@dataclasses.dataclass
class Program:
    name: str
    path: str      # of the built program
    link: list     # words of the link command
    objects: set   # all linked objects, also those in archives


class Build:
    """Information from ninja about a build folder. Ninja is called with -n, so that it does not write its logs."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        if not os.path.isfile(os.path.join(folder, "build.ninja")):
            raise Unusable(f"{folder} is not a ninja build folder; build there first")
        self.read_by = self._read_dependencies()  # for each file: the objects that include it
        self.compile, self.archives, self.programs = {}, {}, {}

    def _ask(self, *arguments):
        done = subprocess.run(["ninja", "-C", self.folder, "-n", "-t", *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Unusable(f"ninja -t {' '.join(arguments)}: {(done.stderr or done.stdout).strip()}")
        return [line for line in done.stdout.splitlines() if not line.startswith("ninja: Entering")]

    def _read_dependencies(self):
        read_by, output = {}, None
        for line in self._ask("deps"):
            if match := re.match(r"(\S.*): #deps \d+", line):
                output = match[1]
            elif line.startswith("    "):
                read_by.setdefault(self.full(line.strip()), set()).add(output)
        if not read_by:
            raise Unusable(f"{self.folder} is not built; build there first")
        return read_by

    def full(self, path):
        return os.path.normpath(os.path.join(self.folder, path))

    def objects_that_read(self, file):
        return self.read_by.get(os.path.normpath(os.path.join(self.root, file)), set())

    def program(self, name):
        """Returns how a test program was built. Raises Unusable if the program is older than its code."""
        if name not in self.programs:
            self.programs[name] = self._find_program(name)
        self.require_fresh(self.programs[name])
        return self.programs[name]

    def _find_program(self, name):
        link = None
        for line in self._ask("commands", name):
            for command in line.split(" && "):
                words = shlex.split(command)
                output = words[words.index("-o") + 1] if "-o" in words else ""
                if output and "-c" in words:
                    self.compile[output] = words
                elif output and os.path.basename(output) == name:
                    link = words
                elif len(words) > 2 and words[0].endswith("ar") and words[1] in ("qc", "rcs", "cr"):
                    self.archives[words[2]] = set(words[3:])
        if link is None:
            raise Unusable(f"{self.folder} has no command that links {name}")
        objects = {word for word in link if word in self.compile}.union(*(self.archives.get(word, set()) for word in link))
        return Program(name, self.full(link[link.index("-o") + 1]), link, objects)

    def require_fresh(self, program):
        """Raises Unusable if an object of the program is older than a file that it includes, or newer than the program."""
        made = self._time(program.path)
        if not made:
            raise Unusable(f"{program.name} is not built in {self.folder}; build it first")
        for path, objects in self.read_by.items():
            if path.startswith(self.root + os.sep):
                times = [self._time(self.full(output)) for output in objects & program.objects]
                if times and not (0 < self._time(path) <= min(times) and max(times) <= made):
                    changed = os.path.relpath(path, self.root)
                    raise Unusable(f"{program.name} in {self.folder} is older than {changed}; build it first")

    @staticmethod
    def _time(path):
        """The modification time of a file; 0 if there is no such file."""
        try:
            return os.stat(path).st_mtime_ns
        except OSError:
            return 0


class Runner:
    """Builds and runs mutants, one after another, in its own folder."""

    def __init__(self, build, folder, jobs):
        self.build, self.folder, self.jobs = build, folder, jobs
        self.overlay = os.path.join(folder, "overlay")
        self.times = {}  # seconds that each program takes without a mutant
        for name in ("overlay", "objects", "plain", "programs"):
            shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
            os.makedirs(os.path.join(folder, name))

    def judge(self, site, programs):
        """Returns the verdict and the program that killed the mutant."""
        with open(os.path.join(self.build.root, site.file), encoding="utf-8") as file:
            text = file.read()
        place = os.path.join(self.overlay, site.file)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        try:
            self._write(place, mutate(site, text))
            made = {}
            verdict, killer = self._try_programs(site.file, programs, made)
            if verdict == SURVIVED:
                self._write(place, text)
                verdict = SAME_CODE if self._makes_the_same(made, site.file) else SURVIVED
            return verdict, killer
        finally:
            os.remove(place)

    def _try_programs(self, file, programs, made):
        readers = self.build.objects_that_read(file)
        for name in programs:
            program = self.build.program(name)
            wanted = sorted(readers & program.objects)
            if not wanted:
                continue
            path = os.path.join(self.folder, "programs", name)
            if not (self._compile([output for output in wanted if output not in made], file, "objects", made) and
                    self._link(program, {output: made[output] for output in wanted}, path)):
                return NOT_BUILT, ""
            if not self._passes(path, max(LEAST_TIMEOUT, TIMES_LONGER * self._time_of(name))):
                return KILLED, name
        return SURVIVED, ""

    def _makes_the_same(self, made, file):
        plain = {}
        return self._compile(sorted(made), file, "plain", plain) and all(
            filecmp.cmp(made[output], plain[output], shallow=False) for output in made)

    @staticmethod
    def _write(path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def _compile(self, outputs, file, kind, made):
        """Compiles the outputs and adds the objects to `made`. Returns False if the compiler rejects one."""
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for output, path in zip(outputs, pool.map(lambda output: self._compile_one(output, file, kind), outputs)):
                if path is None:
                    return False
                made[output] = path
        return True

    def _compile_one(self, output, file, kind):
        path = os.path.join(self.folder, kind, output)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        command = self.command_for(output, file, path)
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.build.folder,
                                  timeout=COMPILE_TIMEOUT)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode != 0:
            return None
        with open(path + ".d", encoding="utf-8") as dependencies:
            if os.path.join(self.overlay, file) not in dependencies.read().split():
                raise Unusable(f"{output} does not include the changed file {file}")
        return path

    def command_for(self, output, file, path):
        """The build's command for an object, changed: the overlay comes before all include folders, -O1, no warnings."""
        source, changed = os.path.normpath(os.path.join(self.build.root, file)), os.path.join(self.overlay, file)
        words, command = iter(self.build.compile[output]), []
        for word in words:
            if word in ("-MT", "-MF", "-o"):
                next(words)
            elif word.endswith(".cxx") and os.sep + "Unity" + os.sep in word:  # a file of CMake's that includes the sources
                command.append(self._write_unity(self.build.full(word), source, changed, path[:-len(".o")]))
            elif word not in ("-MD", "-Werror"):
                command.append("-O1" if word == "-O3" else changed if self.build.full(word) == source else word)
        first = next((k for k, word in enumerate(command) if word.startswith(("-I", "-isystem", "-iquote"))), 1)
        command[first:first] = ["-I" + self.overlay]
        return command + ["-w", f"-ffile-prefix-map={self.overlay}={self.build.root}", "-MD", "-MF", path + ".d", "-o", path]

    @staticmethod
    def _write_unity(unity, source, changed, path):
        """Writes a copy that includes the changed file, under the same name, so that equal code gives equal objects."""
        with open(unity, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(f'"{source}"', f'"{changed}"'))
        return path

    def _link(self, program, changed, path):
        """Links a program. Changed objects of archives come before the archives, so that the archived ones are not used."""
        loose = [made for output, made in sorted(changed.items()) if output not in program.link]
        words = [changed.get(word, word) for word in program.link]
        words[words.index("-o") + 1] = path
        first = next((k for k, word in enumerate(words) if word.endswith(".a")), len(words))
        done = subprocess.run(words[:first] + loose + words[first:], capture_output=True, text=True, check=False,
                              cwd=self.build.folder)
        return done.returncode == 0

    def _time_of(self, name):
        if name not in self.times:
            start = time.monotonic()
            if not self._passes(self.build.program(name).path, FIRST_TIMEOUT):
                raise Unusable(f"{name} fails without a mutant")
            self.times[name] = time.monotonic() - start
        return self.times[name]

    def _passes(self, path, timeout):
        command = [path, "--gtest_brief=1", "--gtest_fail_fast"]
        environment = dict(os.environ, BOXWOOD_BRIEF_TESTS="1", BOXWOOD_LONG_TESTS="0")
        try:
            return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, timeout=timeout,
                                  cwd=os.path.join(self.folder, "programs"), env=environment,
                                  preexec_fn=limit_memory).returncode == 0
        except subprocess.TimeoutExpired:
            return False


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# --- The draw and the run -------------------------------------------------------------------------------------------

def module_of(file):
    """For example "geometry" for collision/geometry/triangle/a.cpp."""
    return (os.path.dirname(file).split("/")[1:] or [""])[0]


def source_files(root, patterns):
    for folder, subfolders, names in os.walk(os.path.join(root, SOURCES)):
        subfolders.sort()
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
            if name.endswith(ENDINGS) and (not patterns or any(fnmatch.fnmatch(path, pattern) for pattern in patterns)):
                yield path


def is_drawn_from(build, path):
    readers = build.objects_that_read(path)
    is_few = path.endswith(".cpp") or len(readers) <= MOST_OBJECTS
    return is_few and bool(readers) and not any(output.endswith((".gch", ".pch")) for output in readers)


def find_sites(root, build, patterns):
    """Returns the sorted sites, and the number of sites in excluded files."""
    sites, left_out = [], 0
    for path in source_files(root, patterns):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            found = sites_in(path, file.read())
        if is_drawn_from(build, path):
            sites += found
        else:
            left_out += len(found)
    return sorted(sites), left_out


def draw(sites, seed, count):
    return random.Random(seed).sample(sites, min(count, len(sites)))


def row_of(root, site, seed, verdict, killer):
    with open(os.path.join(root, site.file), encoding="utf-8") as file:
        before, after = lines_of(site, file.read())
    return dict(zip(COLUMNS, (seed, site.file, site.operator, before, after, verdict, killer)))


def write_table(root, rows):
    os.makedirs(os.path.join(root, os.path.dirname(TABLE)), exist_ok=True)
    with open(os.path.join(root, TABLE), "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(sorted(rows, key=lambda row: row["file"]))


def counts_of(rows):
    """Yields the name and the number of each verdict, for each module and for all together."""
    modules = sorted({module_of(row["file"]) for row in rows})
    for name in modules + ["all"]:
        found = [row["verdict"] for row in rows if name in ("all", module_of(row["file"]))]
        yield (name, *(found.count(verdict) for verdict in VERDICTS))


def write_summary(root, rows, seed, size):
    path = os.path.join(root, PAGE)
    if not os.path.isfile(path):
        return
    with open(path, encoding="utf-8") as file:
        before, rest = file.read().split(MARKS[0], 1)
    lines = [MARKS[0], f"The last run, with seed {seed}, took {len(rows)} of {size}.", "",
             "| module | " + " | ".join(VERDICTS) + " |", "| --- " * (len(VERDICTS) + 1) + "|"]
    lines += [f"| `{name}` | " + " | ".join(map(str, counts)) + " |" for name, *counts in counts_of(rows)]
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + "\n".join(lines) + "\n\n" + MARKS[1] + rest.split(MARKS[1], 1)[1])


def run(root, build, drawn, options):
    """Runs the mutants and yields a row for each."""
    deadline = time.monotonic() + options.seconds
    for name in sorted({name for site in drawn for name in PROGRAMS[site.module]}):
        build.program(name)  # raises Unusable before the first compiler starts
    runner = Runner(build, os.path.join(root, "build", "mutants", *(["sample"] if options.sample else [])), options.jobs)
    for count, site in enumerate(drawn):
        if time.monotonic() > deadline:
            print(f"out of time; {len(drawn) - count} of {len(drawn)} are not run")
            return
        start = time.monotonic()
        row = row_of(root, site, options.seed, *runner.judge(site, PROGRAMS[site.module]))
        after = [row["killed by"], f"{time.monotonic() - start:.0f} s"]
        print(f"{row['verdict']:9}  {describe(row, site.line)}  ({', '.join(filter(None, after))})", flush=True)
        yield row


def describe(row, line):
    return f"{row['file']}:{line}: {row['operator']}: {row['before']}  ->  {row['after']}"


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--root", default=os.path.join(here, ".."))
    parser.add_argument("--build", default="build/release", help="the build folder, relative to the root")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40, help="number of mutants")
    parser.add_argument("--only", metavar="PATTERN", action="append", help="only files that match; can be repeated")
    parser.add_argument("--least", type=float, default=0.9, help="share that must be killed")
    parser.add_argument("--sample", action="store_true", help="runs only three mutants, for the test suite")
    parser.add_argument("--list", action="store_true", help="prints the selected mutants")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="starts no mutant after this time")
    parser.add_argument("--jobs", type=int, default=2, help="number of compilers in parallel")
    options = parser.parse_args()
    if options.count < 1:
        parser.error("--count must be at least 1")
    if options.sample:
        options.seed, options.count, options.only, options.least = SAMPLE_SEED, SAMPLE_COUNT, SAMPLE_FILES, SAMPLE_LEAST
    return options


def prepare(root, options):
    """Returns the build, the selected sites, and a phrase with the number of all sites."""
    build = Build(root, os.path.realpath(os.path.join(root, options.build)))
    sites, left_out = find_sites(root, build, options.only)
    if not sites:
        raise Unusable("no site matches")
    drawn = draw(sites, options.seed, options.count)
    if unknown := sorted({site.module for site in drawn} - set(PROGRAMS)):
        raise Unusable(f"collision/{unknown[0]} has no test program; add it to PROGRAMS")
    size = f"{len(sites)} sites; {left_out} more are in headers that more than {MOST_OBJECTS} objects read"
    return build, drawn, size


def conclude(root, rows, size, options):
    """Writes and prints the results. Returns whether enough mutants were killed."""
    if rows and not options.sample:
        write_table(root, rows)
        write_summary(root, rows, options.seed, size)
    for name, *counts in counts_of(rows):
        print(f"{name}: " + ", ".join(f"{count} {verdict}" for count, verdict in zip(counts, VERDICTS)))
    print(f"drawn from {size}")
    killed, survived = (sum(row["verdict"] == verdict for row in rows) for verdict in (KILLED, SURVIVED))
    share = killed / (killed + survived) if killed + survived else 0.0
    print(f"{killed} of {killed + survived} killed ({share:.0%}); at least {options.least:.0%} is required")
    return share >= options.least


def main():
    options = read_options()
    root = os.path.realpath(options.root)
    rows = []
    try:
        build, drawn, size = prepare(root, options)
        if options.list:
            for site in drawn:
                print(describe(row_of(root, site, options.seed, "", ""), site.line))
            return 0
        for row in run(root, build, drawn, options):
            rows.append(row)
    except Unusable as reason:
        print(reason)
        if rows:
            conclude(root, rows, size, options)  # the results so far
        return 2
    return 0 if conclude(root, rows, size, options) else 1


if __name__ == "__main__":
    sys.exit(main())
