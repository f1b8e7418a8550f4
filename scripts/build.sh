# shellcheck shell=bash disable=SC2154 # packages_changed is set by packages.sh
# Functions that configure and build. run.sh and test.sh source this file after scripts/packages.sh.

# Prints the number of parallel compilers: one per core, but at most one per GiB of free memory, because compiling a
# test file takes about 1 GiB.
build_jobs() {
    local cores memory limit used
    cores=$(nproc 2>/dev/null || echo 2)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null)
    if limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null) && [ "$limit" != max ]; then
        used=$(cat /sys/fs/cgroup/memory.current 2>/dev/null || echo 0)
        limit=$(((limit - used) / 1073741824))
        [ "$limit" -lt "${memory:-$limit}" ] && memory=$limit
    fi
    [ -n "$memory" ] && [ "$memory" -lt "$cores" ] && cores=$memory
    [ "$cores" -ge 1 ] || cores=1
    echo "$cores"
}

# configure PRESET [CMAKE ARGUMENT...] : configures build/PRESET, unless it is already configured with the same
# arguments. If a CMake file changes later, ninja runs CMake again.
configure() {
    local preset=$1 folder=build/$1 fresh=() log
    shift
    if [ "$packages_changed" = 0 ] && [ -f "$folder/build.ninja" ] &&
        [ "$(cat "$folder/configured-as" 2>/dev/null)" = "$PWD $*" ]; then
        return 0
    fi
    # A build folder that was moved or copied contains paths of its previous location.
    [ -f "$folder/configured-as" ] && [[ "$(cat "$folder/configured-as")" != "$PWD "* ]] && fresh=(--fresh)
    echo "== configure $preset"
    mkdir -p "$folder"
    # If this fails, CMake keeps the new arguments in its cache, so no later call can rely on the folder.
    echo "$PWD (not finished)" >"$folder/configured-as"
    log=$folder/configure.log
    # CMake's cache keeps the timeout of an earlier test.sh --long.
    if ! cmake --preset "$preset" "${fresh[@]}" -U BOXWOOD_TEST_TIMEOUT "$@" >"$log" 2>&1; then
        grep -A 12 -m 1 'CMake Error' "$log" >&2 || tail -n 20 "$log" >&2
        echo "configuring failed (log: $log)" >&2
        return 1
    fi
    echo "$PWD $*" >"$folder/configured-as"
}

# build PRESET [TARGET...] : builds. On a terminal, shows ninja's status line; otherwise prints a line after each tenth
# of the work.
build() {
    local folder=build/$1 targets=() target jobs
    shift
    for target; do targets+=(--target "$target"); done
    jobs=$(build_jobs)
    if [ -t 1 ]; then
        NINJA_STATUS='[%f/%t] ' cmake --build "$folder" -j "$jobs" "${targets[@]}"
    else
        NINJA_STATUS='[%f/%t] ' cmake --build "$folder" -j "$jobs" "${targets[@]}" 2>&1 | awk '
            /^\[[0-9]+\/[0-9]+\] / {
                split(substr($1, 2), part, "/")
                tenth = int(10 * part[1] / (part[2] + 0))
                if (tenth > shown) { shown = tenth; print "   built " part[1] " of " part[2] + 0; fflush() }
                next
            }
            !/^ninja: no work to do/ { print; fflush() }'
    fi
}
