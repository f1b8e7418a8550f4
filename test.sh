#!/usr/bin/env bash
# Runs all tests: installs what is missing, builds, tests the release build, then what reads foreign data once more
# under the address and undefined-behaviour sanitizers.
#   ./test.sh [ARGUMENTS OF ctest]       e.g. ./test.sh -R volumes
# The last line is "N passed, M failed" over all runs; exit status 0 if M is 0 and N is not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
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

build_and_run() {
    local preset=$1 options=$2
    shift 2
    # shellcheck disable=SC2086 # options are words
    if configure "$preset" $options && { echo "== build $preset"; build "$preset"; }; then
        run_tests "$preset" "$@"
    else
        echo "the $preset build failed" >&2
        failed=$((failed + 1))
    fi
}

ensure_packages build run test
build_and_run release "-DBOXWOOD_BUILD_TESTS=ON -DBOXWOOD_BUILD_BENCH=ON" "$@"
build_and_run asan "-DBOXWOOD_BUILD_TESTS=ON -DBOXWOOD_BUILD_BENCH=OFF" "$@"

[ $((passed + failed)) != 0 ] || echo "no test was executed" >&2
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
