#!/usr/bin/env bash
# Runs all tests: installs what is missing, builds, tests the release build, then, built by clang under the address and
# undefined-behaviour sanitizers with assertions on, the library and what reads foreign data once more, and the fuzz
# targets for some seconds each.
#   ./test.sh                            all of it
#   ./test.sh ARGUMENTS OF ctest         the release build only, e.g. ./test.sh -R volumes
#   ./test.sh --long                     the release build with the full random counts, then each fuzz target for an hour
#   ./test.sh --long ARGUMENTS OF ctest  the release build only
# BOXWOOD_UNITY_FACTOR=3 compiles three times as many files together: a complete build is faster, a rebuild slower.
# The last line is "N passed, M failed" over all runs; exit status 0 if M is 0 and N is not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# What the sanitizers see again. Drawing and the window are left out: their drivers are not ours, and slow there.
sanitized=(tests/collision/* tests/contracts tests/engine/capture tests/engine/judge tests/engine/import tests/engine/meshes tests/engine/scene)
# shellcheck source=scripts/packages.sh
. scripts/packages.sh
# shellcheck source=scripts/build.sh
. scripts/build.sh

passed=0
failed=0

# "N M": tests passed and failed in a JUnit file of ctest's.
count_results() {
    python3 - "$1" 2>/dev/null <<'PYTHON'
import sys
import xml.etree.ElementTree
cases = [case.get("status") for case in xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase")]
print(cases.count("run"), cases.count("fail"))
PYTHON
}

# run_tests PRESET [ARGUMENTS OF ctest] : adds to passed and failed what ctest wrote. A ctest that fails without a
# failed test (a program that is not there, a bad argument) counts as one.
run_tests() {
    local preset=$1 results=$PWD/build/$1/results.xml status=0 counts
    shift
    rm -f "$results"
    echo "== test $preset"
    ctest --test-dir "build/$preset" -j "$(build_jobs)" --output-on-failure --output-junit "$results" "$@" |
        awk '/Test +#[0-9]+: .* Passed/ { next } /^ +Start +[0-9]+:/ { next } { print; fflush() }' || status=$?
    counts=$(count_results "$results") || counts="0 0"
    [ "$status" = 0 ] || [ "${counts#* }" != 0 ] || counts="${counts% *} 1"
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
}

# build_and_run PRESET BENCH "TARGET..." [ARGUMENTS OF ctest] : a build that fails counts as one failed test.
build_and_run() {
    local preset=$1 bench=$2 wanted=$3
    shift 3
    # shellcheck disable=SC2086 # the targets are words
    if configure "$preset" -DBOXWOOD_BUILD_TESTS=ON "-DBOXWOOD_BUILD_BENCH=$bench" "${options[@]}" &&
        { echo "== build $preset"; build "$preset" $wanted; }; then
        run_tests "$preset" "$@"
    else
        echo "the $preset build failed" >&2
        failed=$((failed + 1))
    fi
}

# Random counts: see tests/oracles/effort.hpp. A long test may take its time.
length=usual options=() fuzz_seconds=5
if [ "${1:-}" = --long ]; then
    shift
    length=long options=(-DBOXWOOD_TEST_TIMEOUT=14400) fuzz_seconds=3600
    export BOXWOOD_LONG_TESTS=1
fi

groups=(build run test)
[ $# != 0 ] || groups+=(fuzz)
ensure_packages "${groups[@]}"
fuzz_options=("${options[@]}")
[ -z "${BOXWOOD_UNITY_FACTOR:-}" ] || options+=("-DBOXWOOD_UNITY_FACTOR=$BOXWOOD_UNITY_FACTOR")
build_and_run release ON all "$@"

if [ $# = 0 ]; then
    options=("${fuzz_options[@]}" "-DBOXWOOD_FUZZ_SECONDS=$fuzz_seconds")
    targets=(fuzz_targets) pattern=fuzz/
    if [ "$length" = usual ]; then
        export BOXWOOD_BRIEF_TESTS=1 # under sanitizers every case is slow
        for folder in "${sanitized[@]#tests/}"; do
            compgen -G "tests/$folder/*.cpp" >/dev/null || continue
            targets+=("test_${folder//\//_}")
            pattern+="|$folder/"
        done
    fi
    build_and_run fuzz OFF "${targets[*]}" -R "^($pattern)"
fi

[ $((passed + failed)) != 0 ] || echo "no test was executed" >&2
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
