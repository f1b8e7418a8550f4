#include "engine/import/child/reader_memory.hpp"

#include "engine/import/text_file.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace boxwood {
namespace {

std::uint64_t bytes_of(const std::filesystem::path& path) {
    std::error_code failed;
    const std::uint64_t size = std::filesystem::file_size(path, failed);
    return failed ? 0 : size;
}

// True for formats that store their meshes in other files.
bool has_meshes_elsewhere(const std::string& ending) {
    constexpr std::array<std::string_view, 5> kEndings{".lws", ".irr", ".mesh", ".xml", ".scn"};
    return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

// Total size of the files that the text references as "uri": "mesh.bin". Data embedded in the text count 0, because
// they are part of the file's own size. Missing files count 0, too.
std::uint64_t bytes_of_buffers(const std::filesystem::path& path) {
    const Result<std::string> text = read_text_file(path, std::numeric_limits<std::uint64_t>::max());
    if (!text) return 0;
    std::uint64_t sum = 0;
    for (std::size_t at = text->find("\"uri\""); at != std::string::npos;
         at = text->find("\"uri\"", at + 1)) {
        const std::size_t begin = text->find('"', at + 5);
        const std::size_t end = begin == std::string::npos ? begin : text->find('"', begin + 1);
        if (end == std::string::npos) break;
        constexpr std::size_t kLongestName = 4096;
        if (end - begin < kLongestName)
            sum += bytes_of(path.parent_path() / text->substr(begin + 1, end - begin - 1));
    }
    return sum;
}

} // namespace

std::uint64_t reader_memory(const std::filesystem::path& path, std::uint64_t max_bytes) {
    const std::string ending = lower_case_ending(path);
    if (has_meshes_elsewhere(ending)) return max_bytes;
    const std::uint64_t bytes = bytes_of(path) + (ending == ".gltf" ? bytes_of_buffers(path) : 0);
    if (bytes > max_bytes / kReaderBytesPerByte) return max_bytes;
    return std::min(max_bytes, kReaderBaseBytes + kReaderBytesPerByte * bytes);
}

} // namespace boxwood
