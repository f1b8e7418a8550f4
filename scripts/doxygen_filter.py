#!/usr/bin/env python3
"""A filter for Doxygen: turns the plain comments of a public header into documentation comments.

doxygen_filter.py HEADER     prints the header on standard output, line by line

The comment at the beginning of the file describes the file. A comment before a declaration or after a member describes
that declaration or member. Namespace boxwood::api is replaced by boxwood, which users write.
"""
import re
import sys

KEY = re.compile(r"(What|Frame|Units|Invariants|Threads|Degenerate input|Errors|Cost|Source|Departs from the source|Oracle): +(.*)")


def head(lines):
    out, is_code = ["/** @file"], False
    for before, line in zip(["", *lines], lines):
        text = line[2:].strip()
        # Indented lines after an empty line are code.
        if not is_code and before == "//" and line.startswith("//     "):
            out.append("@code{.cpp}")
            is_code = True
        if is_code:
            if text:
                out.append(text)
                continue
            out.append("@endcode")
            is_code = False
        key = KEY.match(text)
        if key:
            text = f"@par {key[1]}\n{key[2]}" if key[1] != "What" else key[2][:1].upper() + key[2][1:]
        out.append(text)
    return out + ["*/"]


def translate(line):
    line = line.replace("namespace boxwood::api", "namespace boxwood")
    if line.lstrip().startswith("//"):
        return line.replace("//", "///", 1)
    code, mark, comment = line.partition(" // ")
    return f"{code} ///< {comment}" if mark and code.strip() not in ("}", "") else line


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = file.read().splitlines()
    count = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    print("\n".join(head(lines[:count]) + [translate(line) for line in lines[count:]]))


if __name__ == "__main__":
    main()
