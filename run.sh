#!/usr/bin/env bash
# Starts Boxwood: installs what is missing, builds, runs.
#   ./run.sh [ARGUMENTS OF boxwood]      e.g. ./run.sh a.obj b.ply      ./run.sh list workloads
# On a machine without a display it runs the same thing off-screen and leaves a picture and a report in out/.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
boxwood=$root/build/release/app/boxwood

prepare() {
    cd "$root"
    # shellcheck source=scripts/packages.sh
    . scripts/packages.sh
    # shellcheck source=scripts/build.sh
    . scripts/build.sh
    ensure_packages build run
    # Tests that ./test.sh has switched on stay on.
    if grep -qs -e '-DBOXWOOD_BUILD_TESTS=ON' build/release/configured-as; then
        configure release -DBOXWOOD_BUILD_TESTS=ON -DBOXWOOD_BUILD_BENCH=ON
    else
        configure release -DBOXWOOD_BUILD_TESTS=OFF -DBOXWOOD_BUILD_BENCH=OFF
    fi
    local targets=(boxwood)
    case "$*" in bench | "bench "* | "list benches") targets+=(boxwood-bench) ;; esac # boxwood starts it
    build release "${targets[@]}"
}

# True if these arguments never open a window: all commands but those that show a lab.
is_headless() {
    case "${1:-}" in "" | -* | run | replay) ;; *) ! "$boxwood" list commands | grep -qxF -e "$1" -e import || return 0 ;; esac
    local argument
    for argument; do
        case "$argument" in --headless | --verify | --help | -h | --version) return 0 ;; esac
    done
    return 1
}

has_option() {
    local option=$1 argument
    shift
    for argument; do
        case "$argument" in "$option" | "$option="*) return 0 ;; esac
    done
    return 1
}

# The same as the window would show, drawn off-screen.
run_without_display() {
    local arguments=("$@") name out=$root/out status=0
    [ "$PWD" != "$root" ] || out=out
    case "${1:-}" in
        run | replay) ;;
        "" | -*) arguments=(run multi-body "$@") ;;
        *) arguments=(run "$@") ;;
    esac
    name=multi-body
    local argument
    for argument in "${arguments[@]:1}"; do
        case "$argument" in -*) ;; *) name=$argument; break ;; esac
    done
    arguments+=(--headless)
    # A capture stays at what is wrong, a recording has its frames.
    case "${arguments[*]}" in
        *.mcap*) has_option --record "$@" && ! has_option --frames "$@" && arguments+=(--frames 300) ;;
        *) has_option --frames "$@" || arguments+=(--frames 300) ;;
    esac
    name=$(basename -- "${name%.*}")
    has_option --screenshot "$@" || arguments+=(--screenshot "$out/$name.png")
    has_option --report "$@" || arguments+=(--report "$out/$name.json")
    mkdir -p "$out"
    echo "== no display: running off-screen"
    echo "   boxwood ${arguments[*]}"
    "$boxwood" "${arguments[@]}" || status=$?
    [ "$status" -gt 1 ] || has_option --screenshot "$@" || echo "   picture: $out/$name.png"
    [ "$status" -gt 1 ] || has_option --report "$@" || echo "   report:  $out/$name.json"
    return "$status"
}

(prepare "$@") >&2
if [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ] && ! is_headless "$@"; then
    run_without_display "$@"
else
    exec "$boxwood" "$@"
fi
