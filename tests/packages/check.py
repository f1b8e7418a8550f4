#!/usr/bin/env python3
"""Makes the Debian packages and uses their contents: check.py BUILD CXX. Unpacks the packages instead of installing them,
which needs no rights, and reads their dependencies from the control files."""
import os
import re
import shutil
import subprocess
import sys
import tempfile


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def field(package, name):
    return run("dpkg-deb", "-f", package, name).strip()


def require(condition, message):
    if not condition:
        sys.exit(message)


PROGRAM = """#include <boxwood/boxwood.hpp>
#include <cstdio>
int main() {
    const auto box = boxwood::api::Convex::box({1, 1, 1}).value();
    const auto at = boxwood::api::Pose::from_translation({3, 0, 0}).value();
    std::printf("%g\\n", boxwood::api::distance(box, {}, box, at).value);
}
"""


def check_program(root, package):
    require(re.search(r"libc6 .*libsdl2", field(package, "Depends").replace("\n", " "), re.I), "boxwood depends on no SDL2")
    program = os.path.join(root, "usr/bin/boxwood")
    require(run(program, "--version").startswith("boxwood "), "the program does not print its version")
    environment = dict(os.environ, BOXWOOD_ASSETS="")
    report = run(program, "run", "walkthrough", "--headless", "--frames", "2", "--report", "-", cwd="/", env=environment)
    require("Kitchen" in report, "the installed program does not find its scenes")
    for file in ("man/man1/boxwood.1", "bash-completion/completions/boxwood", "zsh/vendor-completions/_boxwood",
                 "fish/vendor_completions.d/boxwood.fish", "applications/boxwood.desktop",
                 "icons/hicolor/scalable/apps/boxwood.svg"):
        path = os.path.join(root, "usr/share", file)
        require(os.path.exists(path) and os.path.getsize(path) > 0, f"{file} is missing or empty")
    with open(program, "rb") as file:
        binary = file.read()
    source = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
    require(source.encode() + b"/" not in binary, f"the program names the source folder {source}")


def check_library(root, cxx, folder):
    source = os.path.join(folder, "first.cpp")
    with open(source, "w", encoding="ascii") as file:
        file.write(PROGRAM)
    pkg_config = run("find", root, "-name", "boxwood.pc").split()
    require(len(pkg_config) == 1, f"pkg-config files: {pkg_config}")
    libraries = os.path.dirname(os.path.dirname(pkg_config[0]))
    environment = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pkg_config[0]), LD_LIBRARY_PATH=libraries)
    for name in ("boxwood", "boxwood-shared"):
        flags = run("pkg-config", "--cflags", "--libs", name, env=environment).split()
        binary = os.path.join(folder, name)
        run(cxx, "-std=c++20", source, *flags, "-o", binary)
        require(run(binary, env=environment).strip() == "1", f"the program against {name} gives another distance than 1")
        needed = [line for line in run("readelf", "-d", binary).splitlines() if "NEEDED" in line and "boxwood" in line]
        require(bool(needed) == (name == "boxwood-shared"), f"{name} needs {needed}")


def check_shared_library(root, package):
    version = field(package, "Version").split(".")
    soname = f"libboxwood.so.{version[0]}.{version[1]}"
    path = run("find", root, "-name", soname).strip()
    require(path, f"{soname} is missing")
    require(f"[{soname}]" in run("readelf", "-d", path), f"its soname is not {soname}")
    names = [line.split(maxsplit=2)[2] for line in run("nm", "-DC", "--defined-only", path).splitlines()]
    foreign = [name for name in names
               if not re.search(r"\bboxwood::(api::|report_broken_requirement|set_assert_handler)", name)]
    require(len(names) > 50 and not foreign, f"it exports other symbols than the facade's: {foreign[:5]}")


def check_python(root):
    path = os.path.join(root, "usr/lib/python3/dist-packages")
    text = "import boxwood as bw; print(bw.distance(bw.Convex.box([1, 1, 1]), None, bw.Convex.box([1, 1, 1]), None).value)"
    require(run("/usr/bin/python3", "-B", "-c", text, env=dict(os.environ, PYTHONPATH=path), cwd="/").strip() == "0.0",
            "the Python package gives a wrong distance")


def check_files(packages):
    owner = {}
    for name, package in packages.items():
        lines = [line.split(maxsplit=5) for line in run("dpkg-deb", "-c", package).splitlines()]
        files = {line[5].split(" -> ")[0] for line in lines if not line[0].startswith("d")}
        for path in files:
            require(path not in owner, f"{path} is in {owner.get(path)} and in {name}: dpkg does not install both")
            owner[path] = name
        require(f"./usr/share/doc/{name}/copyright" in files, f"{name} has no copyright file")


def main():
    build, cxx = sys.argv[1:3]
    if not shutil.which("dpkg-shlibdeps"):
        sys.exit(77)  # not on Debian
    with tempfile.TemporaryDirectory() as folder:
        run("cpack", "-B", folder, cwd=build)
        packages = {field(os.path.join(folder, name), "Package"): os.path.join(folder, name)
                    for name in os.listdir(folder) if name.endswith(".deb")}
        shared = next((name for name in packages if re.fullmatch(r"libboxwood[0-9.]+", name)), "libboxwood0")
        require(set(packages) == {"boxwood", shared, "libboxwood-dev", "python3-boxwood"}, f"packages: {sorted(packages)}")
        require(shared in field(packages["libboxwood-dev"], "Depends"), f"libboxwood-dev does not depend on {shared}")
        check_files(packages)
        root = os.path.join(folder, "root")
        for package in packages.values():
            run("dpkg-deb", "-x", package, root)
        check_program(root, packages["boxwood"])
        check_library(root, cxx, folder)
        check_shared_library(root, packages[shared])
        check_python(root)


if __name__ == "__main__":
    main()
