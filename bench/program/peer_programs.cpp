#include "bench/program/peer_programs.hpp"

#include "engine/import/child/child_process.hpp"
#include "engine/import/text_file.hpp"
#include "engine/system/executable_path.hpp"

#include <array>
#include <chrono>
#include <cstring>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace boxwood {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxBytes = 1u << 26;
constexpr int kAnswersDiffer = 1; // exit status of a program if the answers of its methods differ

struct PeerProgram {
    const char *name, *result; // `result` is the name of the written file, without .csv
    bool takes_meshes;
    const char *option = nullptr, *value = nullptr; // additional option of this program
};
constexpr std::array kPrograms{PeerProgram{"bench_peers_build_hierarchy", "build", true},
                               PeerProgram{"bench_mesh_pairs", "mesh_pairs", true, "--seconds", "1"},
                               PeerProgram{"bench_broad_phase_peers", "broad_phase", false, "--only", "cube"},
                               PeerProgram{"bench_peers_closest_features", "closest", false},
                               PeerProgram{"bench_peers_contacts", "contacts", true}};

// For the program build/release/bench/program/boxwood-bench, this is build/release/bench/peers.
fs::path default_folder() {
    return executable_path().parent_path().parent_path() / "peers";
}

// Reads the available output, so that the pipe never fills up.
void read_output(const Descriptor& pipe, std::string& io_output) {
    std::array<char, 4096> text{};
    for (ssize_t n = 0; (n = ::read(pipe.number(), text.data(), text.size())) > 0;)
        io_output.append(text.data(), static_cast<std::size_t>(n));
}

void add_meshes(const PeerProgramOptions& options, std::vector<std::string>& io_arguments) {
    for (const fs::path& mesh : options.meshes)
        io_arguments.insert(io_arguments.end(), {"--mesh", mesh.string()});
    if (options.only_given_meshes) io_arguments.emplace_back("--alone");
}

std::string describe_exit(int status) {
    if (WIFSIGNALED(status))
        return "ended by signal " + std::to_string(WTERMSIG(status)) + " (" + ::strsignal(WTERMSIG(status)) +
               ")";
    const int code = WEXITSTATUS(status);
    return "ended with status " + std::to_string(code) +
           (code == kAnswersDiffer ? "; its table says which answer differs" : "");
}

// A failing program prints the reason in its last line.
std::string last_line(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    return std::string(text.substr(text.rfind('\n') + 1)); // npos + 1 is 0
}

// Returns the program's output.
Result<std::string> run_program(const fs::path& program, const std::vector<std::string>& arguments) {
    Result<ChildProcess> child = ChildProcess::start(program.string(), arguments, {});
    if (!child) return child.error();
    std::string output;
    int status = 0;
    while (!child->try_wait(status)) {
        read_output(child->messages, output);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    read_output(child->messages, output);
    if (status == 0) return output;
    return Error{program.filename().string() + " " + describe_exit(status) +
                 (output.empty() ? "" : ": " + last_line(output))};
}

void report_lines(const std::string& output, const char* name,
                  const std::function<void(const std::string&)>& on_progress) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) on_progress(std::string(name) + ": " + line);
}

} // namespace

Status check_peer_folder(const PeerProgramOptions& options) {
    if (options.folder.empty()) return ok();
    std::error_code error;
    std::string names;
    for (const PeerProgram& one : kPrograms) {
        if (fs::exists(options.folder / one.name, error)) return ok();
        names.append(names.empty() ? "" : ", ").append(one.name);
    }
    const char* what = fs::is_directory(options.folder, error)
                           ? "has none of the comparison programs: "
                           : "is not a folder; it must be a folder with some of ";
    return Error{"--peers " + shown(options.folder) + " " + what + names};
}

Result<std::vector<OtherResult>>
run_peer_programs(const PeerProgramOptions& options, const fs::path& out,
                  const std::function<void(const std::string&)>& on_progress) {
    std::vector<OtherResult> results;
    const fs::path folder = options.folder.empty() ? default_folder() : options.folder;
    for (const PeerProgram& one : kPrograms) {
        const fs::path program = folder / one.name;
        std::error_code error;
        if (!fs::exists(program, error)) {
            on_progress(std::string(one.name) + " was not found and is left out");
            continue;
        }
        const fs::path file = out / (std::string(one.result) + ".csv");
        std::vector<std::string> arguments{program.string(), "--out", file.string()};
        if (one.option != nullptr) arguments.insert(arguments.end(), {one.option, one.value});
        if (options.is_quick) arguments.emplace_back("--quick");
        if (one.takes_meshes) add_meshes(options, arguments);
        const Result<std::string> output = run_program(program, arguments);
        if (!output) return output.error();
        report_lines(*output, one.name, on_progress);
        Result<std::string> text = read_text_file(file, kMaxBytes);
        if (!text) return text.error();
        results.push_back({one.result, std::move(*text)});
        on_progress(std::string(one.name) + " ran");
    }
    return results;
}

} // namespace boxwood
