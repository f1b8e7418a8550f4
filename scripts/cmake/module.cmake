# A module is a folder with its subfolders, a static library, and the modules that it may include.
#
#   boxwood_module(engine_meshes PUBLIC boxwood_collision PRIVATE Qhull::qhull_r)
#
# makes the target boxwood_<name> from every .cpp below the current folder; new files are found by CMake.
# TOGETHER: compiled in a few large files. LIGHT: that, and optimised less.
# scripts/check_modules.py checks the #include lines against docs/modules.txt.

add_library(boxwood_flags INTERFACE)
target_compile_features(boxwood_flags INTERFACE cxx_std_20)
target_include_directories(boxwood_flags INTERFACE ${PROJECT_SOURCE_DIR})
# No contraction and no fast-math anywhere: determinism and the exact predicates stand on it.
target_compile_options(boxwood_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -ffp-contract=off
                       -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=) # no path of the machine that built it
# A project that includes this one may use a compiler with warnings that nobody has seen here.
if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(boxwood_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC 12 reports writes and reads past the end of short strings where there are none (its bug 105651).
    target_compile_options(boxwood_flags INTERFACE
        -Wno-array-bounds -Wno-restrict -Wno-stringop-overread -Wno-stringop-overflow)
endif()
if(BOXWOOD_SANITIZE)
    target_compile_options(boxwood_flags INTERFACE -fsanitize=${BOXWOOD_SANITIZE} -fno-sanitize-recover=all
                                                   -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        # In instrumented code GCC also reports uses of uninitialised variants where there are none.
        target_compile_options(boxwood_flags INTERFACE -Wno-maybe-uninitialized)
    endif()
    target_link_options(boxwood_flags INTERFACE -fsanitize=${BOXWOOD_SANITIZE})
endif()

# A third of a file's compile time is reading the headers of others: they are read once, compiled, for each set of options.
# Our own headers stay out, so that an edit rebuilds what includes it and nothing else.
set(boxwood_pch_headers
    <algorithm> <array> <bit> <cmath> <cstdint> <cstring> <filesystem> <functional> <limits> <map> <memory> <optional>
    <queue> <random> <span> <string> <string_view> <tuple> <utility> <variant> <vector>
    <glm/glm.hpp> <glm/gtc/quaternion.hpp>)

# -O3 for the library and what simulates; -O1 for what draws, reads and prints, where nobody notices the difference.
set(boxwood_light_optimisation $<$<CONFIG:Release>:-O1>)

# boxwood_pch is for what is fully optimised, boxwood_pch_light for the others.
add_library(boxwood_pch OBJECT ${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp)
add_library(boxwood_pch_light OBJECT ${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp)
target_compile_options(boxwood_pch_light PRIVATE ${boxwood_light_optimisation})
foreach(pch boxwood_pch boxwood_pch_light)
    target_link_libraries(${pch} PRIVATE boxwood_flags glm::glm)
    target_precompile_headers(${pch} PRIVATE ${boxwood_pch_headers})
endforeach()

# Compiles `files` files of the target at a time, so that their headers are read once. Larger numbers make whole builds
# faster and edits slower. A file whose local names another one has puts them into a namespace of its own.
function(boxwood_compile_together target files)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        # It takes the files for headers, whose classes may not have members of local types.
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
endfunction()

function(boxwood_module name)
    cmake_parse_arguments(MODULE "LIGHT;TOGETHER" "" "PUBLIC;PRIVATE" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
    if(sources)
        add_library(boxwood_${name} STATIC ${sources} ${headers})
        target_link_libraries(boxwood_${name} PUBLIC ${MODULE_PUBLIC} PRIVATE ${MODULE_PRIVATE} $<BUILD_INTERFACE:boxwood_flags>)
        if(MODULE_LIGHT)
            target_compile_options(boxwood_${name} PRIVATE ${boxwood_light_optimisation})
            target_precompile_headers(boxwood_${name} REUSE_FROM boxwood_pch_light)
        else()
            target_precompile_headers(boxwood_${name} REUSE_FROM boxwood_pch)
        endif()
        if(MODULE_LIGHT OR MODULE_TOGETHER)
            boxwood_compile_together(boxwood_${name} 10)
        endif()
        target_include_directories(boxwood_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
        # Fuzz builds are not edited, so they compile these modules, whose files share no local names, as one file each.
        if(BOXWOOD_FUZZ AND name MATCHES "^engine_(import|scene|sim|workloads)$")
            set_target_properties(boxwood_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
        endif()
    else()
        add_library(boxwood_${name} INTERFACE)
        target_link_libraries(boxwood_${name} INTERFACE ${MODULE_PUBLIC} $<BUILD_INTERFACE:boxwood_flags>)
        target_include_directories(boxwood_${name} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
    endif()
endfunction()
