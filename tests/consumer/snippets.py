"""Writes each program of a page, that is each C++ block with a main function, to FOLDER/snippet_N.cpp.

    snippets.py FOLDER PAGE...
"""
import os
import re
import sys


def main():
    folder, pages = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    count = 0
    for page in pages:
        with open(page, encoding="utf-8") as file:
            for block in re.findall(r"^```cpp\n(.*?)^```", file.read(), re.M | re.S):
                if "int main()" not in block:
                    continue
                with open(os.path.join(folder, f"snippet_{count}.cpp"), "w", encoding="utf-8") as out:
                    out.write(block)
                count += 1
    return 0 if count > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
