// What: BOXWOOD_API marks the exports of the shared library: the facade and the functions that its inline functions
//       call. Everything else is hidden.
#pragma once

#define BOXWOOD_API __attribute__((visibility("default")))
