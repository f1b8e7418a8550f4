#!/usr/bin/env python3
"""Checks that the numbers that README.md and docs/ quote from bench/results equal those in bench/results.

    quoted_numbers.py [FOLDER]            prints the quotations that differ; exit status 1 if there are any
    quoted_numbers.py --write [FOLDER]    writes the numbers of the results into the pages

FOLDER contains README.md, docs/ and bench/results/; without it, the folder of the project. Each quotation below is a piece
of a page, with {} in place of each number or name from the results. To quote another number, add a Quotation.
Exit status 2: a file, row or column is missing, or the page does not contain the piece exactly once.
"""
import csv
import dataclasses
import decimal
import functools
import pathlib
import re
import statistics
import sys


class Missing(Exception):
    """A row, a column or a piece of a page does not exist, or is not unique."""


@dataclasses.dataclass(frozen=True)
class Quotation:
    page: str
    text: str  # with {} for each value
    values: tuple  # functions of a Results; they return text


def rounded(number, decimals):
    """Rounds the decimal text of a number to `decimals` decimals; half of the last decimal is rounded up."""
    exponent = decimal.Decimal(1).scaleb(-decimals)
    return str(decimal.Decimal(number).quantize(exponent, rounding=decimal.ROUND_HALF_UP))


def short(number):
    """Rounds to four digits, but to at most two decimals and at least to a whole number. Has a comma from 10,000 on."""
    before = len(str(int(float(number))))
    text = rounded(number, max(0, min(2, 4 - before)))
    return f"{int(text):,}" if before > 4 else text


class Results:
    def __init__(self, folder):
        self.folder = folder

    @functools.cache
    def rows(self, file):
        lines = (self.folder / file).read_text(encoding="utf-8").splitlines(keepends=True)
        header = next((i for i, line in enumerate(lines) if line.startswith("name,")), 0)
        return list(csv.DictReader(lines[header:]))  # Google Benchmark writes lines about the machine before the header

    def matching(self, file, where):
        rows = [row for row in self.rows(file) if all(row.get(column) == value for column, value in where.items())]
        if not rows:
            raise Missing(f"{file}: no row has {where}")
        return rows

    def number(self, file, column, where):
        rows = self.matching(file, where)
        if len(rows) != 1 or column not in rows[0]:
            raise Missing(f"{file}: {len(rows)} rows have {where}; one with the column '{column}' is needed")
        return rows[0][column]


def cell(file, column, decimals=None, **where):
    """The cell of the only row whose columns have the values `where`, by short(), or rounded if `decimals` is given."""
    def text(results):
        value = results.number(file, column, where)
        return short(value) if decimals is None else rounded(value, decimals)
    return text


def library(file, **where):
    """The library of a peer such as 'fcl obb'."""
    return lambda results: results.number(file, "peer", where).split()[0].upper()


def largest(file, column, decimals):
    """The largest number of a column."""
    def text(results):
        cells = [row[column] for row in results.rows(file) if column in row]
        if not cells:
            raise Missing(f"{file}: no column is named '{column}'")
        return rounded(max(map(decimal.Decimal, cells)), decimals)
    return text


def claimed(file, key, name, decimals):
    """The number that follows `name` in the estimate of the claim with the key `key`. The text of a claim can change when
    the experiment runs again; its key does not."""
    def text(results):
        estimate = results.number(file, "estimate", {"key": key})
        found = re.search(rf"\b{name} ?([0-9.]+)", estimate)
        if not found:
            raise Missing(f"{file}: '{estimate}' does not have '{name}'")
        return rounded(found[1], decimals)
    return text


def ratios(file, prefixes, summary):
    """The summary ('rows', 'median' or 'least') of the ratios in the rows that begin with one of the prefixes."""
    def text(results):
        found = [decimal.Decimal(row["ratio"]) for row in results.rows(file) if row["row"].startswith(prefixes)]
        if not found:
            raise Missing(f"{file}: no row begins with {prefixes}")
        return {"rows": str(len(found)), "median": rounded(statistics.median(found), 2), "least": rounded(min(found), 2)}[summary]
    return text


def family(name, file, prefixes):
    return Quotation("docs/benchmarks.md", f"| {name} | {{}} | {{}} | {{}} |",
                     tuple(ratios(f"peers/{file}-best.csv", prefixes, summary) for summary in ("rows", "median", "least")))


def peer_row(text, file, row, decimals):
    file = f"peers/{file}-best.csv"
    return Quotation("README.md", text, (cell(file, "our_value", decimals, row=row), cell(file, "peer_value", row=row),
                                         library(file, row=row)))


def speed_up(work):
    return cell("scaling-threads/threads.csv", "speed_up", work=work, threads="2", triangles="69620")


def exponent(file, measure):
    return cell(f"scaling-{file}.csv", "exponent", 2, measure=measure)


def headline(boxes):
    return cell("icollide/graph-0-headline.csv", "mean", 3, measure="total_ms", boxes=boxes)


def box_tests(model):
    return claimed("solid-tables/claims.csv", "box-tests", model, 1)


def box_row(name, method):
    """A row of the table of broad phases: ns per box in six scenes."""
    scenes = (("cube", "coherent", "10000"), ("cube", "coherent", "100000"), ("cube", "teleport", "10000"),
              ("line", "coherent", "10000"), ("sizes", "coherent", "10000"), ("city", "coherent", "100000"))
    return Quotation("docs/broad-phases.md", f"| {name} | " + " | ".join(["{}"] * len(scenes)) + " |",
                     tuple(nanoseconds(scene=scene, motion=motion, boxes=boxes, broad_phase=method)
                           for scene, motion, boxes in scenes))


def nanoseconds(**where):
    def text(results):
        value = rounded(results.number("broad_phase.csv", "median_ns_per_box", where), 0)
        return f"{int(value):,}" if len(value) > 4 else value
    return text


def contacts_rows(methods):
    """Rows of the table of queries of two bunnies: first contact and all contacts."""
    bunnies = {"mesh": "stanford-bunny", "workload": "random"}
    return Quotation("docs/hierarchies.md", "\n".join(f"| {name} | {{}} | {{}} |" for name in methods),
                     tuple(cell("peers/mesh_pairs.csv", "us_per_query", wanted=wanted, method=method, **bunnies)
                           for method in methods.values() for wanted in ("first", "all")))


def next_query(angle, memory):
    return cell("next_query.csv", "us_all", 2,
                name=f"next_query/stanford-bunny/{angle} degrees/{memory}/iterations:5/manual_time")


def triangle_row(name):
    return Quotation("docs/triangles.md", f"| `{name}` | ANY | {{}} |",
                     (cell("triangle_tests.csv", "cpu_time", 0, name=name),))


QUOTATIONS = (
    peer_row("| {} µs (`bvh8`, with temporal coherence) | {} µs ({}) |", "mesh_pairs",
             "first, random, stanford-bunny, 69451 triangles", 2),
    peer_row("| overlapping pairs of 10,000 moving boxes, per box | {} ns | {} ns ({}) |", "broad_phase",
             "cube, coherent, 10000 boxes", 1),
    peer_row("| closest features of two polytopes of 100 faces | {} ns | {} ns ({}) |", "closest", "100 faces", 1),
    Quotation("docs/benchmarks.md", "take {} ms (dynamic boxes) and {} ms (fixed cubes)",
              (headline("dynamic boxes"), headline("fixed cubes"))),
    Quotation("docs/benchmarks.md", "AABB trees need {} (torus), {} (craft) and {} (teapot) times the box tests",
              (box_tests("torus"), box_tests("craft"), box_tests("teapot"))),
    Quotation("docs/benchmarks.md", "Cross axes decide at most {} %",
              (largest("solid-exits/exits.csv", "lite_wrong_percent", 1),)),  # SAT-lite leaves the cross axes out
    Quotation("docs/benchmarks.md", "time of all contacts, over triangles | {}; {} |",
              (exponent("triangles/exponents", "contacting pairs"), exponent("triangles/exponents", "all contacts"))),
    Quotation("docs/benchmarks.md", "| build `midpoint`, `binned-sah`, `lbvh`; refit | {}, {}, {}; {} |",
              tuple(exponent("triangles/exponents-making", measure)
                    for measure in ("build, midpoint", "build, binned-area", "build, lbvh", "refit"))),
    Quotation("docs/benchmarks.md", "| collision detection over bodies; sweep and prune alone | {}; {} |",
              (exponent("bodies/exponents", "collision detection"), exponent("bodies/exponents", "broad phase"))),
    Quotation("docs/benchmarks.md", "by `binned-sah` is {} times as fast, by `lbvh` {}, a refit {} and a query for all contacts {}",
              tuple(speed_up(work) for work in ("build, binned-sah", "build, lbvh", "refit", "all contacts"))),
    box_row("`column-grid`", "column-grid"),
    box_row("`sweep-and-prune`", "sweep-and-prune"),
    box_row("`sweep-and-prune-direct`", "sweep-and-prune-direct"),
    box_row("`grid`", "grid"),
    box_row("FCL dynamic tree", "fcl dynamic tree"),
    box_row("Bullet dynamic tree", "bullet dynamic tree"),
    box_row("Embree, rebuild", "embree rebuild"),
    contacts_rows({"`bvh8`, leaves of two": "boxwood bvh8, leaves of 2",
                   "the same, `sat-lite`": "boxwood bvh8, leaves of 2, lite",
                   "`bvh2`, leaves of two": "boxwood aabb binned-sah, leaves of 2",
                   "`bvh2`, `kdop18`": "boxwood kdop18",
                   "`bvh2`, `obb`": "boxwood obb",
                   "`box-tree`": "boxwood box-tree",
                   "FCL, `obb`": "fcl obb"}),
    Quotation("docs/hierarchies.md", "takes {} µs without and {} µs with it at 0.1° per step, but {} and {} µs at 10°",
              tuple(next_query(angle, memory) for angle in ("0.1", "10") for memory in ("none", "memory"))),
    triangle_row("devillers"),
    triangle_row("moller"),
    triangle_row("sat"),
    family("building and refitting", "build", ("",)),
    family("mesh against mesh, contacts", "mesh_pairs", ("first", "all")),
    family("mesh against mesh, distances", "mesh_pairs", ("distance",)),
    family("broad phase", "broad_phase", ("",)),
    family("closest features", "closest", ("",)),
    family("times of impact of polytopes", "contacts", ("time of impact",)),
    family("depths of polytopes", "contacts", ("depth",)),
    family("rays", "contacts", ("ray",)),
)


def pattern_of(text):
    """A sentence may have a line break in place of a space of the text; a row may not. ANY matches any text in a row."""
    space = " +" if text.startswith("|") else r"\s+"
    words = [re.sub(r"(\\ )+", space.replace("\\", r"\\"), re.escape(part)).replace("ANY", ".*") for part in text.split("{}")]
    return re.compile(r"([^\s|()]+)".join(words))


def check(root, writes):
    results = Results(root / "bench" / "results")
    differing = 0
    for quotation in QUOTATIONS:
        page = root / quotation.page
        text = page.read_text(encoding="utf-8")
        found = list(pattern_of(quotation.text).finditer(text))
        if len(found) != 1:
            raise Missing(f"{quotation.page}: '{quotation.text}' occurs {len(found)} times, not once")
        wanted = [value(results) for value in quotation.values]
        if list(found[0].groups()) == wanted:
            continue
        differing += 1
        print(f"{quotation.page}: '{quotation.text}' quotes {', '.join(found[0].groups())}; the results have {', '.join(wanted)}")
        if writes:
            for group in range(len(wanted), 0, -1):
                text = text[:found[0].start(group)] + wanted[group - 1] + text[found[0].end(group):]
            page.write_text(text, encoding="utf-8")
    return differing


def main():
    arguments = sys.argv[1:]
    writes = "--write" in arguments
    folders = [argument for argument in arguments if argument != "--write"]
    if len(folders) > 1 or any(folder.startswith("-") for folder in folders):
        print(__doc__, file=sys.stderr)
        return 2
    root = pathlib.Path(folders[0]) if folders else pathlib.Path(__file__).resolve().parents[1]
    try:
        differing = check(root, writes)
    except (Missing, OSError) as error:
        print(f"quoted_numbers.py: {error}", file=sys.stderr)
        return 2
    print(f"{len(QUOTATIONS)} quotations, {differing} {'corrected' if writes else 'differ'}")
    return 0 if writes or not differing else 1


if __name__ == "__main__":
    sys.exit(main())
