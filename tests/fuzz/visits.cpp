// Visit streams: accepted data reads back equal once written.
#include "engine/scene/queries/visit_stream.hpp"
#include "tests/fuzz/text_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace boxwood;
    using fuzz::require;
    const Result<VisitStream> read = parse_visit_stream(fuzz::text_of(data, size), "visits");
    if (!read) {
        fuzz::check_message(read.error());
        return 0;
    }
    const std::string bytes = to_bytes(*read);
    const Result<VisitStream> again = parse_visit_stream(bytes, "again");
    require(bool(again), [&] { return "what was written is refused: " + again.error().message; });
    require(again->visits == read->visits, "other visits are read back");
    require(to_bytes(*again) == bytes, "writing what was read back gives other bytes");
    return 0;
}
