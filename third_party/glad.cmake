# The OpenGL 4.1 core loader, generated offline: anything newer does not compile.
find_program(GLAD_EXECUTABLE glad REQUIRED)
set(GLAD_DIR ${CMAKE_BINARY_DIR}/glad)
add_custom_command(
    OUTPUT ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h ${GLAD_DIR}/include/KHR/khrplatform.h
    COMMAND ${GLAD_EXECUTABLE} --api gl:core=4.1 --extensions GL_KHR_debug --out-path ${GLAD_DIR} --reproducible
            --quiet c
    VERBATIM)
add_library(glad STATIC ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h)
target_include_directories(glad SYSTEM PUBLIC ${GLAD_DIR}/include)
