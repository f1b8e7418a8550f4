// Injects defects into hierarchies of every kind and volume. The message of the validation must name the defect and the
// node or leaf.
#include "collision/query/any_hierarchy.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <type_traits>

namespace boxwood {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// inject_nan() sets one number of the volume to NaN. inject_inverted() swaps the lower and upper bounds, or negates
// the radius or the half extents.
template <class V>
void inject_nan(V& io_volume) {
    if constexpr (requires { io_volume.box; })
        inject_nan(io_volume.box);
    else if constexpr (requires { io_volume.lower.x; })
        io_volume.lower.y = kNaN;
    else if constexpr (requires { io_volume.lower; })
        io_volume.lower.back() = kNaN;
    else if constexpr (requires { io_volume.center; })
        io_volume.center.z = kNaN;
    else
        io_volume.to.x = kNaN;
}
template <class V>
void inject_inverted(V& io_volume) {
    if constexpr (requires { io_volume.swept; })
        inject_inverted(io_volume.swept);
    else if constexpr (requires { io_volume.box; })
        inject_inverted(io_volume.box);
    else if constexpr (requires { io_volume.lower; })
        std::swap(io_volume.lower, io_volume.upper);
    else if constexpr (requires { io_volume.radius; })
        io_volume.radius = -io_volume.radius;
    else
        io_volume.half = -io_volume.half;
}

template <class T>
inline constexpr bool kIsPlainBvh = false;
template <class V>
inline constexpr bool kIsPlainBvh<Bvh2<V>> = true;

// The part of a tree that can be edited: for wide oriented boxes, the binary hierarchy.
template <class T>
T& plain_part(T& tree) {
    return tree;
}
inline Bvh2<Obb>& plain_part(ObbBvh8& tree) {
    return tree.binary;
}

// Edits a copy of a tree. A lazy tree is split completely and edited as a plain tree, then converted back.
template <class H, class Edit>
AnyHierarchy edited(const H& tree, const AnyHierarchy& sound, Edit&& edit) {
    if constexpr (kIsLazy<H>) {
        auto whole = make_bvh(tree);
        edit(whole);
        return {H(std::move(whole)), sound.config(), sound.vertex_count()};
    } else {
        H copy = tree;
        edit(copy);
        return {std::move(copy), sound.config(), sound.vertex_count()};
    }
}

enum class Fault { nan, inverted, lost, doubled };

// What the message must say if a primitive is in two leaves, which are given in the order of the nodes.
std::string text_of_doubled(std::uint32_t primitive, std::uint32_t first, std::uint32_t second) {
    return "node " + std::to_string(second) + ": primitive " + std::to_string(primitive) +
           " is also in leaf node " + std::to_string(first);
}

// The name of the leaf whose primitives come first in the list.
template <class T>
std::uint32_t name_of_first_leaf(const T& tree) {
    for (std::uint32_t node = 0;; ++node)
        for (unsigned lane = 0; lane < WideBoxes::kLanes; ++lane)
            if (tree.nodes[node].is_leaf(lane) && tree.nodes[node].primitive_place(lane) == 0)
                return tree.name_of(node, lane);
}

// To double a primitive, it replaces the primitive of another leaf, which is thereby lost. Returns what the message
// must name: the node, the leaf if a primitive is lost, or the primitive and both of its leaves if it is doubled.
std::string inject(Fault what, const AnyHierarchy& sound, AnyHierarchy& out_broken) {
    std::string named;
    std::visit(
        [&](const auto& tree) {
            out_broken = edited(tree, sound, [&](auto& edited_copy) {
                auto& copy = plain_part(edited_copy);
                using T = std::remove_cvref_t<decltype(copy)>;
                if constexpr (kIsPlainBvh<T>) {
                    std::uint32_t node = static_cast<std::uint32_t>(copy.nodes.size() / 2);
                    const auto is_wanted = [&](std::uint32_t i) {
                        return what == Fault::nan || what == Fault::inverted || copy.nodes[i].count == 1;
                    };
                    while (!is_wanted(node)) ++node;
                    named = "node " + std::to_string(node);
                    if (what == Fault::nan) inject_nan(copy.nodes[node].volume);
                    if (what == Fault::inverted) inject_inverted(copy.nodes[node].volume);
                    std::uint32_t other = 0;
                    if (what == Fault::doubled || what == Fault::lost) {
                        while (copy.nodes[other].count != 1 || other == node) ++other;
                        copy.nodes[node].first = copy.nodes[other].first;
                    }
                    if (what == Fault::doubled)
                        named = text_of_doubled(copy.nodes[other].first, std::min(node, other),
                                                std::max(node, other));
                } else if constexpr (std::is_same_v<T, Bvh8>) {
                    const std::uint32_t node = static_cast<std::uint32_t>(copy.nodes.size() - 1);
                    unsigned lane = 0;
                    while (!copy.nodes[node].is_leaf(lane)) ++lane;
                    named = "wide node " + std::to_string(node);
                    if (what == Fault::nan) copy.nodes[node].boxes.step[1] = kNaN;
                    if (what == Fault::inverted)
                        std::swap(copy.nodes[node].boxes.lower[0][lane],
                                  copy.nodes[node].boxes.upper[0][lane]);
                    if (what == Fault::doubled || what == Fault::lost) {
                        copy.primitives[copy.nodes[node].primitive_place(lane)] = copy.primitives[0];
                        named = "named " + std::to_string(copy.name_of(node, lane));
                    }
                    if (what == Fault::doubled)
                        named = "wide node " + std::to_string(node) + ": primitive " +
                                std::to_string(copy.primitives[0]) + " of the leaf " + named +
                                " is also in the leaf named " + std::to_string(name_of_first_leaf(copy));
                } else if constexpr (std::is_same_v<T, BoxTree8>) {
                    // The moves are integers, which cannot be NaN; the root box receives the NaN.
                    const std::uint32_t node = static_cast<std::uint32_t>(copy.nodes.size() - 1);
                    unsigned lane = 0;
                    while (!copy.nodes[node].is_leaf(lane)) ++lane;
                    named = "node " + std::to_string(copy.name_of(node, lane));
                    if (what == Fault::nan) {
                        copy.root_box.lower[0] = kNaN;
                        named = "node 0";
                    }
                    if (what == Fault::inverted)
                        copy.nodes[node].moves.lower[0][lane] = copy.nodes[node].moves.upper[0][lane] = 255;
                    if (what == Fault::doubled || what == Fault::lost)
                        copy.primitives[copy.nodes[node].primitive_place(lane)] = copy.primitives[0];
                    if (what == Fault::doubled)
                        named = text_of_doubled(copy.primitives[0], name_of_first_leaf(copy),
                                                copy.name_of(node, lane));
                } else { // nodes of 8 bytes
                    std::uint32_t node = static_cast<std::uint32_t>(copy.nodes.size() / 2), other = 0;
                    const auto is_single = [&](std::uint32_t i) {
                        return copy.nodes[i].is_leaf() && !copy.nodes[i].is_large();
                    };
                    if (what == Fault::doubled || what == Fault::lost) {
                        while (!is_single(node)) ++node;
                        while (!is_single(other) || other == node) ++other;
                    } else {
                        while (!copy.nodes[node].is_leaf()) ++node;
                    }
                    named = "node " + std::to_string(node);
                    using Node = std::remove_cvref_t<decltype(copy.nodes[node])>;
                    const Node before = copy.nodes[node];
                    if (what == Fault::doubled || what == Fault::lost)
                        copy.nodes[node] = Node::make_leaf(copy.nodes[other].index());
                    if (what == Fault::doubled)
                        named = text_of_doubled(copy.nodes[other].index(), std::min(node, other),
                                                std::max(node, other));
                    if constexpr (std::is_same_v<Node, SlabMove>) {
                        // The moves are integers, which cannot be NaN; the root DOP receives the NaN.
                        if (what == Fault::nan) copy.root_dop.lower[0] = kNaN;
                        if (what == Fault::nan) named = "node 0";
                        if (what == Fault::inverted)
                            copy.nodes[node].set(before.slab(), SlabMove::kSteps / 2 + 1,
                                                 SlabMove::kSteps / 2);
                        else
                            copy.nodes[node].set(before.slab(), before.lower_move(), before.upper_move());
                    } else {
                        const float move = what == Fault::nan        ? kNaN
                                           : what == Fault::inverted ? 1e6f
                                                                     : before.move();
                        copy.nodes[node].set_move(before.axis(), before.is_upper(), move);
                    }
                }
            });
        },
        sound.tree());
    return named;
}

class EveryKindAndVolume : public testing::Test {
  protected:
    void for_each(const std::function<void(const AnyHierarchy&, const std::string&)>& use) {
        int count = 0;
        for (const std::string_view kind : list_hierarchy_kinds())
            for (const std::string_view volume : list_volumes())
                for (const std::uint32_t leaf_size : {1u, 3u}) {
                    const HierarchyConfig config{std::string(kind), std::string(volume), "object-median",
                                                 leaf_size};
                    const auto sound = build_any_hierarchy(config, mesh_.view());
                    if (!sound) continue;
                    ASSERT_FALSE(sound->validate(mesh_.view()));
                    use(*sound,
                        config.kind + " of " + config.volume + ", leaves of " + std::to_string(leaf_size));
                    ++count;
                }
        EXPECT_GE(count, 48);
    }
    void expect_reported(const AnyHierarchy& broken, const std::string& what, const std::string& named,
                         const std::string& of) {
        const auto defect = broken.validate(mesh_.view());
        ASSERT_TRUE(defect) << of << ": " << what << " is not reported";
        EXPECT_NE(defect->message.find(what), std::string::npos) << of << ": " << defect->message;
        EXPECT_NE(defect->message.find(named), std::string::npos)
            << of << ": " << defect->message << " does not name " << named;
    }

    oracle::SampleMesh mesh_ = oracle::make_torus(1.0, 0.3, 17, 9);
};

TEST_F(EveryKindAndVolume, a_NaN_is_reported_as_NaN_with_its_node) {
    for_each([&](const AnyHierarchy& sound, const std::string& of) {
        AnyHierarchy broken = sound;
        const std::string node = inject(Fault::nan, sound, broken);
        expect_reported(broken, "NaN", node + ":", of);
    });
}

TEST_F(EveryKindAndVolume, an_inverted_volume_is_reported_as_inverted_with_its_node) {
    for_each([&](const AnyHierarchy& sound, const std::string& of) {
        AnyHierarchy broken = sound;
        const std::string node = inject(Fault::inverted, sound, broken);
        expect_reported(broken, "inverted", node + ":", of);
    });
}

TEST_F(EveryKindAndVolume, a_primitive_lost_from_a_leaf_of_one_is_reported_with_the_leaf) {
    for_each([&](const AnyHierarchy& sound, const std::string& of) {
        if (sound.config().leaf_size > 1) return; // leaves of several primitives are tested below
        AnyHierarchy broken = sound;
        const std::string leaf = inject(Fault::lost, sound, broken);
        expect_reported(broken, "probably belongs to leaf " + leaf + ", whose volume contains it",
                        "is also in ", of);
    });
}

TEST_F(EveryKindAndVolume, a_doubled_primitive_is_reported_with_both_leaves) {
    for_each([&](const AnyHierarchy& sound, const std::string& of) {
        if (sound.config().leaf_size > 1) return; // every leaf must have one primitive
        AnyHierarchy broken = sound;
        const std::string doubled = inject(Fault::doubled, sound, broken);
        expect_reported(broken, doubled + "; primitive ", "probably belongs to leaf ", of);
    });
}

// Reduces the primitive count of a leaf by one.
TEST_F(EveryKindAndVolume, a_primitive_lost_from_a_leaf_of_several_is_reported_with_the_leaf) {
    for_each([&](const AnyHierarchy& sound, const std::string& of) {
        if (sound.config().leaf_size == 1) return;
        std::string leaf;
        AnyHierarchy broken = sound;
        std::visit(
            [&](const auto& tree) {
                broken = edited(tree, sound, [&](auto& edited_copy) {
                    auto& copy = plain_part(edited_copy);
                    using T = std::remove_cvref_t<decltype(copy)>;
                    if constexpr (kIsPlainBvh<T>) {
                        std::uint32_t node = static_cast<std::uint32_t>(copy.nodes.size() / 3);
                        while (copy.nodes[node].count < 3) ++node;
                        --copy.nodes[node].count;
                        leaf = "node " + std::to_string(node);
                    } else if constexpr (!std::is_same_v<T, Bvh8> && !std::is_same_v<T, BoxTree8>) {
                        std::uint32_t node = static_cast<std::uint32_t>(copy.nodes.size() / 3);
                        const auto holds_three = [&](std::uint32_t i) {
                            return copy.nodes[i].is_large() && copy.primitives[copy.nodes[i].index()] == 3;
                        };
                        while (!holds_three(node)) ++node;
                        --copy.primitives[copy.nodes[node].index()];
                        leaf = "node " + std::to_string(node);
                    }
                });
            },
            sound.tree());
        // the leaves of a wide node are contiguous, so that a gap is reported as a broken link
        if (leaf.empty()) return;
        expect_reported(broken, "is in no leaf", "belongs to leaf " + leaf, of);
    });
}

TEST_F(EveryKindAndVolume, a_hierarchy_of_a_changed_mesh_is_reported_as_stale) {
    oracle::Random random(5);
    for_each([&](const AnyHierarchy& sound, const std::string& of) {
        const std::vector<glm::vec3> rest = mesh_.positions;
        for (glm::vec3& p : mesh_.positions) p = 1.5f * p + glm::vec3(oracle::draw_point(random, 0.3));
        expect_reported(sound, "is stale", "leaves do not contain the current positions of their triangles",
                        of);
        AnyHierarchy fitted = sound;
        EXPECT_TRUE(fitted.refit(mesh_.view()));
        EXPECT_FALSE(fitted.validate(mesh_.view())) << of;
        mesh_.positions = rest;
        mesh_.triangles.push_back(mesh_.triangles[3]);
        expect_reported(sound, "is stale", "but the mesh has " + std::to_string(mesh_.triangles.size()), of);
        mesh_.triangles.pop_back();
    });
}

TEST_F(EveryKindAndVolume, a_NaN_in_the_mesh_is_reported_as_a_NaN_vertex) {
    for_each([&](const AnyHierarchy& sound, const std::string& of) {
        const glm::vec3 before = std::exchange(mesh_.positions[20], glm::vec3(0.0f, kNaN, 0.0f));
        expect_reported(sound, "vertex with a NaN coordinate, which belongs to triangle ", "node", of);
        mesh_.positions[20] = before;
    });
}

} // namespace
} // namespace boxwood
