// Captures as JSON: any bytes give a capture with consistent ids and visits of bounded size, or an Error of one
// printable line.
#include "engine/producer/bvh_json.hpp"
#include "tests/fuzz/text_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace boxwood;
    const Result<capture::Capture> read = capture::parse_bvh_json(fuzz::text_of(data, size), "a.bvh.json");
    if (!read) {
        fuzz::check_message(read.error());
        return 0;
    }
    for (const auto& [key, tree] : read->hierarchies)
        fuzz::require(key.id == tree.id, "a hierarchy is stored under another id");
    for (const auto& [query, visits] : read->visits)
        fuzz::require(visits.visits.size() % 16 == 0 || visits.visits.size() < size,
                      "the size of the visits does not come from the input");
    for (const std::string& problem : read->problems) fuzz::check_message(Error{problem});
    return 0;
}
