# shellcheck shell=bash disable=SC2034 # packages_changed is read by build.sh
# The only list of the system packages that Boxwood needs, and functions that install them. Sourced by run.sh and
# test.sh. The names are package names of Debian and Ubuntu. With BOXWOOD_SKIP_PACKAGES=1, nothing is checked or
# installed.

# Prints lines with group, package and purpose.
package_list() {
    cat <<'LIST'
build g++               compiler
build cmake             generates the build
build ninja-build       runs the build
build pkg-config        finds Dear ImGui
build python3-glad      generates the OpenGL loader
build libsdl2-dev       window, input, off-screen drawing
build libimgui-dev      interface
build libstb-dev        writes pictures
build libglm-dev        vectors and matrices
build libassimp-dev     reads meshes
build libqhull-dev      convex hulls
build nlohmann-json3-dev reads and writes scenes, poses, reports
build libcli11-dev      command line
build libtbb-dev        threads
build libzstd-dev       compresses captures
build zlib1g-dev        checksums of captures
build fonts-inter       interface font
run   libgl1            OpenGL
run   libegl1           OpenGL without a window
run   libgl1-mesa-dri   OpenGL drivers, also for machines without a GPU
test  libgtest-dev      test framework
test  libbenchmark-dev  benchmarks
test  python3           tests of the source tree and the command line
test  pybind11-dev      builds the Python package
test  python3-dev       headers for the Python package
test  python3-numpy     arrays for the Python package
test  python3-pytest    tests of the Python package
test  dpkg-dev          makes the Debian packages
test  file              finds programs in the Debian packages
test  doxygen           reference of the library
test  liburdfdom-dev    reads the robot of an example
test  libopenmpi-dev    builds boxwood-mpi
test  openmpi-bin       runs boxwood-mpi
test  git               checks of the tracked files
test  libx11-dev        drops files on windows under test
test  xvfb              virtual screen for window tests
test  xauth             access to the virtual screen
test  xdotool           mouse and keyboard input for window tests
test  imagemagick       reads pictures of window tests
fuzz  clang-14          compiles the fuzz targets
fuzz  libclang-rt-14-dev libFuzzer and the sanitizers
LIST
}

# missing_packages GROUP... : prints a line "package purpose" for each package that is not installed. Calls dpkg-query
# only once.
missing_packages() {
    local wanted names
    wanted=$(package_list | awk -v groups=" $* " 'index(groups, " " $1 " ")')
    names=$(awk '{ print $2 }' <<<"$wanted")
    # shellcheck disable=SC2086,SC2016 # names are words; ${...} is dpkg-query's
    { dpkg-query -W -f='${Package} ${db:Status-Status}\n' $names 2>/dev/null || true; echo; echo "$wanted"; } |
        awk 'NF == 0 { listed = 1; next }
             !listed { if ($2 == "installed") have[$1] = 1; next }
             !($2 in have) { group = $1; $1 = ""; sub(/^ /, ""); print }'
}

# ensure_packages GROUP... : prints and installs the missing packages. Sets packages_changed to 1 if it installed any.
# Ends the script with status 2 if it cannot install them.
ensure_packages() {
    packages_changed=0
    [ "${BOXWOOD_SKIP_PACKAGES:-0}" = 0 ] || return 0
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        command -v dpkg-query >/dev/null && [ -z "$(missing_packages "$@")" ] && return 0
        {
            echo "This system has no apt-get. Install what these Debian packages contain, then set BOXWOOD_SKIP_PACKAGES=1:"
            package_list | awk -v groups=" $* " 'index(groups, " " $1 " ") { $1 = ""; sub(/^ /, "  "); print }'
        } >&2
        exit 2
    fi
    local missing names as_root=()
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    names=$(awk '{ print $1 }' <<<"$missing" | tr '\n' ' ')

    echo "== packages to install:"
    awk '{ name = $1; $1 = ""; printf "   %-20s%s\n", name, $0 }' <<<"$missing"
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "Installing packages needs root or sudo. As root: apt-get install --no-install-recommends $names" >&2
            exit 2
        fi
        as_root=(sudo)
    fi
    local log
    log=$(mktemp)
    # shellcheck disable=SC2086
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q update >"$log" 2>&1 ||
        ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
            install --no-install-recommends $names >>"$log" 2>&1; then
        tail -n 5 "$log" >&2
        echo "apt-get failed (log: $log). By hand: apt-get update && apt-get install --no-install-recommends $names" >&2
        exit 2
    fi
    rm -f "$log"
    packages_changed=1
}
