find_package(benchmark 1.7 CONFIG REQUIRED)
