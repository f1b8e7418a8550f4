#include "engine/capture/capture.hpp"

#include "engine/capture/capture_writer.hpp"

#include <functional>
#include <set>

namespace boxwood::capture {
namespace {

struct TopicHandler {
    std::function<Status(Capture&, Bytes)> add;
    std::string (*describe)() = nullptr;
};

template <class Record, class Keep>
std::pair<std::string_view, TopicHandler> handle(Keep keep) {
    return {Record::kTopic, TopicHandler{[keep](Capture& out, Bytes bytes) -> Status {
                                             Result<Record> record = parse_record<Record>(bytes);
                                             if (!record) return record.error();
                                             keep(out, std::move(*record));
                                             return ok();
                                         },
                                         describe_fields<Record>}};
}

constexpr std::size_t kVisitBytes = 16;

// Appends the numbers of some visits, `width` per visit. NaN replaces missing numbers, and surplus numbers are dropped,
// so that the numbers of later visits keep their indices. `io_all` stays empty until a message contains numbers.
void append_numbers(Reals part, std::size_t visits_before, std::size_t visits, std::size_t width,
                    Reals& io_all) {
    if (part.empty() && io_all.empty()) return;
    if (!part.empty())
        io_all.is_single_precision =
            part.is_single_precision && (io_all.empty() || io_all.is_single_precision);
    io_all.values.resize(width * visits_before, kNotStated);
    part.values.resize(width * visits, kNotStated);
    io_all.values.insert(io_all.values.end(), part.values.begin(), part.values.end());
}

// Several messages can contain the visits of one query.
void append_visits(Capture& out, VisitsRecord part) {
    const auto [found, is_first] = out.visits.try_emplace(part.query);
    VisitsRecord& all = found->second;
    if (is_first) {
        all = std::move(part);
        return;
    }
    const std::size_t before = all.visits.size() / kVisitBytes, added = part.visits.size() / kVisitBytes;
    append_numbers(std::move(part.axes), before, added, 3, all.axes);
    append_numbers(std::move(part.values), before, added, 1, all.values);
    all.seen = std::max(all.seen, part.seen);
    all.visits.insert(all.visits.end(), part.visits.begin(), part.visits.end());
}

const std::map<std::string_view, TopicHandler>& topic_handlers() {
    static const std::map<std::string_view, TopicHandler> all{
        handle<MeshRecord>([](Capture& out, MeshRecord record) {
            out.meshes.insert_or_assign({record.id, record.revision}, std::move(record));
        }),
        handle<HierarchyRecord>([](Capture& out, HierarchyRecord record) {
            out.hierarchies.insert_or_assign({record.id, record.revision}, std::move(record));
        }),
        handle<BodyRecord>([](Capture& out, BodyRecord record) {
            BodyRecord& body = out.bodies[record.id];
            if (record.is_removed != 0 && record.meshes.empty()) record.meshes = std::move(body.meshes);
            body = std::move(record);
        }),
        handle<FrameRecord>(
            [](Capture& out, FrameRecord record) { out.frames.push_back(std::move(record)); }),
        handle<PoseRecord>([](Capture& out, PoseRecord record) { out.poses.push_back(std::move(record)); }),
        handle<PairRecord>([](Capture& out, PairRecord record) { out.pairs.push_back(std::move(record)); }),
        handle<QueryRecord>(
            [](Capture& out, QueryRecord record) { out.queries.push_back(std::move(record)); }),
        handle<VisitsRecord>(append_visits),
        handle<RunRecord>([](Capture& out, RunRecord record) { out.runs.push_back(std::move(record)); }),
        handle<StateRecord>(
            [](Capture& out, StateRecord record) { out.states.push_back(std::move(record)); }),
        handle<InputRecord>(
            [](Capture& out, InputRecord record) { out.inputs.push_back(std::move(record)); }),
        handle<DroppedRecord>(
            [](Capture& out, DroppedRecord record) { out.dropped.push_back(std::move(record)); }),
        handle<MarkRecord>([](Capture& out, MarkRecord record) { out.marks.push_back(std::move(record)); })};
    return all;
}

Result<Capture> read_all(const Result<McapReader>& reader) {
    if (!reader) return reader.error();
    Capture out;
    out.producer = reader->library();
    out.is_finished = reader->is_finished();
    out.problems = reader->problems();
    std::map<std::string, std::uint64_t> unreadable;
    reader->for_each(
        [&](const McapMessage& message) {
            const McapChannel& channel = reader->channels().at(message.channel);
            const auto handler = topic_handlers().find(channel.topic);
            if (handler == topic_handlers().end() || channel.message_encoding != kMessageEncoding) {
                ++out.skipped_topics[channel.topic];
                return;
            }
            const Status status = handler->second.add(out, message.data);
            if (!status && unreadable[channel.topic]++ == 0)
                out.problems.push_back(channel.topic + ", message " + std::to_string(message.sequence) +
                                       ": " + status.error().message);
        },
        [&](const Error& error) { out.problems.push_back(error.message); });
    for (const auto& [topic, count] : unreadable)
        if (count > 1)
            out.problems.push_back(topic + ": " + std::to_string(count) + " messages cannot be read");
    finish_capture(out);
    return out;
}

template <class Map>
auto* find_in(Map& map, std::uint64_t id, std::uint64_t revision) {
    const auto found = map.find({id, revision});
    return found == map.end() ? nullptr : &found->second;
}

} // namespace

Status add_message(Capture& io_capture, std::string_view topic, Bytes message) {
    const auto handler = topic_handlers().find(topic);
    if (handler == topic_handlers().end()) return Error{"unknown topic " + printable(topic)};
    return handler->second.add(io_capture, message);
}

std::string describe_topic(std::string_view topic) {
    const auto handler = topic_handlers().find(topic);
    return handler == topic_handlers().end() ? "" : handler->second.describe();
}

void finish_capture(Capture& io_capture) {
    std::map<std::string_view, std::uint64_t> counts;
    for (const DroppedRecord& record : io_capture.dropped) {
        for (std::size_t topic = 0; topic < std::size(kDroppedTopics); ++topic)
            if (record.count(topic) > 0) counts[kDroppedTopics[topic]] += record.count(topic);
        if (record.count(kDroppedVisits) == 0) continue;
        const auto first = io_capture.visits.lower_bound(record.first_query);
        for (auto visits = first; visits != io_capture.visits.end() && visits->first <= record.last_query;
             ++visits)
            visits->second.seen =
                std::max<std::uint64_t>(visits->second.seen, visits->second.visits.size() / kVisitBytes + 1);
    }
    if (counts.empty()) return;
    std::string text = "the producer dropped messages because the viewer was slow:";
    for (const auto& [topic, count] : counts)
        text += " " + std::to_string(count) + (count == 1 ? " message" : " messages") + " of " +
                std::string(topic) + ",";
    text.pop_back();
    io_capture.problems.push_back(text);
}

const MeshRecord* Capture::find_mesh(std::uint64_t id, std::uint64_t revision) const {
    return find_in(meshes, id, revision);
}

const HierarchyRecord* Capture::find_hierarchy(std::uint64_t id, std::uint64_t revision) const {
    return find_in(hierarchies, id, revision);
}

Result<Capture> read_capture(const std::filesystem::path& path) {
    return read_all(McapReader::open(path));
}

Result<Capture> parse_capture(Bytes bytes) {
    return read_all(McapReader::open(bytes));
}

Status write_capture(const std::filesystem::path& path, const Capture& capture, std::string library) {
    Result<McapWriter> file = McapWriter::create(path, {.library = std::move(library)});
    if (!file) return file.error();
    CaptureWriter writer(std::move(*file));
    // The writer keeps the first failure; finish() returns it.
    const auto write = [&writer](std::uint64_t time, const auto& record) {
        static_cast<void>(writer.write(time, record));
    };
    for (const auto& [key, record] : capture.meshes) write(0, record);
    for (const auto& [key, record] : capture.hierarchies) write(0, record);
    for (const auto& [id, record] : capture.bodies) write(0, record);
    for (const RunRecord& record : capture.runs) write(0, record);
    for (const FrameRecord& record : capture.frames) write(record.index, record);
    for (const StateRecord& record : capture.states) write(record.frame, record);
    for (const InputRecord& record : capture.inputs) write(record.frame, record);
    for (const PoseRecord& record : capture.poses) write(record.frame, record);
    for (const PairRecord& record : capture.pairs) write(record.frame, record);
    // Writes visits after their query. Several queries can have the same id, and visits can exist without their query.
    std::set<std::uint64_t> with_visits;
    for (const QueryRecord& record : capture.queries) {
        write(record.frame, record);
        const auto visits = capture.visits.find(record.id);
        if (visits != capture.visits.end() && with_visits.insert(record.id).second)
            write(record.frame, visits->second);
    }
    for (const auto& [query, record] : capture.visits)
        if (!with_visits.contains(query)) write(0, record);
    for (const DroppedRecord& record : capture.dropped)
        write(record.first_frame == kUnknown ? 0 : record.first_frame, record);
    for (const MarkRecord& record : capture.marks) write(record.frame, record);
    return writer.file().finish();
}

} // namespace boxwood::capture
