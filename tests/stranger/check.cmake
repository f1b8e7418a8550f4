# Installs the library from a build folder, then builds and runs programs that find the installed library.
#   cmake -DBUILD=folder -DVERSION=x.y.z -DCXX=compiler -P check.cmake
set(work ${BUILD}/stranger)
file(REMOVE_RECURSE ${work})

function(step what)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${what} failed (${status}):\n${output}")
    endif()
    message("${output}")
endfunction()

foreach(component dev lib)
    step("install ${component}" ${CMAKE_COMMAND} --install ${BUILD} --component ${component} --prefix ${work}/prefix)
endforeach()
# A copy, so that the programs cannot include headers of the source tree.
file(COPY ${CMAKE_CURRENT_LIST_DIR} DESTINATION ${work}/source/tests)
step("configure" ${CMAKE_COMMAND} -S ${work}/source/tests/stranger -B ${work}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
     -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_PREFIX_PATH=${work}/prefix -DBOXWOOD_VERSION=${VERSION})
step("build" ${CMAKE_COMMAND} --build ${work}/build)
foreach(program combinations refusals random_worlds facade round_shapes every_call facade_shared round_shapes_shared every_call_shared)
    step("${program}" ${work}/build/${program})
endforeach()
