#!/usr/bin/env python3
"""Installs the Debian packages in a minimal Debian 12 and runs the first programs of the documents there, unchanged:

    bare_debian.py BUILD

Needs root, debootstrap and a Debian mirror; takes minutes. Exit status 77 (skipped) without root, debootstrap or
BOXWOOD_LONG_TESTS=1."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))

SCRIPT = """set -e
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends /debs/*.deb g++ pkg-config
cd /tmp
for library in boxwood boxwood-shared; do
    g++ -std=c++20 /debs/first.cpp $(pkg-config --cflags --libs $library) -o first
    ./first
done
python3 /debs/first.py
boxwood list labs
printf 'v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf 1 2 3\\n' > t.obj
boxwood query t.obj t.obj --json
boxwood run multi-body --headless --frames 2
"""


def block(page, language, word):
    with open(os.path.join(SOURCE, page), encoding="utf-8") as file:
        return next(text for text in re.findall(rf"^```{language}\n(.*?)^```", file.read(), re.M | re.S) if word in text)


def main():
    build = sys.argv[1]
    if os.getuid() != 0 or not shutil.which("debootstrap") or os.environ.get("BOXWOOD_LONG_TESTS") != "1":
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.join(folder, "root")
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", root], check=True)
        debs = os.path.join(root, "debs")
        os.makedirs(debs)
        subprocess.run(["cpack", "-B", os.path.join(folder, "packages")], cwd=build, check=True)
        for name in os.listdir(os.path.join(folder, "packages")):
            if name.endswith(".deb"):
                shutil.copy(os.path.join(folder, "packages", name), debs)
        for name, text in (("first.cpp", block("README.md", "cpp", "int main")), ("go.sh", SCRIPT),
                           ("first.py", block("docs/python.md", "python", "import boxwood"))):
            with open(os.path.join(debs, name), "w", encoding="utf-8") as file:
                file.write(text)
        shutil.copy("/etc/resolv.conf", os.path.join(root, "etc/resolv.conf"))
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/tmp"}
        subprocess.run(["mount", "-t", "proc", "proc", os.path.join(root, "proc")], check=True)
        try:
            done = subprocess.run(["chroot", root, "bash", "/debs/go.sh"], env=environment, check=False)
        finally:
            subprocess.run(["umount", os.path.join(root, "proc")], check=False)
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
