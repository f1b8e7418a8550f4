# A room is one folder, one static library, one set of allowed neighbours.
#
#   boxwood_room(collision_geometry PUBLIC boxwood_collision_core PRIVATE Qhull::qhull_r)
#
# makes the target boxwood_<name> from every .cpp of the current folder (a new file is found by itself).
# scripts/check_rooms.py holds the #include lines against docs/rooms.txt; the links here are the second lock.

add_library(boxwood_flags INTERFACE)
target_compile_features(boxwood_flags INTERFACE cxx_std_20)
target_include_directories(boxwood_flags INTERFACE ${PROJECT_SOURCE_DIR})
# No contraction and no fast-math anywhere: determinism and the exact predicates stand on it.
target_compile_options(boxwood_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off)
if(BOXWOOD_SANITIZE)
    target_compile_options(boxwood_flags INTERFACE -fsanitize=${BOXWOOD_SANITIZE} -fno-sanitize-recover=all
                                                   -fno-omit-frame-pointer)
    # With instrumented code GCC 12 sees uses of uninitialised variants and overlapping copies that are none.
    target_compile_options(boxwood_flags INTERFACE -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow)
    target_link_options(boxwood_flags INTERFACE -fsanitize=${BOXWOOD_SANITIZE})
endif()

function(boxwood_room name)
    cmake_parse_arguments(ROOM "" "" "PUBLIC;PRIVATE" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
    file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
    if(sources)
        add_library(boxwood_${name} STATIC ${sources} ${headers})
        target_link_libraries(boxwood_${name} PUBLIC ${ROOM_PUBLIC} PRIVATE ${ROOM_PRIVATE} $<BUILD_INTERFACE:boxwood_flags>)
        target_include_directories(boxwood_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
    else()
        add_library(boxwood_${name} INTERFACE)
        target_link_libraries(boxwood_${name} INTERFACE ${ROOM_PUBLIC} $<BUILD_INTERFACE:boxwood_flags>)
        target_include_directories(boxwood_${name} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
    endif()
endfunction()
