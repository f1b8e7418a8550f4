find_package(GTest 1.12 CONFIG REQUIRED)
include(GoogleTest)
