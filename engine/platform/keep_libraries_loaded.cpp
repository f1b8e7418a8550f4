// Graphics drivers are unloaded at exit, after which the leak checker cannot name the frames of their
// allocations and no suppression matches them. Sanitizer builds therefore keep every library loaded.
#ifdef BOXWOOD_KEEP_LIBRARIES_LOADED
extern "C" int dlclose(void*) noexcept {
    return 0;
}
#endif
