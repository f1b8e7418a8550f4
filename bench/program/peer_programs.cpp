#include "bench/program/peer_programs.hpp"

#include "engine/import/child_process.hpp"
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
constexpr int kAnswersDiffer = 1; // exit status of a program if an answer of ours is wrong

struct PeerProgram {
    const char *name, *result; // of the file, without .csv
    bool takes_meshes;
    const char *option = nullptr, *value = nullptr; // additional option of this program
};
constexpr std::array kPrograms{PeerProgram{"bench_peers_build_hierarchy", "build", true},
                               PeerProgram{"bench_mesh_pairs", "mesh_pairs", true, "--seconds", "1"},
                               PeerProgram{"bench_broad_phase_peers", "broad_phase", false, "--only", "cube"},
                               PeerProgram{"bench_peers_closest_features", "closest", false},
                               PeerProgram{"bench_peers_contacts", "contacts", true}};

// build/release/bench/program/boxwood-bench and build/release/bench/peers
fs::path default_folder() {
    return executable_path().parent_path().parent_path() / "peers";
}

// Reads the output so far, so that the pipe never fills up.
void take_words(const Descriptor& words, std::string& io_said) {
    std::array<char, 4096> text{};
    for (ssize_t n = 0; (n = ::read(words.number(), text.data(), text.size())) > 0;)
        io_said.append(text.data(), static_cast<std::size_t>(n));
}

void add_meshes(const PeerPrograms& programs, std::vector<std::string>& io_arguments) {
    for (const fs::path& mesh : programs.meshes)
        io_arguments.insert(io_arguments.end(), {"--mesh", mesh.string()});
    if (programs.is_alone) io_arguments.emplace_back("--alone");
}

std::string how_it_ended(int status) {
    if (WIFSIGNALED(status))
        return "ended by signal " + std::to_string(WTERMSIG(status)) + " (" + ::strsignal(WTERMSIG(status)) +
               ")";
    const int code = WEXITSTATUS(status);
    return "ended with status " + std::to_string(code) +
           (code == kAnswersDiffer ? "; its table says which answer differs" : "");
}

// A failing program prints its reason last.
std::string last_line(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    return std::string(text.substr(text.rfind('\n') + 1)); // none: npos + 1 is the start
}

// Returns its output.
Result<std::string> run_program(const fs::path& program, const std::vector<std::string>& arguments) {
    Result<ChildProcess> child = ChildProcess::start(program.string(), arguments, {});
    if (!child) return child.error();
    std::string said;
    int status = 0;
    while (!child->has_ended(status)) {
        take_words(child->words, said);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    take_words(child->words, said);
    if (status == 0) return said;
    return Error{program.filename().string() + " " + how_it_ended(status) +
                 (said.empty() ? "" : ": " + last_line(said))};
}

void describe_lines(const std::string& said, const char* name,
                    const std::function<void(const std::string&)>& tell) {
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) tell(std::string(name) + ": " + line);
}

} // namespace

Status check_peer_folder(const PeerPrograms& programs) {
    if (programs.folder.empty()) return ok();
    std::error_code error;
    std::string names;
    for (const PeerProgram& one : kPrograms) {
        if (fs::exists(programs.folder / one.name, error)) return ok();
        names.append(names.empty() ? "" : ", ").append(one.name);
    }
    const char* what = fs::is_directory(programs.folder, error)
                           ? "has none of the programs that compare: "
                           : "is no folder; wanted one that has some of ";
    return Error{"--peers " + shown(programs.folder) + " " + what + names};
}

Result<std::vector<OtherResult>> run_peer_programs(const PeerPrograms& programs, const fs::path& out,
                                                   const std::function<void(const std::string&)>& tell) {
    std::vector<OtherResult> results;
    const fs::path folder = programs.folder.empty() ? default_folder() : programs.folder;
    for (const PeerProgram& one : kPrograms) {
        const fs::path program = folder / one.name;
        std::error_code error;
        if (!fs::exists(program, error)) {
            tell(std::string(one.name) + ": not found, left out");
            continue;
        }
        const fs::path file = out / (std::string(one.result) + ".csv");
        std::vector<std::string> arguments{program.string(), "--out", file.string()};
        if (one.option != nullptr) arguments.insert(arguments.end(), {one.option, one.value});
        if (programs.is_quick) arguments.emplace_back("--quick");
        if (one.takes_meshes) add_meshes(programs, arguments);
        const Result<std::string> said = run_program(program, arguments);
        if (!said) return said.error();
        describe_lines(*said, one.name, tell);
        Result<std::string> text = read_text_file(file, kMaxBytes);
        if (!text) return text.error();
        results.push_back({one.result, std::move(*text)});
        tell(std::string(one.name) + " ran");
    }
    return results;
}

} // namespace boxwood
