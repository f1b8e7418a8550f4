// Each injected fault gives a wrong finding with its stage, its node and the expected words. Sound captures have no
// wrong finding.
#include "engine/judge/faults.hpp"

#include "engine/judge/judge_capture.hpp"
#include "engine/producer/fault_sample.hpp"
#include "tests/oracles/effort.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>

namespace boxwood::judge {
namespace {

using capture::Capture;

// At least one wrong finding, about a query or a hierarchy, must have this stage, these words and, if names_node, a
// node.
struct Expected {
    std::string_view fault;
    Stage stage;
    std::string_view words;
    bool names_node = true;
};

const std::vector<Expected>& table() {
    static const std::vector<Expected> rows{
        {"box-shrunk", Stage::volume, "extends beyond the upper"},
        {"bounds-exchanged", Stage::volume, "does not contain triangle"},
        {"primitive-lost", Stage::traversal, "is in no leaf", false},
        {"primitive-doubled", Stage::traversal, "is in 2 leaves"},
        {"child-out-of-range", Stage::traversal, "is out of range"},
        {"cycle", Stage::traversal, "a cycle"},
        {"orphan", Stage::traversal, "is an orphan"},
        {"nan-bound", Stage::volume, "NaN"},
        {"inverted-box", Stage::volume, "inverted on"},
        {"refit-skipped", Stage::volume, "was not refitted"},
        {"refit-order", Stage::volume, "does not contain triangle"},
        {"leaf-ulp", Stage::volume, "extends beyond the upper x side"},
        {"parallel-edges", Stage::overlap_test, "reports that they do not", false},
        {"cross-axis-sign", Stage::overlap_test, "reports that they do not", false},
        {"pose-inverted", Stage::input, "it is the inverse: the pose of a in the frame of b", false},
        {"scale-order", Stage::input, "scale after the rotation", false},
        {"side-bit", Stage::volume, "does not contain triangle"},
        {"plane-inward", Stage::volume, "extends beyond"},
        {"sweep-flag", Stage::broad_phase, "does not report them", false},
        {"endpoint-order", Stage::broad_phase, "does not report them", false},
        {"stale-features", Stage::cache, "repeats the answer", false},
    };
    return rows;
}

Capture sample_of(std::string_view name) {
    for (const FaultKind& kind : list_faults())
        if (kind.name == name) return capture::make_fault_sample(kind.sample);
    ADD_FAILURE() << name;
    return {};
}

TEST(Faults, TheTableHasEveryFault) {
    std::set<std::string_view> names;
    for (const Expected& row : table()) names.insert(row.fault);
    EXPECT_EQ(names.size(), list_faults().size());
    for (const FaultKind& kind : list_faults()) EXPECT_TRUE(names.contains(kind.name)) << kind.name;
}

TEST(Faults, TheSamplesAreSoundBeforeAFaultIsInjected) {
    for (const FaultKind& kind : list_faults()) {
        const JudgedCapture judged = judge_capture(capture::make_fault_sample(kind.sample));
        for (const Finding& finding : judged.findings)
            EXPECT_EQ(finding.outcome, Outcome::right) << kind.name << ": " << finding.text;
    }
}

// The judge reads the bytes of a file, so it cannot know the name of the fault.
TEST(Faults, EachIsFoundAtItsStageInTheBytesOfACapture) {
    const auto path = std::filesystem::temp_directory_path() / "fault.mcap";
    for (const Expected& row : table()) {
        Capture injected = sample_of(row.fault);
        const Status status = inject_fault({row.fault}, injected);
        ASSERT_TRUE(status) << status.error().message;
        require_ok(capture::write_capture(path, injected, "test"));
        const Result<Capture> read = capture::read_capture(path);
        ASSERT_TRUE(read) << read.error().message;
        bool is_found = false;
        std::string all;
        for (const Finding& finding : judge_capture(*read).findings) {
            if (finding.outcome != Outcome::wrong) continue;
            all += std::string(name_of(finding.stage)) + ": " + finding.text + "\n";
            is_found |= finding.stage == row.stage && finding.text.find(row.words) != std::string::npos &&
                        (!row.names_node || finding.node.has_value());
        }
        EXPECT_TRUE(is_found) << row.fault << ":\n" << all;
    }
    std::filesystem::remove(path);
}

TEST(Faults, AWrongOverlapTestNamesTheHierarchyOfItsNode) {
    Capture injected = sample_of("cross-axis-sign");
    ASSERT_TRUE(inject_fault({"cross-axis-sign"}, injected));
    std::size_t found = 0;
    for (const Finding& finding : judge_capture(injected).findings) {
        if (finding.stage != Stage::overlap_test) continue;
        ++found;
        EXPECT_EQ(finding.evidence.side, 0u);
        EXPECT_EQ(finding.evidence.revision, 0u);
    }
    EXPECT_GT(found, 0u);
}

// The recorded axis and the vertices of the mesh of a are both in the frame of a.
TEST(Faults, AWrongOverlapTestIsExplainedInTheFrameOfA) {
    Capture injected = sample_of("cross-axis-sign");
    ASSERT_TRUE(inject_fault({"cross-axis-sign"}, injected));
    std::size_t compared = 0;
    for (const Finding& finding : judge_capture(injected).findings) {
        if (finding.stage != Stage::overlap_test || !finding.query || !finding.evidence.triangles) continue;
        constexpr std::string_view kCover = "the triangles cover ";
        const std::size_t at = finding.text.find(kCover);
        if (at == finding.text.npos) continue;
        double low = 0.0, high = 0.0;
        ASSERT_EQ(std::sscanf(finding.text.c_str() + at + kCover.size(), "[%lf, %lf]", &low, &high), 2);
        const auto query = std::ranges::find(injected.queries, *finding.query, &capture::QueryRecord::id);
        const capture::MeshRecord& mesh =
            *injected.find_mesh(query->sides[0].mesh, query->sides[0].mesh_revision);
        const capture::Reals& axes = injected.visits.at(*finding.query).axes;
        double expected_low = 1e300, expected_high = -1e300;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::size_t vertex = mesh.triangles[3 * (*finding.evidence.triangles)[0] + corner];
            double along = 0.0;
            for (std::size_t k = 0; k < 3; ++k)
                along += mesh.positions[3 * vertex + k] * axes[3 * *finding.evidence.visit + k];
            expected_low = std::min(expected_low, along);
            expected_high = std::max(expected_high, along);
        }
        EXPECT_NEAR(low, expected_low, 1e-3 * (1.0 + std::abs(expected_low))) << finding.text;
        EXPECT_NEAR(high, expected_high, 1e-3 * (1.0 + std::abs(expected_high))) << finding.text;
        ++compared;
    }
    EXPECT_GT(compared, 0u);
}

TEST(Faults, AShrunkBoxIsFoundAtItsNode) {
    const Capture sound = sample_of("box-shrunk");
    const std::size_t nodes = sound.hierarchies.begin()->second.node_count();
    std::size_t injected_nodes = 0;
    const std::uint32_t stride = test::is_variable_set("BOXWOOD_BRIEF_TESTS") ? 35 : 7;
    for (std::uint32_t node = 0; node < nodes; node += stride) {
        Capture injected = sound;
        if (!inject_fault({"box-shrunk", node}, injected)) continue; // flat boxes cannot be shrunk
        ++injected_nodes;
        bool is_named = false;
        for (const Finding& finding : judge_capture(injected).findings)
            is_named |=
                finding.outcome == Outcome::wrong && finding.stage == Stage::volume && finding.node == node;
        EXPECT_TRUE(is_named) << node;
    }
    EXPECT_GT(injected_nodes * stride, nodes / 2);
}

TEST(Faults, FaultsThatChangeNothingAreRefused) {
    Capture capture = sample_of("box-shrunk");
    const Status missing = inject_fault({"box-shrunk", 100000}, capture);
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("box-shrunk@100000"), std::string::npos);
    // Without a scale, the order of scale and rotation does not matter.
    const Status needs_scale = inject_fault({"scale-order"}, capture);
    ASSERT_FALSE(needs_scale);
    EXPECT_NE(needs_scale.error().message.find("changes no answer"), std::string::npos)
        << needs_scale.error().message;
    EXPECT_FALSE(inject_fault({"side-bit"}, capture)); // hierarchies that store whole boxes have no side bits
}

TEST(Faults, NamesAreParsedWithTheirNode) {
    const Result<FaultRequest> plain = parse_fault("cycle"), with_node = parse_fault("box-shrunk@12");
    ASSERT_TRUE(plain && with_node);
    EXPECT_FALSE(plain->node);
    EXPECT_EQ(with_node->node, 12u);
    for (const char* bad : {"", "cycles", "cycle@", "cycle@x", "cycle@-1", "cycle@1 "}) {
        const Result<FaultRequest> refused = parse_fault(bad);
        EXPECT_FALSE(refused) << bad;
    }
}

} // namespace
} // namespace boxwood::judge
