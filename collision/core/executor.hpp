// What: a parallel-for that the caller supplies; the library starts no threads and runs serially by default.
// Invariants: chunk boundaries depend only on count and chunk, never on the number of threads. An algorithm that
//             computes one result per chunk therefore gives the same bits on any executor.
// Errors: the loop bodies that the library passes to parallel_for() throw nothing but std::bad_alloc. If a loop body
//         throws, parallel_for() must wait until all running calls of the loop body have ended, and must then rethrow
//         the exception. It can skip the chunks that have not started. Afterwards, objects that the algorithm was
//         changing can only be destroyed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

namespace boxwood {

class Executor {
  public:
    using Body = std::function<void(std::size_t begin, std::size_t end)>;
    virtual ~Executor() = default;

    // Calls body exactly one time for each chunk [k*chunk, min((k+1)*chunk, count)), in any order and possibly on
    // several threads at once. Requires chunk > 0. Returns when all calls have finished.
    virtual void parallel_for(std::size_t count, std::size_t chunk, const Body& body) = 0;
};

class SerialExecutor final : public Executor {
  public:
    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        for (std::size_t begin = 0; begin < count; begin += chunk) body(begin, std::min(begin + chunk, count));
    }
};

} // namespace boxwood
