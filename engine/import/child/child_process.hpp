// What: starts a child process with two pipes, data and stderr, which the parent reads without blocking.
// Invariants: the child has only descriptors 0 and 1 (both /dev/null), 2 (stderr) and kChildDataDescriptor. It inherits
//             no other descriptor of the parent. Exception: without glibc 2.34 or later, it also inherits every
//             descriptor that is not close-on-exec. Its signals have their default handlers. The destructor kills and
//             reaps the child.
#pragma once

#include "collision/core/result.hpp"

#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace boxwood {

inline constexpr int kChildDataDescriptor = 3;

// An open file descriptor; -1: none.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int number)
        : number_(number) {}
    Descriptor(Descriptor&& other) noexcept
        : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor() { close(); }

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    void close();

  private:
    int number_ = -1;
};

class ChildProcess {
  public:
    ChildProcess() = default;
    ChildProcess(ChildProcess&& other) noexcept
        : data(std::move(other.data))
        , messages(std::move(other.messages))
        , pid_(std::exchange(other.pid_, -1)) {}
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess() { end(); }

    // arguments[0] is the program name that the child receives. The child gets a copy of the parent's
    // environment, in which the entries "NAME=value" of environment_additions are added or replace variables of the
    // same name.
    static Result<ChildProcess> start(const std::string& program, const std::vector<std::string>& arguments,
                                      const std::vector<std::string>& environment_additions);

    Descriptor data;     // the read end of the child's kChildDataDescriptor; non-blocking
    Descriptor messages; // the read end of the child's stderr; non-blocking

    // True after the child has ended. out_status: the status from waitpid, or 0 if this call did not reap the child.
    bool try_wait(int& out_status);
    void end(); // kills and reaps the child

  private:
    pid_t pid_ = -1;
};

} // namespace boxwood
