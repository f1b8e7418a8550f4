#include "engine/system/start_program.hpp"

#include "engine/system/executable_path.hpp"

#include <cerrno>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

namespace boxwood {

// Forks twice: the child ends at once and is waited for, so that its own child belongs to nobody and leaves no zombie.
Status start_this_program(const std::vector<std::string>& arguments) {
    const std::string program = executable_path().string();
    std::vector<char*> words{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    const pid_t child = ::fork();
    if (child < 0) return Error{std::string("no process can be started: ") + std::strerror(errno)};
    if (child == 0) {
        if (::setsid() < 0 || ::fork() != 0) ::_exit(0);
        ::execv(words[0], words.data());
        ::_exit(127);
    }
    ::waitpid(child, nullptr, 0);
    return ok();
}

} // namespace boxwood
