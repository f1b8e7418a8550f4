// Captures with any content are read, then judged. Problems and findings are printable lines. Every query is judged.
#include "engine/judge/judge_capture.hpp"
#include "tests/fuzz/text_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace boxwood;
    using namespace boxwood::capture;
    const Result<Capture> read = parse_capture(bytes_of(fuzz::text_of(data, size)));
    if (!read) {
        fuzz::check_message(read.error());
        return 0;
    }
    for (const std::string& problem : read->problems) fuzz::check_message(Error{problem});
    const judge::JudgedCapture judged = judge::judge_capture(*read);
    for (const judge::Finding& finding : judged.findings) fuzz::check_message(Error{finding.text});
    fuzz::require(judged.queries == read->queries.size(), "a query without a verdict");
    return 0;
}
