# Installs the library from a build folder, then builds and runs a project that finds the installed library.
#   cmake -DBUILD=folder -DVERSION=x.y.z -DCXX=compiler [-DEXECUTOR=ON] [-DPYTHON=ON] -P check.cmake
# The project does not find the packages that the window needs, so that the library cannot depend on them unnoticed.
set(work ${BUILD}/consumer)
file(REMOVE_RECURSE ${work})

function(step what)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${what} failed (${status}):\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

step("install" ${CMAKE_COMMAND} --install ${BUILD} --component dev --prefix ${work}/prefix)
get_filename_component(source ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)

# The license is installed with the library and with the program.
function(check_license prefix package)
    file(GLOB license ${prefix}/share/doc/${package}/copyright)
    if(NOT license)
        message(FATAL_ERROR "${prefix}/share/doc/${package}/copyright is not installed")
    endif()
    step("compare the licence" ${CMAKE_COMMAND} -E compare_files ${license} ${source}/LICENSE)
endfunction()
check_license(${work}/prefix libboxwood-dev)
if(EXISTS ${BUILD}/app/boxwood)
    step("install the program" ${CMAKE_COMMAND} --install ${BUILD} --component app --prefix ${work}/program)
    check_license(${work}/program boxwood)
endif()

foreach(package SDL2 assimp Qhull nlohmann_json CLI11 PkgConfig TBB GTest benchmark OpenGL)
    list(APPEND hidden -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
step("configure" ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
     -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_PREFIX_PATH=${work}/prefix -DBOXWOOD_VERSION=${VERSION} ${hidden})
step("build" ${CMAKE_COMMAND} --build ${work}/build)
foreach(program layer_below contacts boxes deforming)
    step("${program}" ${work}/build/${program})
endforeach()

# The first programs are short.
foreach(program contacts boxes deforming)
    file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/${program}.cpp lines)
    list(LENGTH lines count)
    if(count GREATER 12)
        message(FATAL_ERROR "${program}.cpp has ${count} lines, more than 12")
    endif()
endforeach()

# The programs in the documents compile and run without changes.
step("read the documents" python3 ${CMAKE_CURRENT_LIST_DIR}/snippets.py ${work}/snippets ${source}/README.md ${source}/docs/library.md
     ${source}/docs/tutorial.md ${source}/docs/recipes.md ${source}/docs/coming-from.md)
file(GLOB snippets ${work}/snippets/*.cpp)
file(GLOB library ${work}/prefix/lib/*boxwood_collision.a ${work}/prefix/lib/*/*boxwood_collision.a)
foreach(snippet IN LISTS snippets)
    step("compile ${snippet}" ${CXX} -std=c++20 -Wall -Wextra -Werror -I${work}/prefix/include -I${work}/prefix/include/boxwood
         ${snippet} ${library} -o ${snippet}.run)
    step("run ${snippet}" ${snippet}.run)
endforeach()

# The examples are separate projects. The example of the robot is built only if liburdfdom is installed.
find_path(urdfdom urdf_parser/urdf_parser.h PATHS /usr/include NO_DEFAULT_PATH)
if(urdfdom)
    step("configure the robot" ${CMAKE_COMMAND} -S ${source}/examples/cpp/robot_table -B ${work}/robot -G Ninja
         -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_PREFIX_PATH=${work}/prefix)
    step("build the robot" ${CMAKE_COMMAND} --build ${work}/robot)
    step("robot_table" ${work}/robot/robot_table)
endif()

# The program that `boxwood judge --shrink` writes compiles, and fails for the stated reason.
if(EXISTS ${BUILD}/app/boxwood)
    foreach(fault box-shrunk primitive-doubled cross-axis-sign pose-inverted sweep-flag stale-features)
        set(case ${work}/shrunk/${fault})
        execute_process(COMMAND ${BUILD}/app/boxwood judge --inject ${fault} --shrink 1 --out ${case}
                        OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE status)
        if(NOT status EQUAL 1)
            message(FATAL_ERROR "judge --shrink of ${fault}: ${said}")
        endif()
        step("compile the test of ${fault}" ${CXX} -std=c++20 -Wall -Wextra -Werror -I${work}/prefix/include
             -I${work}/prefix/include/boxwood ${case}/test.cpp ${library} -o ${case}/test)
        execute_process(COMMAND ${case}/test OUTPUT_VARIABLE printed RESULT_VARIABLE status)
        string(STRIP "${printed}" printed)
        string(FIND "${said}" "${printed}" position)
        if(NOT status EQUAL 1 OR printed STREQUAL "" OR position EQUAL -1)
            message(FATAL_ERROR "the test of ${fault} exits with ${status} and prints '${printed}', where judge says ${said}")
        endif()
    endforeach()
endif()

# The headers that a page for users names must be installed.
file(STRINGS ${source}/docs/contacts.md lines REGEX "`collision/[a-z_/]+[.]hpp`")
if(NOT lines)
    message(FATAL_ERROR "docs/contacts.md names no headers")
endif()
foreach(line IN LISTS lines)
    string(REGEX MATCH "collision/[a-z_/]+[.]hpp" header "${line}")
    if(NOT EXISTS ${work}/prefix/include/boxwood/${header})
        message(FATAL_ERROR "docs/contacts.md names ${header}, which is not installed")
    endif()
endforeach()

# With oneTBB, the executor is a component of the installed package.
if(EXECUTOR)
    step("configure with the executor" ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/parallel -G Ninja
         -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_PREFIX_PATH=${work}/prefix
         -DBOXWOOD_VERSION=${VERSION} -DBOXWOOD_WITH_EXECUTOR=ON)
    step("build with the executor" ${CMAKE_COMMAND} --build ${work}/parallel)
    step("parallel" ${work}/parallel/parallel)
endif()

# Only headers for users are installed, and they compile in one file.
file(GLOB_RECURSE headers RELATIVE ${work}/prefix/include ${work}/prefix/include/*)
foreach(header IN LISTS headers)
    if(header MATCHES "parallel/" AND NOT EXECUTOR)
        continue()
    endif()
    if(header MATCHES "/(layer|scratch|shape_data|surfaces|round_contacts|detail/round|read_arrays|query_scratch|hierarchy_types)\\.hpp$|\\.inl$")
        message(FATAL_ERROR "the internal header ${header} is installed")
    endif()
    if(NOT header STREQUAL "boxwood/boxwood.hpp") # a file that includes it cannot include the layer below
        string(APPEND includes "#include <${header}>\n")
    endif()
endforeach()
file(WRITE ${work}/all_headers.cpp "${includes}int main() {}\n")
step("compile all headers" ${CXX} -std=c++20 -fsyntax-only -I${work}/prefix/include -I${work}/prefix/include/boxwood
     ${work}/all_headers.cpp)

# A file that includes both layers gets a message that explains what to do.
file(WRITE ${work}/both_layers.cpp "#include <boxwood/boxwood.hpp>\n#include <boxwood/collision/query/mesh_query.hpp>\n")
execute_process(COMMAND ${CXX} -std=c++20 -fsyntax-only -I${work}/prefix/include -I${work}/prefix/include/boxwood
                        ${work}/both_layers.cpp RESULT_VARIABLE status ERROR_VARIABLE output)
if(status EQUAL 0 OR NOT output MATCHES "include collision/api/facade.hpp instead")
    message(FATAL_ERROR "boxwood.hpp and the layer below compile together, or the message does not help:\n${output}")
endif()

# An installed program needs no library of the window, and the installed CMake files do not name the source folder.
step("look at the libraries" ldd ${work}/build/contacts)
if(output MATCHES "SDL|imgui|assimp|libGL|qhull|tbb")
    message(FATAL_ERROR "the consumer needs libraries of the window:\n${output}")
endif()
file(GLOB_RECURSE installed ${work}/prefix/*.cmake)
foreach(file ${installed})
    file(READ ${file} text)
    string(FIND "${text}" "${source}" position)
    if(NOT position EQUAL -1)
        message(FATAL_ERROR "${file} names the source folder ${source}")
    endif()
endforeach()

# The library can be configured on a machine without the packages of the program.
set(library_only -G Ninja -DCMAKE_CXX_COMPILER=${CXX} -DBOXWOOD_BUILD_APP=OFF -DBOXWOOD_BUILD_TESTS=OFF -DBOXWOOD_BUILD_SHARED=OFF
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
step("configure the library alone" ${CMAKE_COMMAND} -S ${source} -B ${work}/alone ${library_only} ${hidden}
     -DCMAKE_INSTALL_PREFIX=/place -DCMAKE_INSTALL_INCLUDEDIR=inc -DCMAKE_INSTALL_LIBDIR=/elsewhere/lib)

# The pkg-config and CMake files name the install folders, also if these are not the usual ones.
file(STRINGS ${work}/alone/boxwood.pc lines REGEX "^(prefix|includedir|libdir)=")
if(NOT "${lines}" STREQUAL "prefix=/place;includedir=\${prefix}/inc;libdir=/elsewhere/lib")
    message(FATAL_ERROR "boxwood.pc names other folders: ${lines}")
endif()
file(GLOB_RECURSE targets ${work}/alone/collision/boxwood-targets.cmake)
file(READ ${targets} text)
if(NOT text MATCHES "/inc/boxwood\"")
    message(FATAL_ERROR "boxwood-targets.cmake does not name the folder of the headers")
endif()

# Without a shared library, no package contains or needs it.
file(STRINGS ${work}/alone/CPackConfig.cmake lines REGEX "libboxwood[0-9]")
if(lines)
    message(FATAL_ERROR "a package depends on a shared library that is not built: ${lines}")
endif()

# Without oneTBB, the program is refused when it is configured, not when it is linked.
file(WRITE ${work}/no_tbb/TBBConfig.cmake "set(TBB_FOUND FALSE)\n")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${source} -B ${work}/no_tbb/build -G Ninja -DCMAKE_CXX_COMPILER=${CXX}
                        -DBOXWOOD_BUILD_TESTS=OFF -DTBB_DIR=${work}/no_tbb
                RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE output)
if(status EQUAL 0 OR NOT output MATCHES "TBB")
    message(FATAL_ERROR "the program is configured without oneTBB, or the message does not name it:\n${output}")
endif()

# The Python package is built exactly if the tests are, also if they are switched on in an existing build folder.
if(PYTHON)
    foreach(tests OFF ON)
        step("configure with tests ${tests}" ${CMAKE_COMMAND} -S ${source} -B ${work}/later -G Ninja -DCMAKE_CXX_COMPILER=${CXX}
             -DBOXWOOD_BUILD_APP=OFF -DBOXWOOD_BUILD_TESTS=${tests})
        if(EXISTS ${work}/later/python)
            set(has_python ON)
        else()
            set(has_python OFF)
        endif()
        if(NOT has_python STREQUAL tests)
            message(FATAL_ERROR "with tests ${tests} the Python package is ${has_python}")
        endif()
    endforeach()
endif()

# Warnings are errors only in a build of this project, not in a project that includes it and may use another compiler.
# That project can also have its own GLM, and CMake files with the same names as files of this project.
file(CONFIGURE OUTPUT ${work}/includer/CMakeLists.txt @ONLY CONTENT [=[
cmake_minimum_required(VERSION 3.25)
project(includer LANGUAGES C CXX)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_SOURCE_DIR}/cmake)
add_library(glm INTERFACE)
add_library(glm::glm ALIAS glm)
add_subdirectory(@source@ boxwood)
]=])
file(WRITE ${work}/includer/cmake/module.cmake "message(FATAL_ERROR \"the wrong module.cmake\")\n")
step("configure a project that includes the library" ${CMAKE_COMMAND} -S ${work}/includer -B ${work}/included
     ${library_only} ${hidden} -DCMAKE_DISABLE_FIND_PACKAGE_glm=ON)
foreach(build alone included)
    file(READ ${work}/${build}/compile_commands.json commands)
    string(FIND "${commands}" " -Werror" werror_of_${build})
endforeach()
if(werror_of_alone EQUAL -1 OR NOT werror_of_included EQUAL -1)
    message(FATAL_ERROR "-Werror must be set where the library is the top-level project, and only there")
endif()
message("installed, found, linked and run")
