#include "engine/system/start_program.hpp"

#include "engine/system/executable_path.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace boxwood {

// Forks twice. This process waits for the child, which exits immediately. The grandchild becomes the new process; init
// adopts it, so that it leaves no zombie. If a step in a child fails, the child writes errno into a pipe; a successful
// exec closes the pipe instead.
Status start_this_program(const std::vector<std::string>& arguments) {
    const std::string program = executable_path().string();
    std::vector<char*> words{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    const auto error_of = [](int reason) {
        return Error{std::string("no process can be started: ") + std::strerror(reason)};
    };
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return error_of(errno);
    const pid_t child = ::fork();
    if (child == 0) {
        ::setsid(); // fails only for the leader of a process group, which a new child never is
        const pid_t grandchild = ::fork();
        if (grandchild > 0) ::_exit(0);
        if (grandchild == 0) ::execv(kThisProgram, words.data()); // also if the file was replaced or removed
        const int reason = errno;
        const ssize_t ignored = ::write(ends[1], &reason, sizeof reason);
        ::_exit(ignored > 0 ? 1 : 2);
    }
    int reason = child < 0 ? errno : 0;
    ::close(ends[1]);
    if (child > 0) {
        while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
        ssize_t count = 0;
        do count = ::read(ends[0], &reason, sizeof reason);
        while (count < 0 && errno == EINTR);
    }
    ::close(ends[0]);
    if (reason != 0) return error_of(reason);
    return ok();
}

} // namespace boxwood
