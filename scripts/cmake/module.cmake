# A module is a folder with its subfolders, a static library, and the modules that it may include.
#
#   boxwood_module(engine_meshes PUBLIC boxwood_collision PRIVATE Qhull::qhull_r)
#
# makes the target boxwood_<name> from every .cpp file below the current folder. CMake finds new files.
# TOGETHER compiles the files in a few large unity files. LIGHT does the same with less optimization.
# scripts/check_modules.py checks the #include lines against docs/modules.txt.

add_library(boxwood_flags INTERFACE)
target_compile_features(boxwood_flags INTERFACE cxx_std_20)
target_include_directories(boxwood_flags INTERFACE ${PROJECT_SOURCE_DIR})
# No contraction and no fast-math anywhere: determinism and the exact predicates depend on IEEE operations.
target_compile_options(boxwood_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -ffp-contract=off
                       -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=) # keeps paths of the build machine out of binaries
# A project that includes this one can use a compiler with other warnings, so only a top-level build has -Werror.
if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(boxwood_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC 12 wrongly reports writes and reads past the end of short strings (GCC bug 105651).
    target_compile_options(boxwood_flags INTERFACE
        -Wno-array-bounds -Wno-restrict -Wno-stringop-overread -Wno-stringop-overflow)
endif()
if(BOXWOOD_SANITIZE)
    target_compile_options(boxwood_flags INTERFACE -fsanitize=${BOXWOOD_SANITIZE} -fno-sanitize-recover=all
                                                   -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        # In instrumented code, GCC also wrongly reports uses of uninitialized variants.
        target_compile_options(boxwood_flags INTERFACE -Wno-maybe-uninitialized)
    endif()
    target_link_options(boxwood_flags INTERFACE -fsanitize=${BOXWOOD_SANITIZE})
endif()

# Parsing headers of other libraries takes a third of the compile time of a file, so they are precompiled for each set
# of options. The project's own headers are not precompiled: after an edit, only the files that include it are rebuilt.
set(boxwood_pch_headers
    <algorithm> <array> <bit> <cmath> <cstdint> <cstring> <filesystem> <functional> <limits> <map> <memory> <optional>
    <queue> <random> <span> <string> <string_view> <tuple> <utility> <variant> <vector>
    <glm/glm.hpp> <glm/gtc/quaternion.hpp>)

# The library and the simulations are compiled with -O3. Code that draws, reads and prints is compiled with -O1, which
# makes no noticeable difference there.
set(boxwood_light_optimisation $<$<CONFIG:Release>:-O1>)

# Precompiled headers: boxwood_pch for fully optimized targets, boxwood_pch_light for the others.
add_library(boxwood_pch OBJECT ${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp)
add_library(boxwood_pch_light OBJECT ${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp)
target_compile_options(boxwood_pch_light PRIVATE ${boxwood_light_optimisation})
foreach(pch boxwood_pch boxwood_pch_light)
    target_link_libraries(${pch} PRIVATE boxwood_flags glm::glm)
    target_precompile_headers(${pch} PRIVATE ${boxwood_pch_headers})
endforeach()

# Multiplies the number of files per unity file. Useful where each build is a complete one.
if(BOXWOOD_FUZZ) # nobody edits and rebuilds there
    set(boxwood_unity_factor 4)
else()
    set(boxwood_unity_factor 1)
endif()
set(BOXWOOD_UNITY_FACTOR ${boxwood_unity_factor} CACHE STRING "Multiplies the number of files that are compiled as one")
if(NOT BOXWOOD_UNITY_FACTOR MATCHES "^[1-9][0-9]*$")
    message(FATAL_ERROR "BOXWOOD_UNITY_FACTOR is ${BOXWOOD_UNITY_FACTOR}, but must be a positive whole number")
endif()

# GCC treats the .cpp files in a unity file as headers, and warns about classes with members of local types.
function(boxwood_allow_local_types target)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
endfunction()

# Compiles `files` files of the target (times BOXWOOD_UNITY_FACTOR) as one unity file, so that their headers are parsed
# only once. Larger numbers make complete builds faster, but rebuilds after an edit slower. If two files define the same
# local names, each file must put them into its own namespace.
function(boxwood_compile_together target files)
    math(EXPR files "${BOXWOOD_UNITY_FACTOR} * ${files}")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
    boxwood_allow_local_types(${target})
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
        # In fuzz builds, each of these modules is compiled as one file. Rebuilds after edits do not matter there, and
        # the files of these modules share no local names.
        if(BOXWOOD_FUZZ AND name MATCHES "^engine_(import|scene|sim|workloads)$")
            set_target_properties(boxwood_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
        endif()
    else()
        add_library(boxwood_${name} INTERFACE)
        target_link_libraries(boxwood_${name} INTERFACE ${MODULE_PUBLIC} $<BUILD_INTERFACE:boxwood_flags>)
        target_include_directories(boxwood_${name} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
    endif()
endfunction()
