#include "engine/import/child/import_child.hpp"

#include "collision/core/sanitizer.hpp"
#include "engine/import/child/reader_memory.hpp"
#include "engine/import/formats/mesh_stream.hpp"
#include "engine/import/plain_words.hpp"
#include "engine/import/readers.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <sys/resource.h>
#include <unistd.h>

namespace boxwood {
namespace {

void set_limit(decltype(RLIMIT_CPU) resource, std::uint64_t value, std::uint64_t hard_value) {
    const rlimit limit{value, hard_value};
    ::setrlimit(resource, &limit); // fails only if a lower limit is already set
}

void set_limits(const ChildLimits& limits) {
    set_limit(RLIMIT_CORE, 0, 0);
    // At the soft limit, the kernel sends SIGXCPU, which tells the parent the reason; at the hard limit, SIGKILL.
    set_limit(RLIMIT_CPU, limits.seconds, limits.seconds + 1);
    // A sanitizer reserves terabytes of address space; child_environment() limits the memory in use instead.
    if (!kIsSanitized) set_limit(RLIMIT_AS, limits.memory_bytes, limits.memory_bytes);
}

std::string too_much_memory(std::uint64_t bytes, bool is_limit_from_file_size) {
    return "reading it needs more than " + std::to_string(bytes >> 20) + " MiB of memory" +
           (is_limit_from_file_size ? ", too much for a file of its size; it is probably damaged" : "");
}

int refuse(const std::string& reason) {
    std::fprintf(stderr, "%s\n", reason.c_str());
    return kChildRefused;
}

bool write_all(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t size = ::write(descriptor, bytes.data(), bytes.size());
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(size));
    }
    return true;
}

} // namespace

int run_import_child(const std::filesystem::path& path, int descriptor, const ChildLimits& limits,
                     std::optional<double> moment) {
    const std::uint64_t memory_bytes = reader_memory(path, limits.memory_bytes);
    const auto refuse_memory = [&] {
        return refuse(too_much_memory(memory_bytes, memory_bytes < limits.memory_bytes));
    };
    set_limits({memory_bytes, limits.seconds});
    try {
        const Result<Mesh> mesh = read_mesh_file(path, moment);
        if (!mesh && mesh.error().message == kOutOfMemory) return refuse_memory();
        if (!mesh) return refuse(mesh.error().message);
        return write_all(descriptor, encode_mesh(*mesh)) ? 0 : 1;
    } catch (const std::bad_alloc&) {
        return refuse_memory();
    } catch (const std::exception& error) {
        const std::optional<std::string> reason = plain_words(error.what());
        return refuse("the reader failed" + (reason ? ": " + *reason : "; the file is probably damaged"));
    }
}

std::vector<std::string> child_environment(std::uint64_t memory_bytes) {
    std::vector<std::string> variables{std::string(kChildVariable) + "=1"};
    if (kIsSanitized) {
        const char* options = std::getenv("ASAN_OPTIONS");
        variables.push_back("ASAN_OPTIONS=" + std::string(options == nullptr ? "" : options) +
                            ":detect_leaks=0:hard_rss_limit_mb=" + std::to_string(memory_bytes >> 20));
    }
    return variables;
}

} // namespace boxwood
