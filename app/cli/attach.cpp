#include "app/cli/commands.hpp"
#include "app/cli/options/usage_error.hpp"
#include "app/cli/verdicts.hpp"
#include "app/shell/build_info.hpp"
#include "app/shell/files/report.hpp"
#include "engine/capture/capture_writer.hpp"
#include "engine/capture/stream/capture_listener.hpp"
#include "engine/capture/stream/incoming_stream.hpp"

#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

namespace boxwood {
namespace {

using capture::CaptureListener;
using capture::IncomingStream;

struct AttachOptions {
    std::uint32_t port = CaptureListener::kDefaultPort;
    std::filesystem::path out;
    std::uint64_t memory_mib = 256;
    bool judges = false;
    VerdictFormat format;
};

volatile std::sig_atomic_t attach_is_interrupted = 0;
void interrupt_attach(int) {
    attach_is_interrupted = 1;
}

// Receives the stream of one producer.
class AttachSession {
  public:
    // `out`: the capture to write; empty: none. The file is created only after a producer has sent the version of its
    // messages. Until then, an existing capture of this name is not overwritten.
    AttachSession(CaptureListener& io_listener, IncomingStream& io_stream, std::filesystem::path out)
        : listener_(io_listener)
        , stream_(io_stream)
        , out_(std::move(out)) {}

    // Runs until the producer disconnects or its stream is malformed, or until Ctrl-C.
    Status run() {
        while (attach_is_interrupted == 0) {
            const CaptureListener::Events events = listener_.poll(std::chrono::milliseconds{100});
            if (events.refused > 0)
                std::fprintf(stderr,
                             "boxwood: refused another producer: only one can be connected at a time\n");
            has_connected_ = has_connected_ || events.has_connected;
            if (!events.bytes.empty())
                if (Status status = take(events.bytes); !status) return status;
            if (events.has_left) break;
        }
        return written_;
    }
    bool has_connected() const { return has_connected_; }

    // Finishes the file even if the stream ended early, because its complete records are valid.
    Status finish_file() { return file_ ? file_->file().finish() : ok(); }

  private:
    Status create_file() {
        if (out_.empty() || file_) return ok();
        Result<capture::McapWriter> opened =
            capture::McapWriter::create(out_, {.library = "boxwood " + build_info().version});
        if (!opened) return opened.error();
        file_.emplace(std::move(*opened));
        return ok();
    }

    Status take(capture::Bytes bytes) {
        const bool was_known = stream_.has_version();
        const Status taken =
            stream_.take(bytes, [this](std::string_view topic, std::uint64_t time, capture::Bytes message) {
                if (written_) written_ = create_file();
                if (file_ && written_)
                    written_ = file_->write_bytes(time, topic, capture::describe_topic(topic), message);
            });
        if (stream_.has_version() && written_) written_ = create_file();
        if (!out_.empty() && !file_ && !written_) return written_; // it cannot be created
        if (!was_known && stream_.has_version())
            std::fprintf(stderr, "boxwood: connected: %s\n", stream_.library().c_str());
        if (taken) return ok();
        listener_.disconnect(stream_.is_wrong_version() ? capture::ProducerCommand::wrong_version
                                                        : capture::ProducerCommand::malformed);
        // Gives the producer time to read the reason before the connection is closed.
        for (int i = 0; i < 5; ++i) listener_.poll(std::chrono::milliseconds{20});
        return taken.error();
    }

    CaptureListener& listener_;
    IncomingStream& stream_;
    std::filesystem::path out_;
    std::optional<capture::CaptureWriter> file_;
    Status written_ = ok();
    bool has_connected_ = false;
};

void print_stream_summary(const IncomingStream& stream) {
    std::fprintf(stderr, "boxwood: %llu messages of %s",
                 static_cast<unsigned long long>(stream.message_count()), stream.library().c_str());
    if (stream.skipped_count() > 0)
        std::fprintf(stderr, ", %llu of unknown channels skipped",
                     static_cast<unsigned long long>(stream.skipped_count()));
    if (stream.is_finished())
        std::fprintf(stderr, "; the producer finished\n");
    else if (attach_is_interrupted != 0)
        std::fprintf(stderr, "; interrupted\n");
    else if (stream.unfinished_bytes() > 0)
        std::fprintf(stderr, "; the producer ended in the middle of a record, after %zu of its bytes\n",
                     stream.unfinished_bytes());
    else
        std::fprintf(stderr, "; the producer disconnected without closing its stream\n");
}

Status check_attach_options(const AttachOptions& options) {
    if (!options.judges && (options.format.as_json || options.format.shows_all))
        return Error{std::string(options.format.as_json ? "--json" : "--all") + " requires --judge"};
    if (!options.out.empty() && options.out.extension() != ".mcap")
        return Error{"--out " + options.out.string() + ": captures must have the extension .mcap"};
    return ok();
}

int attach(const AttachOptions& options) {
    if (Status status = check_attach_options(options); !status) return usage_error(status.error());
    Result<CaptureListener> listener = CaptureListener::open(static_cast<std::uint16_t>(options.port));
    if (!listener) return usage_error(Error{"--port: " + listener.error().message});
    if (!options.out.empty())
        if (Status status = check_writable(options.out); !status) return usage_error(status.error());
    std::signal(SIGINT, interrupt_attach);
    std::signal(SIGTERM, interrupt_attach);
    std::fprintf(stderr, "boxwood: listening on 127.0.0.1:%u\n", unsigned{listener->port()});
    IncomingStream stream(options.memory_mib << 20);
    AttachSession session(*listener, stream, options.out);
    const Status status = session.run();
    const Status finished = session.finish_file();
    std::signal(SIGINT, SIG_DFL); // the file is complete; Ctrl-C ends the judging
    std::signal(SIGTERM, SIG_DFL);
    if (!status) return usage_error(status.error());
    if (!finished) return usage_error(finished.error());
    if (!session.has_connected()) return usage_error(Error{"no producer connected"});
    if (!stream.has_version()) return usage_error(Error{"the producer disconnected before it sent anything"});
    print_stream_summary(stream);
    if (!options.judges) return 0;
    const capture::Capture capture = stream.capture();
    if (Status has_claims = check_claims(capture); !has_claims) return usage_error(has_claims.error());
    const Result<int> verdicts = print_verdicts(capture, options.format);
    return verdicts ? *verdicts : usage_error(verdicts.error());
}

} // namespace

void add_attach_command(Command& line) {
    const auto options = std::make_shared<AttachOptions>();
    Command verb = line.add_command(
        "attach", "Receive the records that a running program sends with boxwood_capture.h, and judge them");
    verb.option("--port", &options->port, "Port of 127.0.0.1 to listen on; 0: any free one")
        .within(std::uint32_t{0}, std::uint32_t{65535})
        .show_default()
        .value_name("P");
    verb.option("--out", &options->out, "Write everything that is received to a capture")
        .not_empty()
        .value_name("FILE.mcap");
    verb.flag("--judge", &options->judges, "Judge the received records when the program ends");
    verb.option("--memory", &options->memory_mib,
                "Memory for the records to judge, in MiB; if they do not fit, the oldest frames are dropped")
        .within(std::uint64_t{1}, std::uint64_t{1} << 20)
        .show_default()
        .value_name("MIB");
    verb.flag("--json", &options->format.as_json,
              "With --judge: print each verdict as a JSON object on its own line");
    verb.flag("--all", &options->format.shows_all, "With --judge: also print the verdicts that are right");
    verb.set_action([options] { return attach(*options); });
}

} // namespace boxwood
