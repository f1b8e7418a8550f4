#include "engine/import/import.hpp"

#include "engine/import/child/child_process.hpp"
#include "engine/import/child/import_child.hpp"
#include "engine/import/formats/mesh_stream.hpp"
#include "engine/import/plain_words.hpp"
#include "engine/import/text_file.hpp"
#include "engine/system/executable_path.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace boxwood {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kMessageBytesKept = 4096; // the last bytes of the child's stderr
// Keeps the duration of one poll well below the duration of a frame.
constexpr std::size_t kBytesPerPoll = std::size_t{16} << 20;

std::string seconds_text(milliseconds time) {
    const auto count = time.count();
    return count % 1000 == 0 ? std::to_string(count / 1000) + " s" : std::to_string(count) + " ms";
}

std::filesystem::path program_for(const ImportLimits& limits) {
    if (!limits.program.empty()) return limits.program;
    const char* named = std::getenv("BOXWOOD_IMPORT_PROGRAM");
    return named != nullptr && *named != '\0' ? named : kThisProgram;
}

// The last line that is not blank.
std::string last_line(const std::string& messages) {
    const std::size_t end = messages.find_last_not_of(" \r\n\t");
    if (end == std::string::npos) return "";
    const std::size_t line_break = messages.find_last_of("\r\n", end);
    const std::size_t begin = line_break == std::string::npos ? 0 : line_break + 1;
    return one_line(std::string_view(messages).substr(begin, end + 1 - begin));
}

std::string signal_text(int number, const ImportLimits& limits) {
    if (number == SIGXCPU)
        return "reading it took more than " + seconds_text(limits.time) + " of processor time";
    const char* name =
        ::strsignal(number); // NOLINT(concurrency-mt-unsafe): its buffer is per thread in glibc
    const std::string signal_name =
        " (signal " + std::to_string(number) + ", " + (name == nullptr ? "?" : name) + ")";
    if (number == SIGKILL) return "the reader was killed" + signal_name + ", possibly because memory ran out";
    return "the reader crashed" + signal_name + "; the file is probably damaged";
}

// The reason why there is no mesh, from the child's exit status and its last message.
std::string reason_of(int status, const std::string& messages, const ImportLimits& limits) {
    const std::string last = last_line(messages);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kChildRefused && !last.empty()) return last;
    const std::optional<std::string> readable = plain_words(last);
    const std::string last_message = readable ? "; its last message was: " + *readable : "";
    if (WIFSIGNALED(status)) return signal_text(WTERMSIG(status), limits) + last_message;
    return "the reader ended without a mesh (status " + std::to_string(WEXITSTATUS(status)) + ")" +
           last_message;
}

Result<ChildProcess> start_reader(const std::filesystem::path& path, const ImportLimits& limits) {
    if (std::getenv(kChildVariable) != nullptr) return Error{"an import child cannot start another import"};
    std::error_code failed;
    const std::filesystem::path absolute = std::filesystem::absolute(path, failed);
    if (failed) return Error{failed.message()};
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.time).count() + 1;
    std::vector<std::string> arguments{"boxwood",   "import",
                                       "--fd",      std::to_string(kChildDataDescriptor),
                                       "--memory",  std::to_string(limits.memory_bytes),
                                       "--seconds", std::to_string(seconds),
                                       "--file",    absolute.string()};
    if (limits.moment) arguments.insert(arguments.end(), {"--moment", std::to_string(*limits.moment)});
    return ChildProcess::start(program_for(limits).string(), arguments,
                               child_environment(limits.memory_bytes));
}

} // namespace

struct ImportJob::State {
    State(const std::filesystem::path& file, const ImportLimits& given)
        : path(file)
        , limits(given)
        , decoder(given.vertices, given.triangles) {}

    std::filesystem::path path;
    ImportLimits limits;
    Clock::time_point start = Clock::now();
    Clock::time_point end = start;
    ChildProcess child;
    MeshDecoder decoder;
    std::string messages;
    std::optional<Result<Mesh>> result;

    void begin();
    void finish(Result<Mesh> found);
    void fail(const std::string& reason) { finish(Error{shown(path) + ": " + reason}); }
    void wait_for_result(milliseconds wait);
    void read_data();
    void read_messages();
    void check_for_end();
};

void ImportJob::State::finish(Result<Mesh> found) {
    child.end();
    child.data.close();
    child.messages.close();
    result.emplace(std::move(found));
    end = Clock::now();
}

void ImportJob::State::begin() {
    if (const Status usable = check_input_file(path, limits.file_bytes); !usable)
        return finish(usable.error());
    Result<ChildProcess> started = start_reader(path, limits);
    if (!started) return fail(started.error().message);
    child = std::move(*started);
}

// Returns when a pipe is readable, after `wait`, or at the time limit.
void ImportJob::State::wait_for_result(milliseconds wait) {
    const auto left = std::chrono::ceil<milliseconds>(start + limits.time - Clock::now());
    wait = std::clamp(wait, milliseconds{0}, std::max(left, milliseconds{0}));
    if (!child.data.is_open() && !child.messages.is_open()) {
        // Both pipes are closed, and only the exit status is missing.
        std::this_thread::sleep_for(std::min(wait, milliseconds{1}));
        return;
    }
    std::array<pollfd, 2> descriptors{pollfd{child.data.number(), POLLIN, 0},
                                      pollfd{child.messages.number(), POLLIN, 0}};
    ::poll(descriptors.data(), descriptors.size(), static_cast<int>(wait.count()));
}

void ImportJob::State::read_data() {
    std::array<std::byte, 65536> buffer;
    for (std::size_t total = 0; child.data.is_open() && total < kBytesPerPoll;) {
        const ssize_t size = ::read(child.data.number(), buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0 && errno == EAGAIN) return;
        if (size <= 0) return child.data.close();
        total += static_cast<std::size_t>(size);
        const Status fed = decoder.feed(std::span(buffer).first(static_cast<std::size_t>(size)));
        if (!fed) return fail(fed.error().message);
    }
}

void ImportJob::State::read_messages() {
    std::array<char, 4096> buffer;
    for (std::size_t total = 0; child.messages.is_open() && total < kBytesPerPoll;) {
        const ssize_t size = ::read(child.messages.number(), buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0 && errno == EAGAIN) return;
        if (size <= 0) return child.messages.close();
        total += static_cast<std::size_t>(size);
        messages.append(buffer.data(), static_cast<std::size_t>(size));
        if (messages.size() > 2 * kMessageBytesKept) messages.erase(0, messages.size() - kMessageBytesKept);
    }
}

void ImportJob::State::check_for_end() {
    if (decoder.is_complete()) {
        Result<Mesh> mesh = decoder.take(shown(path));
        if (mesh) mesh->name = shown(path.filename());
        return finish(std::move(mesh));
    }
    int status = 0;
    const bool are_pipes_closed = !child.data.is_open() && !child.messages.is_open();
    if (are_pipes_closed && child.try_wait(status)) return fail(reason_of(status, messages, limits));
    if (Clock::now() - start >= limits.time)
        fail("reading it took longer than " + seconds_text(limits.time) + " and was stopped");
}

ImportJob::ImportJob(const std::filesystem::path& path, const ImportLimits& limits)
    : state_(std::make_unique<State>(path, limits)) {
    state_->begin();
}
ImportJob::ImportJob(ImportJob&&) noexcept = default;
ImportJob& ImportJob::operator=(ImportJob&&) noexcept = default;
ImportJob::~ImportJob() = default;

bool ImportJob::is_done() const {
    return state_->result.has_value();
}

bool ImportJob::poll(milliseconds wait) {
    if (is_done()) return true;
    state_->wait_for_result(wait);
    state_->read_messages();
    state_->read_data();
    if (!is_done()) state_->check_for_end();
    return is_done();
}

void ImportJob::cancel() {
    if (!is_done()) state_->fail("cancelled");
}

std::chrono::duration<double> ImportJob::elapsed() const {
    return (is_done() ? state_->end : Clock::now()) - state_->start;
}

Result<Mesh> ImportJob::take_result() {
    BOXWOOD_ASSERT(is_done());
    return std::move(*state_->result);
}

Result<Mesh> import_mesh(const std::filesystem::path& path, const ImportLimits& limits,
                         const std::atomic<bool>* cancel) {
    constexpr milliseconds kWait{50}; // latency of a cancellation
    ImportJob job(path, limits);
    while (!job.poll(kWait))
        if (cancel != nullptr && cancel->load()) job.cancel();
    return job.take_result();
}

} // namespace boxwood
