# Other libraries that benchmarks compare with, those of them that are installed: libfcl-dev, libbullet-dev, libode-dev,
# libcgal-dev, libembree-dev. Each found one is a target boxwood_peer_NAME that defines BOXWOOD_HAS_NAME, and its name is
# in boxwood_peers.
set(boxwood_peers "")

# boxwood_peer(NAME HEADER LIBRARY...) : found if the header and all libraries are.
function(boxwood_peer name header)
    set(found ON)
    find_path(BOXWOOD_PEER_${name}_HEADERS ${header} PATH_SUFFIXES ${name})
    if(NOT BOXWOOD_PEER_${name}_HEADERS)
        set(found OFF)
    endif()
    set(libraries "")
    foreach(library ${ARGN})
        find_library(BOXWOOD_PEER_${library} ${library})
        if(NOT BOXWOOD_PEER_${library})
            set(found OFF)
        endif()
        list(APPEND libraries ${BOXWOOD_PEER_${library}})
    endforeach()
    if(NOT found)
        return()
    endif()
    add_library(boxwood_peer_${name} INTERFACE)
    string(TOUPPER ${name} macro)
    target_compile_definitions(boxwood_peer_${name} INTERFACE BOXWOOD_HAS_${macro})
    target_include_directories(boxwood_peer_${name} SYSTEM INTERFACE ${BOXWOOD_PEER_${name}_HEADERS})
    target_link_libraries(boxwood_peer_${name} INTERFACE ${libraries})
    set(boxwood_peers ${boxwood_peers} ${name} PARENT_SCOPE)
endfunction()

find_package(fcl CONFIG QUIET) # with Eigen, which its headers include
if(TARGET fcl)
    add_library(boxwood_peer_fcl INTERFACE)
    target_compile_definitions(boxwood_peer_fcl INTERFACE BOXWOOD_HAS_FCL)
    target_link_libraries(boxwood_peer_fcl INTERFACE fcl)
    list(APPEND boxwood_peers fcl)
endif()
boxwood_peer(bullet btBulletCollisionCommon.h BulletCollision LinearMath)
boxwood_peer(ode ode/ode.h ode)
boxwood_peer(cgal CGAL/box_intersection_d.h mpfr gmp)
boxwood_peer(embree embree3/rtcore.h embree3)

# Gives a program, for each peer, the file of that name in the current folder.
function(boxwood_add_peers program)
    foreach(name ${boxwood_peers})
        target_sources(${program} PRIVATE ${name}.cpp)
        target_link_libraries(${program} PRIVATE boxwood_peer_${name})
        # Their headers were not written for our warnings.
        set_source_files_properties(${name}.cpp PROPERTIES COMPILE_OPTIONS "-Wno-error;-w")
    endforeach()
endfunction()
