#include "app/shell/frame_log.hpp"

#include "engine/import/text_file.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace boxwood {
namespace {

constexpr int kDigitBits = 16, kDigits = 4; // of 64 bits

// Order-preserving map of doubles to integers.
std::uint64_t key_of(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value + 0.0); // maps -0.0 to 0.0
    return (bits >> 63) != 0 ? ~bits : bits | std::uint64_t{1} << 63;
}
double value_of(std::uint64_t key) {
    return std::bit_cast<double>((key >> 63) != 0 ? key & ~(std::uint64_t{1} << 63) : ~key);
}

// Opens a file without a name in the folder of the report, which is known to be writable. A report that goes to
// a stream or a device has no folder; the file is then in the system's temporary folder.
std::FILE* open_without_name(const std::filesystem::path& report) {
    std::error_code ignored;
    if (report == "-" ||
        (std::filesystem::exists(report, ignored) && !std::filesystem::is_regular_file(report, ignored)))
        return std::tmpfile();
    constexpr int kMaxNames = 100; // if many processes write reports in the folder
    for (int i = 0; i < kMaxNames; ++i) {
        const std::filesystem::path path(report.string() + ".frames" + (i == 0 ? "" : std::to_string(i)));
        std::FILE* file = std::fopen(path.c_str(), "w+bxe"); // x: fails if the file exists
        if (file == nullptr && std::filesystem::exists(path, ignored)) continue;
        if (file != nullptr) std::filesystem::remove(path, ignored);
        return file;
    }
    return nullptr;
}

} // namespace

void FrameLog::clear() {
    *this = {};
}

void FrameLog::push(const TimedFrame& frame, const std::filesystem::path& report) {
    if (!block_) block_ = std::make_unique<Block>();
    Block& block = *block_;
    for (std::size_t k = 0; k < kPhaseCount; ++k) block[k][in_block_] = frame.times.ms[k];
    block[kStep][in_block_] = step_milliseconds(frame.times);
    const auto counters = frame.counters.list();
    for (std::size_t k = 0; k < counters.size(); ++k)
        block[kFirstCounter + k][in_block_] = static_cast<double>(counters[k]);
    block[kFastBodies][in_block_] = static_cast<double>(frame.fast_bodies);
    last_ = frame.counters;
    last_fast_bodies_ = frame.fast_bodies;
    ++frame_count_;
    if (++in_block_ == kBlock) spill(report);
}

void FrameLog::spill(const std::filesystem::path& report) {
    in_block_ = 0;
    if (!failure_.empty()) return;
    if (!file_) file_.reset(open_without_name(report));
    // A summary may have moved the file position.
    if (!file_ || std::fseek(file_.get(), 0, SEEK_END) != 0 ||
        std::fwrite(block_->data(), sizeof(Block), 1, file_.get()) != 1)
        failure_ = shown(report) + ": the times of its frames cannot be stored: " + std::strerror(errno);
    ++blocks_in_file_;
}

Status FrameLog::visit(std::size_t column, const std::function<void(double)>& visitor) const {
    if (!failure_.empty()) return Error{failure_};
    std::array<double, kBlock> values;
    for (std::uint64_t block = 0; block < blocks_in_file_; ++block) {
        const std::uint64_t at = block * sizeof(Block) + column * sizeof values;
        if (fseeko(file_.get(), static_cast<off_t>(at), SEEK_SET) != 0 ||
            std::fread(values.data(), sizeof values, 1, file_.get()) != 1)
            return Error{std::string("the frames of the report cannot be read again: ") +
                         std::strerror(errno)};
        for (const double value : values) visitor(value);
    }
    for (std::size_t i = 0; i < in_block_; ++i) visitor((*block_)[column][i]);
    return ok();
}

// Radix selection from the highest digit. Each pass takes the values that start with the digits found so far, and
// counts them by their next digit.
Result<double> FrameLog::find_ranked(std::size_t column, std::uint64_t rank) const {
    std::vector<std::uint64_t> counts(std::size_t{1} << kDigitBits);
    std::uint64_t known_digits = 0;
    for (int digit = kDigits; digit-- > 0;) {
        std::ranges::fill(counts, 0);
        const int shift = digit * kDigitBits;
        const auto count = [&](double value) {
            const std::uint64_t key = key_of(value) >> shift;
            if (digit == kDigits - 1 || key >> kDigitBits == known_digits)
                ++counts[key & (counts.size() - 1)];
        };
        if (Status status = visit(column, count); !status) return status.error();
        std::uint64_t next = 0;
        while (rank >= counts[next]) rank -= counts[next++];
        known_digits = known_digits << kDigitBits | next;
    }
    return value_of(known_digits);
}

Result<Summary> FrameLog::summarize_column(std::size_t column) const {
    if (frame_count_ == 0) return Summary{};
    Summary summary{.min = std::numeric_limits<double>::infinity(),
                    .max = -std::numeric_limits<double>::infinity()};
    const auto widen = [&](double value) {
        summary.min = std::min(summary.min, value);
        summary.max = std::max(summary.max, value);
    };
    if (Status status = visit(column, widen); !status) return status.error();
    for (const auto& [quantile, out] : {std::pair{0.5, &summary.median}, std::pair{0.95, &summary.p95}}) {
        const Result<double> value = find_ranked(column, rank_of_quantile(quantile, frame_count_));
        if (!value) return value.error();
        *out = *value;
    }
    return summary;
}

} // namespace boxwood
