// A producer's stream keeps at most three times its budget, and its problems are printable lines. The first byte plus 1
// is the size of the chunks in which the other bytes arrive.
#include "engine/capture/stream/incoming_stream.hpp"
#include "tests/fuzz/text_target.hpp"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace boxwood;
    using namespace boxwood::capture;
    if (size == 0) return 0;
    constexpr std::uint64_t kBudget = 1u << 16;
    const Bytes bytes = bytes_of(fuzz::text_of(data + 1, size - 1));
    const std::size_t part = data[0] + std::size_t{1};
    IncomingStream stream(kBudget);
    for (std::size_t at = 0; at < bytes.size(); at += part)
        if (const Status status = stream.take(bytes.subspan(at, std::min(part, bytes.size() - at)));
            !status) {
            fuzz::check_message(status.error());
            break;
        }
    fuzz::require(stream.kept_bytes() <= 3 * kBudget, "more than three times the budget is kept");
    for (const std::string& problem : stream.capture().problems) fuzz::check_message(Error{problem});
    return 0;
}
