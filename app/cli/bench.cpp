// `boxwood bench` starts boxwood-bench, a separate program, so that the viewer builds without the experiments.
#include "app/cli/bench.hpp"

#include "app/cli/commands.hpp"
#include "app/cli/options/usage_error.hpp"
#include "engine/system/executable_path.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace boxwood {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "boxwood-bench";

// An installed boxwood-bench is in the same folder as this program. In a build tree, it is in another folder.
std::string find_program() {
    std::error_code error;
    const fs::path folder = executable_path().parent_path();
    for (const fs::path& candidate :
         {folder / kProgram, folder.parent_path() / "bench" / "program" / kProgram})
        if (fs::exists(candidate, error)) return candidate.string();
    return kProgram; // found through PATH
}

} // namespace

int start_bench(std::vector<std::string> arguments) {
    const std::string program = find_program();
    std::vector<char*> words{const_cast<char*>(program.c_str())};
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    ::execvp(words[0], words.data());
    if (errno != ENOENT) return usage_error(Error{program + ": " + std::strerror(errno)});
    return usage_error(
        Error{"bench needs the program boxwood-bench, which is neither next to this program nor in the PATH; "
              "./run.sh bench builds it"});
}

void add_bench_command(Command& line) {
    Command verb = line.add_command("bench", "Run the experiments: tables, pictures and a report page");
    verb.pass_words_to(start_bench);
}

} // namespace boxwood
