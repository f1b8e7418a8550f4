#include "app/jobs/progress.hpp"

#include <unistd.h>
#include <utility>

namespace boxwood {
namespace {

constexpr std::chrono::milliseconds kBetweenLines{200}; // on a terminal

} // namespace

Progress::Output Progress::to_stderr() {
    return {stderr, ::isatty(STDERR_FILENO) == 1};
}

Progress::Progress(const Output& output)
    : output_(output)
    , thread_([this] { run(); }) {}

void Progress::begin(std::string phase, std::uint64_t total, std::uint64_t done_before) {
    const std::scoped_lock lock(mutex_);
    phase_ = std::move(phase);
    total_ = total;
    done_ = done_before_ = done_before;
    phase_start_ = Clock::now();
}

void Progress::end() {
    {
        const std::scoped_lock lock(mutex_);
        is_over_ = true;
    }
    ended_.notify_one();
    if (thread_.joinable()) thread_.join();
    if (std::exchange(has_printed_, false) && output_.is_terminal) {
        std::fputs("\r\x1b[K", output_.file);
        std::fflush(output_.file);
    }
}

void Progress::run() {
    std::unique_lock lock(mutex_);
    Clock::duration next = output_.delay;
    while (!ended_.wait_until(lock, start_ + next, [this] { return is_over_; })) {
        const Clock::duration elapsed = Clock::now() - start_;
        if (!phase_.empty()) print(elapsed);
        next = output_.is_terminal ? elapsed + kBetweenLines : 2 * next;
    }
}

void Progress::print(Clock::duration elapsed) {
    const auto seconds = [](auto duration) {
        return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(duration).count()) + " s";
    };
    const std::uint64_t done = done_;
    std::string text = "boxwood: progress: " + phase_;
    if (total_ > 0) text += " " + std::to_string(done) + " of " + std::to_string(total_);
    text += ", " + seconds(elapsed);
    if (done > done_before_ && done < total_) {
        const std::chrono::duration<double> spent = Clock::now() - phase_start_;
        const double ratio = static_cast<double>(total_ - done) / static_cast<double>(done - done_before_);
        text += ", about " + seconds(spent * ratio) + " left";
    }
    std::fputs((output_.is_terminal ? "\r\x1b[K" + text : text + "\n").c_str(), output_.file);
    std::fflush(output_.file);
    has_printed_ = true;
}

} // namespace boxwood
