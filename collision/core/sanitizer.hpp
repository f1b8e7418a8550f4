// What: kIsSanitized, which is true if the code is compiled for the address or thread sanitizer of GCC or clang.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BOXWOOD_UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BOXWOOD_UNDER_SANITIZER 1
#endif
#endif

namespace boxwood {

#ifdef BOXWOOD_UNDER_SANITIZER
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

} // namespace boxwood
