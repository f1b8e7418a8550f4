// Random access to the visits of a query. The path and the stack equal those of an independent recursion, and the
// counters equal those of the query.
#include "engine/explain/visit_replay.hpp"

#include "collision/query/mesh_query.hpp"
#include "engine/explain/explanations/triangle_explanation.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace boxwood::visit_replay_test {
namespace {

struct RecordedQuery {
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    AnyHierarchy a, b;
    Pose pose_a, pose_b;
    VisitRecorder recorder;
    QueryResult result;
    NodeTable table_a, table_b;
    bool is_simultaneous = false;

    explicit RecordedQuery(const HierarchyConfig& config, const QueryRequest& request = {},
                           std::size_t limit = 1u << 20, const glm::dvec3& away_w = {})
        : a(*build_any_hierarchy(config, mesh.view()))
        , b(*build_any_hierarchy(config, mesh.view()))
        , recorder(limit)
        , is_simultaneous(request.descent == Descent::simultaneous) {
        oracle::Random random(3);
        pose_a = oracle::draw_pose(random, 0.2);
        pose_b = oracle::draw_pose(random, 0.7);
        pose_b.origin += away_w;
        QueryScratch scratch;
        EXPECT_TRUE(query_meshes({mesh.view(), &a, &pose_a}, {mesh.view(), &b, &pose_b}, request, scratch,
                                 recorder, result));
        table_a = make_node_table(a);
        table_b = make_node_table(b);
    }
    // The counters that the visits determine: without updates of volumes, and without relations.
    QueryCounters visited() const {
        QueryCounters counters = result.counters;
        counters.volume_updates = 0;
        counters.relations = 0;
        return counters;
    }
    VisitReplay replay() const { return VisitReplay(recorder.visits(), table_a, table_b); }
};

std::vector<HierarchyConfig> some_configs() {
    return {{"bvh2", "aabb", "midpoint", 1},
            {"bvh2", "rss", "midpoint", 3},
            {"bvh2-lazy", "aabb", "object-median", 2},
            {"box-tree", "aabb", "midpoint", 4}};
}

std::vector<HierarchyConfig> all_configs() {
    std::vector<HierarchyConfig> configs = some_configs();
    configs.push_back({.kind = "bvh8", .volume = "aabb", .builder = "binned-sah", .leaf_size = 2});
    return configs;
}

// The expected state at each visit, by recursion over the visits. The pending pairs are those that callers in the
// recursion have not processed yet.
class Recursion {
  public:
    struct Moment {
        std::vector<std::size_t> path, stack;
    };
    Recursion(const RecordedQuery& query)
        : query_(query)
        , visits_(query.recorder.visits()) {
        moments.resize(visits_.size());
        next_ = 1;
        if (!visits_.empty() && visits_[0].verdict) enter(0, {}, {});
    }
    std::vector<Moment> moments;

  private:
    void enter(std::size_t pair, std::vector<std::size_t> path, const std::vector<std::size_t>& waiting) {
        path.push_back(pair);
        const Visit& visit = visits_[pair];
        const bool a_ends = query_.table_a.is_leaf(visit.a), b_ends = query_.table_b.is_leaf(visit.b);
        if (a_ends && b_ends) {
            const std::size_t pairs = query_.table_a.primitives_below(visit.a).size() *
                                      query_.table_b.primitives_below(visit.b).size();
            for (std::size_t i = 0; i < pairs && next_ < visits_.size(); ++i)
                moments[next_++] = {path, waiting};
            return;
        }
        const bool are_both_opened = query_.is_simultaneous && !a_ends && !b_ends;
        const std::size_t first = next_, count = are_both_opened ? 4 : 2;
        if (first + count > visits_.size()) return;
        next_ += count;
        std::vector<std::size_t> order; // in the order in which they are entered
        for (std::size_t i = 0; i < count; ++i) {
            moments[first + i] = {path, waiting};
            if (visits_[first + i].verdict) order.push_back(first + i);
        }
        if (are_both_opened) std::reverse(order.begin(), order.end());
        for (std::size_t i = 0; i < order.size(); ++i) {
            std::vector<std::size_t> also = waiting;
            also.insert(also.end(), order.rbegin(), order.rend() - static_cast<std::ptrdiff_t>(i) - 1);
            enter(order[i], path, also);
        }
    }

    const RecordedQuery& query_;
    const std::vector<Visit>& visits_;
    std::size_t next_ = 0;
};

TEST(NodeTable, has_every_node_and_every_primitive_once) {
    for (const HierarchyConfig& config : all_configs()) {
        const RecordedQuery query(config);
        const NodeTable& table = query.table_a;
        EXPECT_EQ(table.primitives.size(), query.mesh.triangles.size());
        EXPECT_EQ(table.nodes[0].count, query.mesh.triangles.size());
        std::size_t nodes = 0;
        for (std::uint32_t i = 0; i < table.nodes.size(); ++i) {
            if (!table.has(i)) continue;
            ++nodes;
            if (table.is_leaf(i)) continue;
            const NodeTable::Node &node = table.nodes[i], &first = table.nodes[node.first_child],
                                  &second = table.nodes[node.second_child];
            EXPECT_EQ(first.parent, i);
            EXPECT_EQ(first.begin, node.begin);
            EXPECT_EQ(second.begin, first.begin + first.count);
            EXPECT_EQ(node.count, first.count + second.count);
            EXPECT_EQ(second.depth, node.depth + 1);
        }
        EXPECT_EQ(nodes, query.a.node_count()) << config.kind;
        for (std::uint32_t p = 0; p < table.places.size(); ++p)
            if (table.leaves[p] != NodeTable::kNone) {
                EXPECT_TRUE(table.holds(table.leaves[p], p));
                for (const std::uint32_t node : table.path_to(table.leaves[p]))
                    EXPECT_TRUE(table.holds(node, p));
            }
    }
}

TEST(NodeTable, the_outline_of_a_node_contains_its_triangles) {
    for (const HierarchyConfig& config : all_configs()) {
        const RecordedQuery query(config);
        for (const std::uint32_t node : {0u, 1u, 2u}) {
            Aabb outline;
            outline_node(query.a, query.table_a, node, [&](const glm::vec3& from, const glm::vec3& to) {
                outline = merge(outline, Aabb{glm::min(from, to), glm::max(from, to)});
            });
            for (const std::uint32_t p : query.table_a.primitives_below(node))
                if (p != NodeTable::kNone) {
                    EXPECT_TRUE(outline.contains(Aabb::fit(query.mesh.view(), std::span(&p, 1))))
                        << config.kind;
                }
        }
    }
}

TEST(VisitReplay, path_and_stack_equal_those_of_a_recursion_at_every_visit) {
    for (const HierarchyConfig& config : some_configs())
        for (const QueryRequest& request :
             {QueryRequest{.mode = QueryMode::all}, QueryRequest{.mode = QueryMode::any},
              QueryRequest{.mode = QueryMode::all, .descent = Descent::simultaneous}}) {
            const RecordedQuery query(config, request);
            VisitReplay replay = query.replay();
            const Recursion expected(query);
            ASSERT_GT(replay.size(), 100u);
            for (std::size_t i = 0; i < replay.size(); ++i) {
                const VisitMoment& moment = replay.seek(i);
                ASSERT_EQ(moment.path, expected.moments[i].path) << config.kind << " visit " << i;
                ASSERT_EQ(moment.stack, expected.moments[i].stack) << config.kind << " visit " << i;
            }
        }
}

// Wide hierarchies open pairs in any order. The parent of a visit is the smallest overlapping pair of nodes, among the
// earlier visits, that contains its nodes or primitives. The pending pairs are the overlapping pairs without child
// visits so far.
TEST(VisitReplay, parents_and_pending_pairs_of_wide_nodes_equal_their_definition) {
    const HierarchyConfig config{.kind = "bvh8", .volume = "aabb", .builder = "binned-sah", .leaf_size = 2};
    for (const QueryRequest& request :
         {QueryRequest{.mode = QueryMode::all}, QueryRequest{.mode = QueryMode::any},
          QueryRequest{.mode = QueryMode::all, .descent = Descent::simultaneous},
          QueryRequest{.mode = QueryMode::all, .leaf_test = LeafTest::triangle}}) {
        const RecordedQuery query(config, request);
        VisitReplay replay = query.replay();
        const std::vector<Visit>& visits = query.recorder.visits();
        ASSERT_GT(visits.size(), 100u);
        std::vector<std::size_t> opened_by(visits.size(), VisitReplay::kNone);
        std::set<std::size_t> waiting;
        for (std::size_t i = 0; i < visits.size(); ++i) {
            const bool are_primitives = visits[i].kind == VisitKind::primitive_pair;
            const NodeTable &a = query.table_a, &b = query.table_b;
            const std::uint32_t in_a = are_primitives ? visits[i].a : a.primitives_below(visits[i].a)[0],
                                in_b = are_primitives ? visits[i].b : b.primitives_below(visits[i].b)[0];
            const auto pairs = [&](std::size_t k) {
                return std::uint64_t{a.nodes[visits[k].a].count} * b.nodes[visits[k].b].count;
            };
            for (std::size_t j = 0; j < i; ++j) {
                if (visits[j].kind == VisitKind::primitive_pair || !visits[j].verdict) continue;
                if (!a.holds(visits[j].a, in_a) || !b.holds(visits[j].b, in_b)) continue;
                if (opened_by[i] == VisitReplay::kNone || pairs(j) < pairs(opened_by[i])) opened_by[i] = j;
            }
            waiting.erase(opened_by[i]);
            const VisitMoment& moment = replay.seek(i);
            ASSERT_EQ(replay.parent(i), opened_by[i]) << "visit " << i;
            ASSERT_EQ(moment.stack, std::vector<std::size_t>(waiting.begin(), waiting.end()))
                << "visit " << i;
            if (!are_primitives && visits[i].verdict) waiting.insert(i);
        }
        EXPECT_EQ(replay.seek(visits.size() - 1).counters, query.visited());
    }
}

TEST(VisitReplay, counters_include_exactly_the_visits_so_far_when_seeking_backwards) {
    const RecordedQuery query({.volume = "obb"});
    VisitReplay replay = query.replay();
    const std::vector<Visit>& visits = query.recorder.visits();
    ASSERT_GT(visits.size(), VisitReplay::kStride);
    EXPECT_EQ(replay.seek(visits.size() - 1).counters, query.visited());
    EXPECT_EQ(replay.seek(visits.size() - 1).contacts, query.result.pairs.size());
    for (std::size_t i = visits.size(); i-- > 0;) {
        const VisitMoment& moment = replay.seek(i);
        if (i % 97 == 0) {
            ASSERT_EQ(moment.counters, count_visits(std::span(visits).first(i + 1)));
        }
        ASSERT_EQ(moment.visit, visits[i]);
        ASSERT_EQ(moment.counters.volume_tests + moment.counters.primitive_tests, i + 1);
    }
}

TEST(VisitReplay, a_truncated_recording_gives_a_shorter_replay_with_the_same_states) {
    const RecordedQuery whole({}), cut({}, {}, 500);
    VisitReplay replay = cut.replay(), longer = whole.replay();
    ASSERT_EQ(replay.size(), 500u);
    for (std::size_t i = 0; i < 500; ++i) {
        ASSERT_EQ(replay.seek(i).stack, longer.seek(i).stack);
        ASSERT_EQ(replay.seek(i).path, longer.seek(i).path);
    }
}

TEST(VisitReplay, nodes_that_the_first_contact_left_unsplit_are_no_leaves) {
    std::size_t pending = 0, leaves = 0;
    for (int i = 0; i < 8; ++i) {
        const RecordedQuery query({.kind = "bvh2-lazy", .leaf_size = 3},
                                  {.mode = QueryMode::any, .descent = Descent::simultaneous}, 1u << 20,
                                  {0.1 * i, 0.0, 0.0});
        const VisitReplay replay = query.replay();
        for (std::size_t at = 0; at < replay.size(); ++at)
            pending += replay[at].kind == VisitKind::volume_pair && replay[at].verdict &&
                               query.table_a.is_unsplit(replay[at].a) &&
                               query.table_b.is_unsplit(replay[at].b)
                           ? 1
                           : 0;
        for (std::size_t at = replay.find_leaves(0); at != VisitReplay::kNone; at = replay.find_leaves(at)) {
            EXPECT_TRUE(query.table_a.has_primitives(replay[at].a));
            EXPECT_TRUE(query.table_b.has_primitives(replay[at].b));
            ++leaves;
        }
    }
    EXPECT_GT(pending, 0u);
    EXPECT_GT(leaves, 0u);
}

TEST(VisitReplay, jumps_to_leaves_contacts_and_triangles) {
    const RecordedQuery query({.leaf_size = 2});
    VisitReplay replay = query.replay();
    std::size_t leaves = 0, contacts = 0;
    for (std::size_t i = replay.find_leaves(0); i != VisitReplay::kNone;
         i = replay.find_leaves(i), ++leaves) {
        EXPECT_TRUE(query.table_a.is_leaf(replay[i].a) && query.table_b.is_leaf(replay[i].b));
        EXPECT_TRUE(replay[i].verdict);
    }
    std::set<std::uint32_t> hit;
    for (std::size_t i = replay.find_contact(0); i != VisitReplay::kNone;
         i = replay.find_contact(i), ++contacts)
        hit.insert(replay[i].a);
    EXPECT_EQ(contacts, query.result.pairs.size());
    EXPECT_GT(leaves, 0u);
    for (const PrimitivePair& pair : query.result.pairs) {
        EXPECT_TRUE(hit.count(pair.a));
        const std::size_t i = replay.find_primitive(1, pair.b, 0);
        EXPECT_EQ(replay[i].kind, VisitKind::primitive_pair);
        EXPECT_EQ(replay[i].b, pair.b);
        const NodePair nodes = replay.seek(i).nodes;
        EXPECT_TRUE(query.table_b.holds(nodes.b, pair.b));
    }
    // For a triangle that was never tested, the jump ends at the deepest visited node that contains it.
    for (std::uint32_t p = 0; p < query.mesh.triangles.size(); ++p) {
        const std::size_t i = replay.find_primitive(0, p, 0);
        ASSERT_NE(i, VisitReplay::kNone);
        EXPECT_TRUE(replay[i].kind == VisitKind::primitive_pair ? replay[i].a == p
                                                                : query.table_a.holds(replay[i].a, p));
    }
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < replay.size(); ++i)
        if (replay[i].kind == VisitKind::volume_pair && !replay[i].verdict)
            most = std::max(most, replay.pairs_below(i));
    EXPECT_EQ(replay.pairs_below(replay.largest_rejected()), most);
}

// Checks paths and stacks against the depths and the order of the visits.
TEST(VisitReplay, a_distance_query_has_consistent_paths_and_stacks) {
    for (const HierarchyConfig& config : all_configs()) {
        RecordedQuery query(config, {.mode = QueryMode::distance}, 1u << 20, glm::dvec3(3.0, 0.4, 0.2));
        VisitReplay replay = query.replay();
        ASSERT_LT(replay.first_bound(), replay.size());
        for (std::size_t i = 0; i < replay.first_bound(); ++i)
            ASSERT_TRUE(replay[i].kind == VisitKind::volume_pair &&
                        replay.closest_before(i) == VisitReplay::kNone)
                << "a visit of the search for a contact, which precedes the first bound";
        EXPECT_EQ(replay.seek(replay.size() - 1).counters, query.visited()) << config.kind;
        std::size_t without_parent = 0, closest = VisitReplay::kNone;
        std::vector<std::size_t> stack_before;
        for (std::size_t i = replay.first_bound(); i < replay.size(); ++i) {
            const Visit& visit = replay[i];
            const std::size_t parent = replay.parent(i);
            EXPECT_EQ(replay.closest_before(i), closest);
            if (visit.kind == VisitKind::primitive_pair && visit.verdict) closest = i;
            const VisitMoment& moment = replay.seek(i);
            for (const std::size_t waiting : moment.stack) {
                ASSERT_LT(waiting, i);
                ASSERT_TRUE(replay[waiting].verdict) << "a pruned pair must not be pending";
            }
            if (parent == VisitReplay::kNone) {
                ASSERT_EQ(visit.kind, VisitKind::volume_bound);
                ASSERT_TRUE(moment.path.empty());
                ++without_parent;
            } else {
                ASSERT_EQ(moment.path.back(), parent);
                ASSERT_TRUE(replay[parent].verdict) << "a pruned pair must not be opened";
                if (visit.kind == VisitKind::volume_bound) {
                    ASSERT_EQ(replay[parent].depth + 1, visit.depth) << config.kind << " visit " << i;
                } else {
                    ASSERT_TRUE(query.table_a.holds(replay[parent].a, visit.a) &&
                                query.table_b.holds(replay[parent].b, visit.b));
                }
                const bool is_opened_here = i == replay.first_bound() || replay.parent(i - 1) != parent;
                const bool waited = parent + 1 == i || std::ranges::count(stack_before, parent) == 1;
                ASSERT_TRUE(!is_opened_here || waited) << config.kind << " visit " << i;
            }
            stack_before = moment.stack;
        }
        EXPECT_LE(without_parent, 48u)
            << config.kind << ": each of up to 6 searches starts with up to 8 pairs";
        EXPECT_NE(closest, VisitReplay::kNone);
        const TriangleExplanation why =
            explain_triangles(world_triangle(query.pose_a, query.mesh.view(), replay[closest].a),
                              world_triangle(query.pose_b, query.mesh.view(), replay[closest].b));
        EXPECT_NEAR(why.closest.distance, query.result.distance, 1e-9) << config.kind;
    }
}

} // namespace
} // namespace boxwood::visit_replay_test
