// What: the working memory and the threads of queries.
// Invariants: answers do not depend on the context. Only one thread at a time can use a context. On the threads of an
//             executor, queries use the context of the thread that they run on (thread_context()).
// Cost: a query without an explicit context uses the context of the calling thread. The first such query creates that
//       context; it is freed when the thread ends. The size of a context's working memory is checked after every 256th
//       query, and after every query while the list of triangle pairs takes more than a quarter of kMaxScratchBytes.
//       If a check finds more than kMaxScratchBytes, it frees all working memory of the context.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/core/export.hpp"

#include <cstddef>
#include <memory>

namespace boxwood::api {

using boxwood::Executor;

class BOXWOOD_API Context {
  public:
    static constexpr std::size_t kMaxScratchBytes = std::size_t{8} << 20;

    // With an executor, batched queries, mesh updates and the construction of the hierarchies of meshes use the
    // executor's threads. A single query runs on the calling thread.
    explicit Context(std::shared_ptr<Executor> executor = nullptr);
    ~Context();
    Context(Context&& other) noexcept;
    Context& operator=(Context&& other) noexcept;

    Executor* executor() const { return executor_.get(); } // null: serial
    std::size_t scratch_bytes() const;
    void release_scratch(); // frees the working memory; the next query allocates it again

    struct Scratch; // internal
    Scratch& scratch();

  private:
    std::shared_ptr<Executor> executor_;
    std::unique_ptr<Scratch> scratch_; // created by the first query
};

// The context of the calling thread, without an executor.
BOXWOOD_API Context& thread_context();
// Frees the working memory of the calling thread's context.
BOXWOOD_API void release_scratch();

} // namespace boxwood::api
