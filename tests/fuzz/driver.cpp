// What: runs a fuzz target without libFuzzer, for compilers that do not have it.
//   fuzz_NAME FILE|FOLDER...                                          runs each file
//   fuzz_NAME --random N [--seed S] [--keep FOLDER] FILE|FOLDER...   then N random inputs: bytes, or mutated files
// A wrong answer aborts the process. With --keep, FOLDER/tried contains the random input that is being run; it is
// removed at the end.
#include "tests/oracles/effort.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;
namespace fs = std::filesystem;

Bytes read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        std::fprintf(stderr, "cannot read %s\n", path.c_str());
        std::exit(2);
    }
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> list_files(const std::vector<fs::path>& named) {
    std::vector<fs::path> files;
    for (const fs::path& path : named) {
        if (!fs::is_directory(path)) {
            files.push_back(path);
            continue;
        }
        for (const fs::directory_entry& entry : fs::directory_iterator(path))
            if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

void run(const Bytes& input) {
    LLVMFuzzerTestOneInput(input.data(), input.size());
}

class RandomInputs {
  public:
    RandomInputs(std::uint64_t seed, std::vector<Bytes> corpus)
        : random_(seed)
        , corpus_(std::move(corpus)) {}

    Bytes next() {
        if (corpus_.empty() || below(2) == 0) return draw_bytes(1 + below(below(2) == 0 ? 2048 : 256));
        Bytes input = corpus_[below(corpus_.size())];
        for (std::size_t mistakes = 1 + below(4); mistakes > 0; --mistakes) damage(input);
        return input;
    }

  private:
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
    std::uint8_t byte() { return static_cast<std::uint8_t>(random_()); }
    Bytes draw_bytes(std::size_t size) {
        Bytes bytes(size);
        std::generate(bytes.begin(), bytes.end(), [this] { return byte(); });
        return bytes;
    }

    void damage(Bytes& io_input) {
        if (io_input.empty()) {
            io_input = draw_bytes(1 + below(16));
            return;
        }
        const auto place = [this, &io_input] {
            return io_input.begin() + static_cast<std::ptrdiff_t>(below(io_input.size()));
        };
        switch (below(5)) {
        case 0:
            *place() = byte();
            break;
        case 1:
            *place() ^= static_cast<std::uint8_t>(1u << below(8));
            break;
        case 2: {
            const auto first = place();
            io_input.erase(first,
                           first + std::min<std::ptrdiff_t>(io_input.end() - first,
                                                            static_cast<std::ptrdiff_t>(1 + below(16))));
            break;
        }
        case 3: { // inserts a piece of another file
            const Bytes& other = corpus_[below(corpus_.size())];
            if (other.empty()) break;
            const std::size_t first = below(other.size()),
                              size = std::min(other.size() - first, 1 + below(64));
            const Bytes piece(other.begin() + static_cast<std::ptrdiff_t>(first),
                              other.begin() + static_cast<std::ptrdiff_t>(first + size));
            io_input.insert(place(), piece.begin(), piece.end());
            break;
        }
        default: {
            const Bytes piece = draw_bytes(1 + below(8));
            io_input.insert(place(), piece.begin(), piece.end());
        }
        }
    }

    std::mt19937_64 random_;
    std::vector<Bytes> corpus_;
};

} // namespace

int main(int argc, char** argv) {
    std::uint64_t count = 0, seed = 1;
    fs::path keep;
    std::vector<fs::path> named;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool has_value = i + 1 < argc;
        if (word == "--random" && has_value)
            count = std::strtoull(argv[++i], nullptr, 10);
        else if (word == "--seed" && has_value)
            seed = std::strtoull(argv[++i], nullptr, 10);
        else if (word == "--keep" && has_value)
            keep = argv[++i];
        else
            named.emplace_back(word);
    }
    std::vector<Bytes> corpus;
    for (const fs::path& file : list_files(named)) {
        corpus.push_back(read(file));
        std::fprintf(stderr, "%s\n", file.c_str()); // after an abort, the last name printed is the input
        run(corpus.back());
    }
    const std::size_t files = corpus.size();
    if (files == 0 && count == 0) {
        std::fprintf(stderr, "no inputs\n");
        return 2;
    }
    count = boxwood::test::choose_effort(count, 100 * count);
    RandomInputs inputs(seed, std::move(corpus));
    for (std::uint64_t i = 0; i < count; ++i) {
        const Bytes input = inputs.next();
        if (!keep.empty())
            std::ofstream(keep / "tried", std::ios::binary)
                .write(reinterpret_cast<const char*>(input.data()),
                       static_cast<std::streamsize>(input.size()));
        run(input);
    }
    if (!keep.empty()) fs::remove(keep / "tried");
    std::printf("%zu files and %llu random inputs, seed %llu\n", files,
                static_cast<unsigned long long>(count), static_cast<unsigned long long>(seed));
    return 0;
}
