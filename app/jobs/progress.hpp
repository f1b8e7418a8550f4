// What: says on stderr what a command is doing once it takes longer than a second: "boxwood: progress: frame 12 of 300, 5 s".
// Units: seconds of real time since the start.
// Invariants: what ends within a second prints nothing. On a terminal it is one line, overwritten and removed at the end;
//     elsewhere a line after 1, 2, 4, 8, ... seconds. Nothing is printed after end().
// Cost: set_done() stores one number; a thread of its own sleeps in between.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace boxwood {

class Progress {
  public:
    struct Output {
        std::FILE* file = nullptr;
        bool is_terminal = false;
        std::chrono::milliseconds patience{1000}; // before the first line
    };
    static Output to_stderr();

    explicit Progress(const Output& output = to_stderr());
    ~Progress() { end(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // "reading a.obj"; with a total "frame", of which set_done() says how many there are.
    void begin(std::string what, std::uint64_t total = 0);
    void set_done(std::uint64_t done) { done_ = done; }
    void end();

  private:
    using Clock = std::chrono::steady_clock;

    void run();
    void print(Clock::duration elapsed);

    Output output_;
    Clock::time_point start_ = Clock::now();
    std::atomic<std::uint64_t> done_ = 0;
    std::mutex mutex_; // of what follows
    std::condition_variable ended_;
    std::string what_;
    std::uint64_t total_ = 0;
    bool is_over_ = false, has_printed_ = false;
    std::thread thread_; // last: starts when the rest is there
};

} // namespace boxwood
