// What: the command line of all comparisons with other libraries, and the meshes that its options name.
//     [--mesh FILE]... [--alone] [--rounds N] [--seconds S] [--only TEXT]... [--wanted WHAT] [--quick] [--out FILE.csv]
// Degenerate input: an unknown option, a missing or a wrong value ends the program with status 2 and a message.
#pragma once

#include "engine/import/import.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace boxwood::bench {

struct PeerOptions {
    std::vector<std::string> files; // meshes, in addition to generated ones
    bool only_given_meshes = false; // leaves out the generated meshes if there are files
    // For mesh pairs: parts of the names of the competitors. For broad phases: names of scenes. Empty: no selection.
    std::vector<std::string> only;
    std::string wanted;             // for mesh pairs: only first, all or distance; empty for all three
    std::size_t rounds = 15;
    double seconds = 4.0; // for mesh pairs: Cell::max_seconds of measure.hpp
    std::string out;      // CSV file; empty: standard output, or no CSV from mesh pairs
    // Uses small input and few rounds, which checks the answers but gives no useful times.
    bool is_quick = false;
};

template <class Number>
bool read_number(const std::string& text, Number& out_number) {
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, out_number);
    return error == std::errc{} && stop == end;
}

inline PeerOptions read_peer_options(int argc, char** argv) {
    PeerOptions options;
    bool is_rounds_given = false, is_seconds_given = false;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--quick") {
            options.is_quick = true;
            continue;
        }
        if (name == "--alone") {
            options.only_given_meshes = true;
            continue;
        }
        const bool has_value = i + 1 < argc;
        const std::string value = has_value ? argv[++i] : "";
        if (has_value && name == "--mesh")
            options.files.push_back(value);
        else if (has_value && name == "--only")
            options.only.push_back(value);
        else if (has_value && name == "--wanted" &&
                 (value == "first" || value == "all" || value == "distance"))
            options.wanted = value;
        else if (has_value && name == "--rounds" && read_number(value, options.rounds) && options.rounds > 0)
            is_rounds_given = true;
        else if (has_value && name == "--seconds" && read_number(value, options.seconds) &&
                 options.seconds > 0.0)
            is_seconds_given = true;
        else if (has_value && name == "--out")
            options.out = value;
        else {
            std::fprintf(
                stderr,
                "%s: %s; the options are [--mesh FILE]... [--alone] [--rounds N] [--seconds S] [--only "
                "TEXT]... [--wanted first|all|distance] [--quick] "
                "[--out FILE.csv]\n",
                name.c_str(),
                has_value ? "unknown option or wrong value" : "unknown option, or its value is missing");
            std::exit(2);
        }
    }
    if (options.is_quick && !is_rounds_given) options.rounds = 3;
    if (options.is_quick && !is_seconds_given) options.seconds = 0.05;
    return options;
}

inline std::FILE* open_out(const PeerOptions& options) {
    std::FILE* out = options.out.empty() ? stdout : std::fopen(options.out.c_str(), "w");
    if (out != nullptr) return out;
    std::fprintf(stderr, "%s: cannot be written\n", options.out.c_str());
    std::exit(2);
}

#ifdef BOXWOOD_IMPORT_CHILD
// Returns the meshes of the files, after the generated meshes unless --alone excludes them. A child process imports the
// files. It runs another program, because a benchmark has no import command.
inline std::vector<Mesh> gather_meshes(const PeerOptions& options, std::vector<Mesh> generated) {
    std::vector<Mesh> meshes;
    if (options.files.empty() || !options.only_given_meshes) meshes = std::move(generated);
    for (const std::string& file : options.files) {
        Result<Mesh> mesh = import_mesh(file, {.program = BOXWOOD_IMPORT_CHILD});
        if (!mesh) {
            std::fprintf(stderr, "%s\n", mesh.error().message.c_str());
            std::exit(2);
        }
        mesh->name = std::filesystem::path(file).stem().string();
        meshes.push_back(std::move(*mesh));
    }
    return meshes;
}
#endif

} // namespace boxwood::bench
