#include "engine/platform/keep_libraries_loaded.hpp"

#ifdef BOXWOOD_KEEP_LIBRARIES_LOADED
extern "C" int dlclose(void*) noexcept {
    return 0;
}
#endif

void boxwood::platform::keep_libraries_loaded() {}
