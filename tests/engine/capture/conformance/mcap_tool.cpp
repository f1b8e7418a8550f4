// mcap_tool write FILE [chunk bytes] [zstd level]   writes 1,000 messages on two of three channels
// mcap_tool print FILE                              prints one line per message: topic, log time, bytes in hexadecimal
// conformance_test.py compares this tool with an independent implementation of the format.
#include "engine/capture/mcap/mcap_reader.hpp"
#include "engine/capture/mcap/mcap_writer.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace boxwood;
using namespace boxwood::capture;

int fail(const Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 1;
}

int write(const char* path, std::uint64_t chunk_bytes, int level) {
    Result<McapWriter> writer = McapWriter::create(
        path, {.library = "boxwood test", .chunk_bytes = chunk_bytes, .zstd_level = level});
    if (!writer) return fail(writer.error());
    const std::uint16_t schema = writer->add_schema("numbers", "boxwood", bytes_of("value u64"));
    const std::uint16_t channels[]{writer->add_channel("/a", "boxwood", schema),
                                   writer->add_channel("/b", "json", 0),
                                   writer->add_channel("/empty", "boxwood", schema)};
    for (std::uint64_t i = 0; i < 1000; ++i) {
        ByteWriter data;
        for (std::uint64_t k = 0; k < i % 17; ++k) data.number(i * k);
        const Status status =
            i % 7 == 0 ? writer->write(channels[1], 1000 * i, bytes_of("{\"i\": " + std::to_string(i) + "}"))
                       : writer->write(channels[0], 1000 * i, data.bytes());
        if (!status) return fail(status.error());
    }
    if (const Status status = writer->attach("note", "text/plain", 5, bytes_of("hello")); !status)
        return fail(status.error());
    const Status status = writer->finish();
    return status ? 0 : fail(status.error());
}

int print(const char* path) {
    const Result<McapReader> reader = McapReader::open(path);
    if (!reader) return fail(reader.error());
    for (const std::string& problem : reader->problems()) std::printf("problem: %s\n", problem.c_str());
    reader->for_each(
        [&](const McapMessage& message) {
            std::printf("%s %llu ", reader->channels().at(message.channel).topic.c_str(),
                        static_cast<unsigned long long>(message.log_time));
            for (const std::byte byte : message.data) std::printf("%02x", static_cast<unsigned>(byte));
            std::printf("\n");
        },
        [](const Error& error) { std::printf("problem: %s\n", error.message.c_str()); });
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    if (count < 3) return 2;
    const std::string verb = arguments[1];
    if (verb == "print") return print(arguments[2]);
    return write(arguments[2], count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 4096,
                 count > 4 ? std::atoi(arguments[4]) : 3);
}
