#include "engine/import/child/child_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace boxwood {
namespace {

constexpr int kPipeBytes = 1 << 20; // large enough for 60 MB/s with one poll per frame

struct Pipe {
    Descriptor reader, writer;
};

std::optional<Pipe> open_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
    if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) return std::nullopt;
    ::fcntl(ends[0], F_SETPIPE_SZ, kPipeBytes); // fails under some limits; the default size works too
    return pipe;
}

// The child's descriptors and signal settings, for posix_spawn.
class SpawnPlan {
  public:
    SpawnPlan(int data, int messages) {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, messages, STDERR_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, data, kChildDataDescriptor);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
        ::posix_spawn_file_actions_addclosefrom_np(&actions_, kChildDataDescriptor + 1);
#endif
        ::posix_spawnattr_init(&attributes_);
        sigset_t none, all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnPlan() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    const posix_spawn_file_actions_t* actions() const {
        return &actions_;
    }
    const posix_spawnattr_t* attributes() const {
        return &attributes_;
    }

  private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers_to(std::vector<std::string>& io_strings) {
    std::vector<char*> pointers;
    for (std::string& string : io_strings) pointers.push_back(string.data());
    pointers.push_back(nullptr);
    return pointers;
}

// The parent's environment with some variables replaced or added.
std::vector<std::string> environment_with(const std::vector<std::string>& additions) {
    std::vector<std::string> variables = additions;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text(*variable);
        const std::string_view name = text.substr(0, text.find('=') + 1);
        bool is_replaced = false;
        for (const std::string& addition : additions) is_replaced |= addition.starts_with(name);
        if (!is_replaced) variables.emplace_back(text);
    }
    return variables;
}

} // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    if (this != &other) {
        close();
        number_ = std::exchange(other.number_, -1);
    }
    return *this;
}

void Descriptor::close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
}

Result<ChildProcess> ChildProcess::start(const std::string& program,
                                         const std::vector<std::string>& arguments,
                                         const std::vector<std::string>& environment_additions) {
    std::optional<Pipe> data = open_pipe(), messages = open_pipe();
    if (!data || !messages) return Error{std::string("cannot create a pipe: ") + std::strerror(errno)};
    // Moves both write ends above descriptor 3. Otherwise, the dup2 of one end onto 2 or 3 could close the other end
    // before that end is duplicated.
    for (std::optional<Pipe>* pipe : {&data, &messages}) {
        const int moved = ::fcntl((*pipe)->writer.number(), F_DUPFD_CLOEXEC, kChildDataDescriptor + 1);
        if (moved < 0) return Error{std::string("cannot create a pipe: ") + std::strerror(errno)};
        (*pipe)->writer = Descriptor(moved);
    }
    std::vector<std::string> argument_texts = arguments, variables = environment_with(environment_additions);
    const std::vector<char*> argv = pointers_to(argument_texts), envp = pointers_to(variables);
    const SpawnPlan plan(data->writer.number(), messages->writer.number());
    ChildProcess child;
    const int failed = ::posix_spawn(&child.pid_, program.c_str(), plan.actions(), plan.attributes(),
                                     argv.data(), envp.data());
    if (failed != 0) {
        child.pid_ = -1;
        return Error{program + " cannot be started: " + std::strerror(failed)};
    }
    child.data = std::move(data->reader);
    child.messages = std::move(messages->reader);
    return child;
}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
    if (this == &other) return *this;
    end();
    data = std::move(other.data);
    messages = std::move(other.messages);
    pid_ = std::exchange(other.pid_, -1);
    return *this;
}

bool ChildProcess::try_wait(int& out_status) {
    out_status = 0;
    if (pid_ < 0) return true;
    pid_t found = -1;
    do found = ::waitpid(pid_, &out_status, WNOHANG);
    while (found < 0 && errno == EINTR);
    if (found == 0) return false;
    pid_ = -1; // reaped here, or automatically if the parent ignores SIGCHLD
    return true;
}

void ChildProcess::end() {
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
}

} // namespace boxwood
