// What: BOXWOOD_API, the mark of what programs may call in the shared library: the facade and what its inline functions
//       call. All else is hidden there.
#pragma once

#define BOXWOOD_API __attribute__((visibility("default")))
