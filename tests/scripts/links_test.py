"""Links and paths in the pages are valid: files, headings, and the files and folders named in backticks."""
import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("app", "assets", "bench", "collision", "docs", "engine", "examples", "scripts", "shaders", "tests", "third_party")
PATH = re.compile(r"`((?:" + "|".join(FOLDERS) + r")/[\w./-]+)`")


def without_code(text):
    return re.sub(r"^```.*?^```\n", "", text, flags=re.M | re.S)


def anchors_of(text):
    """The headings in the form in which links refer to them."""
    headings = re.findall(r"^#+ (.*)$", without_code(text), re.M)
    return {re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def broken_links(page, text, read):
    """Broken links of the text of `page`. read(path) returns the text of a file, "" for a folder, None otherwise."""
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = text if path == "" else read(os.path.normpath(os.path.join(os.path.dirname(page), path)))
        if there is None or (anchor and anchor not in anchors_of(there)):
            broken.append(f"{page}: {target}")
    for path in PATH.findall(without_code(text)):
        if not re.search(r"[A-Z]{4}", path) and read(path) is None:  # names such as docs/NAME.md are placeholders
            broken.append(f"{page}: {path}")
    return broken


def read_file(path):
    full = os.path.join(ROOT, path)
    if os.path.isdir(full):
        return ""
    if not os.path.isfile(full):
        return None
    with open(full, encoding="utf-8", errors="replace") as file:
        return file.read()


class LinksTest(unittest.TestCase):
    def test_broken_links_are_found(self):
        pages = {"docs/b.md": "# One, two\n", "engine/x.hpp": ""}
        text = "# Here it is\n[a](b.md#one-two) [c](#here-it-is) [w](https://x.org) `engine/x.hpp` `docs/NAME.md`\n"
        self.assertEqual(broken_links("docs/a.md", text, pages.get), [])
        text = "[a](c.md) [b](b.md#three) `engine/y.hpp`\n```\n[c](d.md)\n```\n"
        self.assertEqual(broken_links("docs/a.md", text, pages.get),
                         ["docs/a.md: c.md", "docs/a.md: b.md#three", "docs/a.md: engine/y.hpp"])

    def test_the_pages_have_no_broken_links(self):
        pages = ["README.md", "bench/results/README.md", "third_party/README.md", "examples/adapters/README.md"]
        pages += [os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, "docs", "*.md"))]
        self.assertGreater(len(pages), 20)
        self.assertEqual([link for page in sorted(pages) for link in broken_links(page, read_file(page), read_file)], [])


if __name__ == "__main__":
    unittest.main()
