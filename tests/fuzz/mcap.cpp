// MCAP files: a file that opens can be read to its end within the limits, and each problem is a single line.
#include "engine/capture/mcap/mcap_reader.hpp"
#include "tests/fuzz/text_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace boxwood;
    using namespace boxwood::capture;
    using fuzz::require;
    const McapLimits limits{.decompressed_bytes = 1u << 20, .segment_bytes = 1u << 12};
    const Result<McapReader> reader = McapReader::open(bytes_of(fuzz::text_of(data, size)), limits);
    if (!reader) {
        fuzz::check_message(reader.error());
        return 0;
    }
    for (const std::string& problem : reader->problems()) fuzz::check_message(Error{problem});
    reader->for_each(
        [&](const McapMessage& message) {
            require(reader->channels().contains(message.channel), "a message of an undefined channel");
            require(message.data.size() <= limits.decompressed_bytes, "a message above the limit");
        },
        [](const Error& error) { fuzz::check_message(error); });
    for (const McapAttachment& attachment : reader->attachments()) {
        const auto found = reader->read(attachment);
        require(!found || found->size() == attachment.size, "an attachment of another size");
    }
    return 0;
}
