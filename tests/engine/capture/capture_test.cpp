// Captures: records and files read back equal. Messages of older and newer versions are read; unreadable messages are
// refused with a reason.
#include "engine/capture/capture.hpp"
#include "engine/capture/capture_writer.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

namespace boxwood::capture {
namespace {

namespace fs = std::filesystem;

MeshRecord tetrahedron(bool is_single) {
    MeshRecord mesh{.id = 7, .revision = 2, .name = "tetrahedron", .is_solid = 1};
    mesh.positions = {.values = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.1}, .is_single_precision = is_single};
    if (is_single)
        for (double& value : mesh.positions.values) value = static_cast<float>(value);
    mesh.triangles = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    return mesh;
}

HierarchyRecord hierarchy() {
    HierarchyRecord tree{.id = 3, .mesh = 7, .mesh_revision = 2, .name = "tree", .library = "test"};
    tree.roots = {0};
    tree.node_bounds = {0, 1, 2};
    tree.first_child = {0, 0, 0};
    tree.child_count = {2, 0, 0};
    tree.first_primitive = {0, 0, 2};
    tree.primitive_count = {0, 2, 2};
    tree.children = {1, 2};
    tree.primitives = {0, 1, 2, 3};
    BoundsRecord boxes{.type = "aabb"};
    boxes.values.values.assign(18, 0.5);
    BoundsRecord quantized{.type = "aabb-quantized", .rule = "origin+q*scale"};
    quantized.quantized.assign(18, 3);
    quantized.scale = {.values = {0.1f, 0.2f, 0.3f}, .is_single_precision = true};
    tree.bounds = {boxes, quantized};
    return tree;
}

template <class Record>
std::vector<std::byte> bytes_of_record(const Record& record) {
    ByteWriter out;
    append_record(out, record);
    return {out.bytes().begin(), out.bytes().end()};
}

TEST(Capture, RecordsReadBackEqual) {
    for (const bool is_single : {false, true}) {
        const MeshRecord mesh = tetrahedron(is_single);
        const auto bytes = bytes_of_record(mesh);
        EXPECT_EQ(bytes.size() % 8, 0u);
        const Result<MeshRecord> again = parse_record<MeshRecord>(bytes);
        ASSERT_TRUE(again);
        EXPECT_EQ(again->name, mesh.name);
        EXPECT_EQ(again->positions, mesh.positions);
        EXPECT_EQ(bytes_of_record(*again), bytes);
    }
    const auto bytes = bytes_of_record(hierarchy());
    const Result<HierarchyRecord> again = parse_record<HierarchyRecord>(bytes);
    ASSERT_TRUE(again);
    ASSERT_EQ(again->bounds.size(), 2u);
    EXPECT_EQ(again->bounds[1].rule, "origin+q*scale");
    EXPECT_EQ(bytes_of_record(*again), bytes);
}

TEST(Capture, ATruncatedMessageIsReadAsOlderOrRefusedWithTheNameOfAField) {
    const auto bytes = bytes_of_record(hierarchy());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const Result<HierarchyRecord> part = parse_record<HierarchyRecord>(Bytes(bytes).first(size));
        // A message that ends between two fields could have an older version with fewer fields, so it is accepted.
        if (part)
            EXPECT_EQ(size % 8, 0u);
        else
            EXPECT_NE(part.error().message.find("field \""), std::string::npos);
    }
}

TEST(Capture, FieldsOfANewerVersionAreIgnoredAndMissingOnesKeepTheirDefaults) {
    QueryRecord query{.id = 5, .frame = 9};
    auto bytes = bytes_of_record(query);
    bytes.resize(bytes.size() + 64, std::byte{0x5a});
    const Result<QueryRecord> newer = parse_record<QueryRecord>(bytes);
    ASSERT_TRUE(newer);
    EXPECT_EQ(newer->frame, 9u);
    const Result<QueryRecord> older = parse_record<QueryRecord>(Bytes(bytes).first(16));
    ASSERT_TRUE(older);
    EXPECT_EQ(older->id, 5u);
    EXPECT_EQ(older->mode, "all");
    EXPECT_TRUE(std::isnan(older->distance));
    EXPECT_EQ(older->verdict, kUnknown);
}

TEST(Capture, ABodyThatIsRemovedByAMessageWithoutMeshesKeepsItsMeshes) {
    Capture capture;
    const auto add = [&](const BodyRecord& body) {
        EXPECT_TRUE(add_message(capture, BodyRecord::kTopic, bytes_of_record(body)));
    };
    add({.id = 1, .meshes = {7, 8}});
    add({.id = 1, .is_removed = 1});
    EXPECT_EQ(capture.bodies.at(1).meshes, (std::vector<std::uint64_t>{7, 8}));
    EXPECT_EQ(capture.bodies.at(1).is_removed, 1u);
    add({.id = 1, .meshes = {9}});
    EXPECT_EQ(capture.bodies.at(1).meshes, std::vector<std::uint64_t>{9});
    EXPECT_EQ(capture.bodies.at(1).is_removed, 0u);
}

TEST(Capture, HugeCountsAndInvalidWidthsAreRefused) {
    for (const std::uint64_t count : {std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
        ByteWriter out;
        out.number(std::uint64_t{1}).number(std::uint64_t{0}).number(count);
        EXPECT_FALSE(parse_record<MeshRecord>(out.bytes())); // the count of the name
        ByteWriter reals;
        reals.number(std::uint64_t{1}).number(std::uint64_t{0}).number(std::uint64_t{0});
        reals.number(count).number(std::uint64_t{8});
        EXPECT_FALSE(parse_record<MeshRecord>(reals.bytes()));
        ByteWriter width;
        width.number(std::uint64_t{1}).number(std::uint64_t{0}).number(std::uint64_t{0});
        width.number(std::uint64_t{0}).number(std::uint64_t{16});
        const Result<MeshRecord> wide = parse_record<MeshRecord>(width.bytes());
        ASSERT_FALSE(wide);
        EXPECT_EQ(wide.error().message,
                  "the field \"positions\" has numbers that are neither 4 nor 8 bytes long");
        // The message ends before the width of the numbers.
        const Result<MeshRecord> cut = parse_record<MeshRecord>(width.bytes().first(32));
        ASSERT_FALSE(cut);
        EXPECT_EQ(cut.error().message, "the field \"positions\" continues beyond the end of its message");
    }
}

class CaptureFile : public ::testing::Test {
  protected:
    CaptureFile() { fs::create_directories(folder_); }
    ~CaptureFile() override { fs::remove_all(folder_); }

    Capture sample() const {
        Capture capture;
        capture.meshes[{7, 2}] = tetrahedron(true);
        capture.hierarchies[{3, 0}] = hierarchy();
        capture.bodies[1] = {.id = 1, .name = "cup", .meshes = {7}};
        capture.frames = {{.index = 0, .state_hash = 11}, {.index = 1, .state_hash = 12}};
        capture.poses = {
            {.frame = 1, .bodies = {1}, .matrices = {.values = {1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7}}}};
        capture.pairs = {{.frame = 1, .a = {1}, .b = {2}}};
        QueryRecord query{
            .id = 4, .frame = 1, .verdict = 1, .pairs_a = {0, 1}, .pairs_b = {2, 3}, .distance = 0.25};
        query.sides = {{.body = 1, .mesh = 7, .mesh_revision = 2},
                       {.body = 2, .mesh = 7, .mesh_revision = 2}};
        capture.queries = {query};
        capture.visits[4] = {.query = 4, .seen = 2, .visits = std::vector<std::byte>(32, std::byte{1})};
        capture.marks = {{.frame = 1, .severity = "error", .text = "look here", .query = 4}};
        return capture;
    }

    fs::path folder_ =
        fs::temp_directory_path() /
        (std::string("capture_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::path path_ = folder_ / "a.mcap";
};

TEST_F(CaptureFile, ReadsBackEqual) {
    require_ok(write_capture(path_, sample(), "boxwood 1"));
    const Result<Capture> read = read_capture(path_);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->problems.empty()) << read->problems[0];
    EXPECT_TRUE(read->is_finished);
    EXPECT_EQ(read->producer, "boxwood 1");
    ASSERT_NE(read->find_mesh(7, 2), nullptr);
    EXPECT_EQ(read->find_mesh(7, 2)->positions, tetrahedron(true).positions);
    EXPECT_EQ(read->find_mesh(7, 1), nullptr);
    ASSERT_NE(read->find_hierarchy(3, 0), nullptr);
    EXPECT_EQ(read->find_hierarchy(3, 0)->children, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(read->bodies.at(1).name, "cup");
    EXPECT_EQ(read->frames.at(1).state_hash, 12u);
    EXPECT_EQ(read->poses.at(0).matrices[3], 5.0);
    EXPECT_EQ(read->pairs.at(0).b.at(0), 2u);
    ASSERT_EQ(read->queries.size(), 1u);
    EXPECT_EQ(read->queries[0].pairs_b, (std::vector<std::uint32_t>{2, 3}));
    EXPECT_EQ(read->queries[0].sides.at(1).body, 2u);
    EXPECT_EQ(read->queries[0].distance, 0.25);
    EXPECT_TRUE(std::isnan(read->queries[0].depth));
    EXPECT_EQ(read->visits.at(4).visits.size(), 32u);
    EXPECT_EQ(read->marks.at(0).text, "look here");
    // Written again, the file has the same bytes.
    const fs::path again = folder_ / "b.mcap";
    require_ok(write_capture(again, *read, "boxwood 1"));
    const auto bytes = [](const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    EXPECT_EQ(bytes(again), bytes(path_));
}

TEST_F(CaptureFile, EachSchemaDescribesItsMessages) {
    require_ok(write_capture(path_, sample(), "boxwood 1"));
    const Result<McapReader> file = McapReader::open(path_);
    ASSERT_TRUE(file);
    for (const auto& [id, channel] : file->channels()) {
        const McapSchema& schema = file->schemas().at(channel.schema);
        EXPECT_EQ(schema.name, "boxwood." + channel.topic.substr(1));
        EXPECT_NE(text_of(schema.data).find(": "), std::string::npos);
    }
    EXPECT_EQ(describe_fields<PoseRecord>().substr(0, 11), "frame: u64:");
}

template <class... Records>
void expect_described_in(const std::string& page) {
    const auto has = [&page](std::string_view topic, const std::string& fields) {
        EXPECT_NE(page.find("### `" + std::string(topic) + "`"), std::string::npos) << topic;
        EXPECT_NE(page.find("```\n" + fields + "```"), std::string::npos) << topic << " must read:\n"
                                                                          << fields;
    };
    (has(Records::kTopic, describe_fields<Records>()), ...);
}

TEST(Capture, TheDocumentationListsTheFieldsOfEveryRecord) {
    std::ifstream file(BOXWOOD_TEST_ROOT "/docs/capture.md");
    const std::string page(std::istreambuf_iterator<char>(file), {});
    expect_described_in<MeshRecord, HierarchyRecord, BodyRecord, FrameRecord, PoseRecord, PairRecord,
                        QueryRecord, VisitsRecord, DroppedRecord, MarkRecord, RunRecord, StateRecord,
                        InputRecord>(page);
}

TEST_F(CaptureFile, UnreadableMessagesAreReportedAndTheOthersAreKept) {
    Result<McapWriter> file = McapWriter::create(path_, {});
    ASSERT_TRUE(file);
    const std::uint16_t mesh = file->add_channel("/mesh", "boxwood", 0);
    const std::uint16_t image = file->add_channel("/camera", "jpeg", 0);
    // This channel has the topic of queries, but another encoding.
    const std::uint16_t json = file->add_channel("/query", "json", 0);
    require_ok(file->write(mesh, 0, bytes_of("bad")));
    require_ok(file->write(mesh, 0, bytes_of("bad")));
    ByteWriter good;
    append_record(good, tetrahedron(true));
    require_ok(file->write(mesh, 0, good.bytes()));
    require_ok(file->write(image, 0, bytes_of("pixels")));
    require_ok(file->write(json, 0, bytes_of("{}")));
    require_ok(file->finish());
    const Result<Capture> read = read_capture(path_);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->meshes.size(), 1u);
    EXPECT_EQ(read->skipped_topics.at("/camera"), 1u);
    EXPECT_EQ(read->skipped_topics.at("/query"), 1u);
    ASSERT_EQ(read->problems.size(), 2u);
    EXPECT_NE(read->problems[0].find("/mesh, message 0"), std::string::npos) << read->problems[0];
    EXPECT_NE(read->problems[1].find("2 messages"), std::string::npos) << read->problems[1];
}

TEST_F(CaptureFile, VisitsInSeveralMessagesAreJoined) {
    Result<McapWriter> file = McapWriter::create(path_, {});
    ASSERT_TRUE(file);
    CaptureWriter writer(std::move(*file));
    for (int part = 0; part < 3; ++part)
        require_ok(
            writer.write(0, VisitsRecord{.query = 1, .seen = 9, .visits = std::vector<std::byte>(48)}));
    require_ok(writer.file().finish());
    const Result<Capture> read = read_capture(path_);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->visits.at(1).visits.size(), 144u);
    EXPECT_EQ(read->visits.at(1).seen, 9u);
}

// Visits keep their axis and gap, even if other messages of the same query contain visits without them.
TEST_F(CaptureFile, VisitsWithAndWithoutAxesAreJoined) {
    Result<McapWriter> file = McapWriter::create(path_, {});
    ASSERT_TRUE(file);
    CaptureWriter writer(std::move(*file));
    for (const double number : {0.0, 1.0, 2.0, 0.0}) {
        VisitsRecord record{.query = 1, .visits = std::vector<std::byte>(32)};
        if (number > 0.0) record.axes.values.assign(6, number);
        if (number > 1.0) record.values.values.assign(2, number);
        require_ok(writer.write(0, record));
    }
    require_ok(writer.file().finish());
    const Result<Capture> read = read_capture(path_);
    ASSERT_TRUE(read);
    const VisitsRecord& visits = read->visits.at(1);
    ASSERT_EQ(visits.visits.size(), 8u * 16u);
    ASSERT_EQ(visits.axes.size(), 24u);
    ASSERT_EQ(visits.values.size(), 8u);
    for (std::size_t i = 0; i < 24; ++i) {
        const std::size_t message = i / 6;
        if (message == 1 || message == 2)
            EXPECT_EQ(visits.axes[i], static_cast<double>(message));
        else
            EXPECT_TRUE(std::isnan(visits.axes[i]));
    }
    for (std::size_t i = 0; i < 8; ++i) {
        if (i / 2 == 2)
            EXPECT_EQ(visits.values[i], 2.0);
        else
            EXPECT_TRUE(std::isnan(visits.values[i]));
    }
}

// Producers may repeat an id, and a stream may lose a query but not its visits.
TEST_F(CaptureFile, VisitsAreWrittenOnceEvenIfTheirQueryIsRepeatedOrMissing) {
    Capture capture = sample();
    capture.queries.push_back(capture.queries.at(0));
    const std::uint64_t missing = capture.queries[0].id + 1;
    capture.visits[missing] = {.query = missing, .seen = 3, .visits = std::vector<std::byte>(48)};
    require_ok(write_capture(path_, capture, "boxwood 1"));
    const Result<Capture> read = read_capture(path_);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->queries.size(), 2u);
    ASSERT_EQ(read->visits.size(), 2u);
    EXPECT_EQ(read->visits.at(4).visits, capture.visits.at(4).visits);
    EXPECT_EQ(read->visits.at(missing).visits.size(), 48u);
}

} // namespace
} // namespace boxwood::capture
