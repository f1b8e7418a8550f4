find_package(GTest 1.12 CONFIG REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
# Of the system, whose packages have NumPy and pytest, where another interpreter comes first in PATH.
find_program(BOXWOOD_SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT BOXWOOD_SYSTEM_PYTHON)
    set(BOXWOOD_SYSTEM_PYTHON ${Python3_EXECUTABLE})
endif()
include(GoogleTest)
