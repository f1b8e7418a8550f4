// What: many feature walks side by side: while one waits for the memory, the others step. The polytopes of many bodies
//       do not fit the caches, and where a walk goes next is known only once it gets there.
// Invariants: every walk takes the very steps that it takes alone.
// Cost: the steps. With 10,000 bodies of 1000 polytopes of 36 faces, more than the nearer caches hold, 0.6 to 0.7 of the
//       time of one by one.
#pragma once

#include "collision/core/prefetch.hpp"
#include "collision/narrow_phase/closest_query.hpp"
#include "collision/narrow_phase/feature_walk.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace boxwood {

// A feature itself, or where its surroundings are listed.
inline void prefetch_place(const Polytope& polytope, Feature feature) {
    switch (feature.kind) {
    case FeatureKind::vertex:
        prefetch(&polytope.positions()[feature.index]);
        prefetch(polytope.vertex_place(feature.index));
        break;
    case FeatureKind::edge:
        prefetch(polytope.edges().subspan(feature.index, 1));
        break;
    case FeatureKind::face:
        prefetch(&polytope.faces()[feature.index]);
        prefetch(polytope.face_place(feature.index));
        break;
    }
}

// What a step from the feature reads besides, once the place is there.
inline void prefetch_surroundings(const Polytope& polytope, Feature feature) {
    switch (feature.kind) {
    case FeatureKind::vertex:
        prefetch(polytope.vertex_directions(feature.index));
        prefetch(polytope.vertex_edges(feature.index));
        break;
    case FeatureKind::edge: {
        const Polytope::Edge& edge = polytope.edges()[feature.index];
        prefetch(&polytope.positions()[edge.tail]);
        prefetch(&polytope.positions()[edge.head]);
        break;
    }
    case FeatureKind::face:
        prefetch(polytope.face_sides(feature.index));
        prefetch(polytope.face_edges(feature.index));
        break;
    }
}

// Rules: those of FeatureWalk, and make_start(a, b, cache): where a walk from these features may start.
template <class Rules>
void walk_many(std::span<ClosestQuery> io_queries) {
    constexpr std::size_t kSideBySide = 8;
    struct Lane {
        std::optional<FeatureWalk<Rules>> walk;
        ClosestQuery* query = nullptr;
        bool is_ready = false; // what the next step reads is on its way
    };
    std::array<Lane, kSideBySide> lanes;
    std::size_t next = 0, open = 0;
    NoTrace trace;
    const auto fetch_places = [](Lane& lane) {
        prefetch_place(*lane.query->a, lane.walk->features().a);
        prefetch_place(*lane.query->b, lane.walk->features().b);
        lane.is_ready = false;
    };
    const auto fetch_surroundings = [](Lane& lane) {
        prefetch_surroundings(*lane.query->a, lane.walk->features().a);
        prefetch_surroundings(*lane.query->b, lane.walk->features().b);
        lane.is_ready = true;
    };
    const auto begin_next = [&](Lane& lane) {
        lane.query = &io_queries[next++];
        const ClosestQuery& q = *lane.query;
        lane.walk.emplace(*q.a, *q.b, q.a_from_b, Rules::make_start(*q.a, *q.b, q.cache));
        fetch_places(lane);
    };
    for (; open < kSideBySide && next < io_queries.size(); ++open) begin_next(lanes[open]);
    while (open > 0) {
        for (std::size_t i = 0; i < open;) {
            Lane& lane = lanes[i];
            if (!lane.is_ready) {
                fetch_surroundings(lane);
                ++i;
                continue;
            }
            if (!lane.walk->advance(trace)) {
                fetch_places(lane);
                ++i;
                continue;
            }
            lane.query->found = lane.walk->result();
            lane.query->cache = lane.query->found.features;
            if (next < io_queries.size()) {
                begin_next(lane);
                ++i;
            } else if (--open != i) {
                lanes[i].walk.emplace(*lanes[open].walk);
                lanes[i].query = lanes[open].query;
                lanes[i].is_ready = lanes[open].is_ready;
            }
        }
    }
}

} // namespace boxwood
