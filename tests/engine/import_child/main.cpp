// The import child of the tests: a program that has only the import command of the Boxwood program. If the environment
// variable BOXWOOD_TEST_CHILD is set, the child misbehaves in the way that the variable names.
#include "engine/import/child/import_child.hpp"
#include "engine/import/formats/mesh_stream.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace {

using namespace boxwood;

void send(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t size = ::write(3, bytes.data(), bytes.size());
        if (size <= 0) std::exit(1);
        bytes = bytes.subspan(static_cast<std::size_t>(size));
    }
}

[[noreturn]] void sleep_for_ever() {
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

int misbehave(std::string_view how) {
    const auto mesh = encode_mesh(make_box({1.0, 1.0, 1.0}));
    if (how == "hang") sleep_for_ever();
    if (how == "spin")
        for (std::atomic<int> i = 0;; ++i) {
        }
    if (how == "hang half way") {
        send(std::span(mesh).first(mesh.size() / 2));
        sleep_for_ever();
    }
    if (how == "hang silently") {
        for (int descriptor = 0; descriptor < 4; ++descriptor) ::close(descriptor);
        sleep_for_ever();
    }
    if (how == "hang after the mesh") {
        send(mesh);
        sleep_for_ever();
    }
    if (how == "crash half way") {
        send(std::span(mesh).first(mesh.size() / 2));
        std::signal(SIGSEGV, SIG_DFL); // a sanitizer would handle the signal instead
        std::raise(SIGSEGV);
    }
    if (how == "abort with words") {
        std::fputs("first line\nlast \x1b[31mwords\n\n", stderr);
        std::signal(SIGABRT, SIG_DFL);
        std::abort();
    }
    if (how == "too long") std::raise(SIGXCPU);
    if (how == "killed") std::raise(SIGKILL);
    if (how == "garbage")
        send(std::as_bytes(std::span("this is not a mesh, this is not a mesh, this is not a mesh")));
    if (how == "more") {
        send(mesh);
        send(mesh);
    }
    if (how == "flood")
        while (true) send(std::span(mesh).first(40)); // much more data than its header announces
    if (how == "talk")
        while (true) std::fputs("blah blah blah ", stderr);
    if (how == "slowly")
        for (const std::byte& byte : mesh) {
            send(std::span(&byte, 1));
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
    if (how == "status 2") return 2;
    if (how == "see descriptors")
        for (int descriptor = 0; descriptor < 1000; ++descriptor)
            if (::write(descriptor, "", 0) == 0) std::fprintf(stderr, "%d ", descriptor);
    return 0;
}

} // namespace

int main(int argument_count, char** arguments) {
    if (const char* how = std::getenv("BOXWOOD_TEST_CHILD")) return misbehave(how);
    ChildLimits limits;
    int descriptor = -1;
    const char* path = "";
    std::optional<double> moment;
    for (int i = 2; i + 1 < argument_count; i += 2) {
        const char *name = arguments[i], *value = arguments[i + 1];
        if (std::strcmp(name, "--fd") == 0) descriptor = std::atoi(value);
        if (std::strcmp(name, "--memory") == 0) limits.memory_bytes = std::strtoull(value, nullptr, 10);
        if (std::strcmp(name, "--seconds") == 0) limits.seconds = std::strtoull(value, nullptr, 10);
        if (std::strcmp(name, "--file") == 0) path = value;
        if (std::strcmp(name, "--moment") == 0) moment = std::strtod(value, nullptr);
    }
    return run_import_child(path, descriptor, limits, moment);
}
