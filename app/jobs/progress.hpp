// What: prints the progress of a command on stderr if the command takes longer than a second: "boxwood: progress: frame
//       12 of 300, 5 s, about 120 s left".
// Units: seconds of real time since the start.
// Invariants: a command that ends within a second prints no progress. On a terminal, one line is overwritten, and
//             removed at the end. Otherwise, a line is printed after 1, 2, 4, 8, ... seconds. end() stops all output.
// Cost: set_done() stores one number; a separate thread sleeps between lines.
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
        std::chrono::milliseconds delay{1000}; // before the first line
    };
    static Output to_stderr();

    explicit Progress(const Output& output = to_stderr());
    ~Progress() { end(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Begins a phase, for example "reading a.obj". With a total, `phase` names the counted items, for example "frame",
    // and set_done() updates the count. `done_before` items were done earlier; they do not count for the time left.
    void begin(std::string phase, std::uint64_t total = 0, std::uint64_t done_before = 0);
    void set_done(std::uint64_t done) { done_ = done; }
    void end();

  private:
    using Clock = std::chrono::steady_clock;

    void run();
    void print(Clock::duration elapsed);

    Output output_;
    Clock::time_point start_ = Clock::now();
    std::atomic<std::uint64_t> done_ = 0;
    std::mutex mutex_; // guards the members below
    std::condition_variable ended_;
    std::string phase_;
    Clock::time_point phase_start_ = Clock::now(); // of the last begin()
    std::uint64_t total_ = 0, done_before_ = 0;
    bool is_over_ = false, has_printed_ = false;
    std::thread thread_; // last member: the thread starts after the others are initialized
};

} // namespace boxwood
