// What: BOXWOOD_API marks what the shared library exports: the facade and the functions that its inline functions call.
//       Everything else is hidden.
#pragma once

#define BOXWOOD_API __attribute__((visibility("default")))
