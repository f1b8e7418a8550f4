#include "collision/parallel/tbb_executor.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace boxwood {
namespace {

class TbbExecutor final : public Executor {
  public:
    explicit TbbExecutor(int threads)
        : limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads))
        , arena_(threads) {}

    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        const std::size_t chunks = (count + chunk - 1) / chunk;
        arena_.execute([&] {
            tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t index) {
                body(index * chunk, std::min((index + 1) * chunk, count));
            });
        });
    }

  private:
    tbb::global_control limit_; // allows more threads than cores, so that results can be compared on any machine
    tbb::task_arena arena_;
};

} // namespace

std::unique_ptr<Executor> make_tbb_executor(int threads) {
    return std::make_unique<TbbExecutor>(threads);
}

} // namespace boxwood
