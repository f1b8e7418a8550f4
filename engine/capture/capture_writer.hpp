// What: writes the messages of a capture to an MCAP file; each type of record has its own channel.
// Errors: the Errors of McapWriter.
#pragma once

#include "engine/capture/mcap/mcap_writer.hpp"
#include "engine/capture/records/fields.hpp"

#include <functional>
#include <map>

namespace boxwood::capture {

inline constexpr std::string_view kMessageEncoding = "boxwood", kSchemaEncoding = "boxwood-fields";

class CaptureWriter {
  public:
    explicit CaptureWriter(McapWriter file)
        : file_(std::move(file)) {}

    // `time`: the log time. It is the simulation time in ns in recordings, and the frame's index in write_capture().
    template <class Record>
    Status write(std::uint64_t time, const Record& record) {
        const auto known = channels_.find(Record::kTopic);
        const std::uint16_t channel =
            known != channels_.end() ? known->second : add_channel(Record::kTopic, describe_fields<Record>());
        message_.clear();
        append_record(message_, record);
        return file_.write(channel, time, message_.bytes());
    }

    // Writes the bytes of a message unchanged. `description`: the fields of the topic, as in describe_fields().
    Status write_bytes(std::uint64_t time, std::string_view topic, const std::string& description,
                       Bytes message) {
        const auto known = channels_.find(topic);
        const std::uint16_t channel =
            known != channels_.end() ? known->second : add_channel(topic, description);
        return file_.write(channel, time, message);
    }

    McapWriter& file() { return file_; }

  private:
    std::uint16_t add_channel(std::string_view topic, const std::string& description) {
        const std::string name = "boxwood." + std::string(topic.substr(1));
        const std::uint16_t schema = file_.add_schema(name, kSchemaEncoding, bytes_of(description));
        return channels_.emplace(std::string(topic), file_.add_channel(topic, kMessageEncoding, schema))
            .first->second;
    }

    McapWriter file_;
    std::map<std::string, std::uint16_t, std::less<>> channels_;
    ByteWriter message_;
};

} // namespace boxwood::capture
