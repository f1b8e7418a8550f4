#include "collision/narrow_phase/compound/compound_query.hpp"

#include "collision/narrow_phase/contacts/contact.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

bool is_before(const PartPair& x, const PartPair& y) {
    return std::tie(x.part_a, x.part_b) < std::tie(y.part_a, y.part_b);
}

// The order of the heap, whose front is its greatest element: true if x is opened later than y.
bool is_later(const PartsScratch::NodePair& x, const PartsScratch::NodePair& y) {
    return std::tie(x.lower_bound, x.a, x.b) > std::tie(y.lower_bound, y.a, y.b);
}

class Search {
  public:
    Search(const CompoundSide& a, const CompoundSide& b, const Pose& a_from_b, const PartsQuery& query,
           const PartsCache& cache, PartsScratch& io_scratch, CompoundResult& out_result)
        : a_(a)
        , b_(b)
        , a_from_b_(a_from_b)
        , query_(query)
        , cache_(cache)
        , open_(io_scratch.open)
        , visited_(io_scratch.visited)
        , result_(out_result) {
        open_.clear();
        visited_.clear();
        result_.status = ContactStatus::disjoint;
        result_.closest = {};
        result_.is_lower_bound = false;
        result_.contacts.clear();
        result_.counters = {};
        result_.closest.closest.distance = std::numeric_limits<double>::infinity();
    }

    // Used only for queries between the parts of one object.
    void exclude_disabled_pairs_of(const HullHierarchy& tree) { disabled_ = &tree; }

    void visit(std::uint32_t node_a, std::uint32_t node_b) {
        if (disabled_ != nullptr && disabled_->is_disabled(node_a, node_b)) return;
        if (!have_hulls(node_a, node_b)) return push({0.0, node_a, node_b});
        const std::uint64_t key = (std::uint64_t{node_a} << 32) | node_b;
        const FeaturePair start = cache_.find(key);
        FeaturePair features = start;
        const Pose a_from_node_a = a_.own_from_node(node_a);
        const Pose node_a_from_b = inverse_rigid(a_from_node_a) * (a_from_b_ * b_.own_from_node(node_b));
        ClosestFeatures found =
            query_.find_closest(a_.hull(node_a), b_.hull(node_b), node_a_from_b, features);
        visited_.push_back({key, features});
        ++result_.counters.node_pairs;
        result_.counters.iterations += found.iterations;
        result_.counters.fallbacks += found.is_fallback ? 1 : 0;
        found.point_on_a_a = a_from_node_a * found.point_on_a_a;
        found.point_on_b_a = a_from_node_a * found.point_on_b_a;
        if (a_.is_part(node_a) && b_.is_part(node_b)) {
            ++result_.counters.part_pairs;
            add_part_pair({a_.part(node_a), b_.part(node_b), found, start});
            return;
        }
        // The parts below the nodes can be closer than the hulls: geometry can extend beyond the hulls, and parts
        // count as touching at a positive distance.
        const double error_bound = a_.error_bound(node_a) + b_.error_bound(node_b) +
                                   4.0 * touching_distance(a_.hull(node_a), b_.hull(node_b), node_a_from_b);
        const double lower_bound = std::max(0.0, found.distance - error_bound);
        if (!query_.wants_closest && lower_bound > 0.0) {
            keep_bound(lower_bound, found);
            return;
        }
        push({lower_bound, node_a, node_b});
    }

    void run() {
        // Also opens pairs at the distance of the closest parts, so that the result does not depend on the order.
        while (!open_.empty() && open_.front().lower_bound <= closest_distance_) {
            std::pop_heap(open_.begin(), open_.end(), is_later);
            const PartsScratch::NodePair pair = open_.back();
            open_.pop_back();
            if (pair.is_sphere_bound)
                visit(pair.a, pair.b);
            else
                expand(pair.a, pair.b);
        }
        std::sort(result_.contacts.begin(), result_.contacts.end(), is_before);
        for (const PartPair& contact : result_.contacts) {
            if (contact.closest.status <= result_.status) continue;
            result_.status = contact.closest.status;
            result_.closest = contact;
            result_.is_lower_bound = false;
        }
    }

  private:
    void push(const PartsScratch::NodePair& pair) {
        open_.push_back(pair);
        std::push_heap(open_.begin(), open_.end(), is_later);
    }

    bool have_hulls(std::uint32_t node_a, std::uint32_t node_b) const {
        return a_.has_hull(node_a) && b_.has_hull(node_b);
    }

    // Opens a node with a stale hull if there is one, otherwise the node with the larger hull. Parts are never opened.
    void expand(std::uint32_t node_a, std::uint32_t node_b) {
        const bool have_hulls = this->have_hulls(node_a, node_b);
        const bool opens_a =
            have_hulls ? a_.hull(node_a).radius() >= b_.hull(node_b).radius() : !a_.has_hull(node_a);
        const auto visit_child = [&](std::uint32_t child_a, std::uint32_t child_b) {
            have_hulls ? visit(child_a, child_b) : postpone(child_a, child_b);
        };
        if (b_.is_part(node_b) || (opens_a && !a_.is_part(node_a))) {
            for (const std::uint32_t child : a_.children(node_a)) visit_child(child, node_b);
        } else {
            for (const std::uint32_t child : b_.children(node_b)) visit_child(node_a, child);
        }
    }

    // Queues the pair with the distance of the bounding spheres of its hulls as lower bound. run() visits the pair when
    // no queued pair has a smaller lower bound.
    void postpone(std::uint32_t node_a, std::uint32_t node_b) {
        if (disabled_ != nullptr && disabled_->is_disabled(node_a, node_b)) return;
        if (!have_hulls(node_a, node_b)) return push({0.0, node_a, node_b});
        const Polytope &hull_a = a_.hull(node_a), &hull_b = b_.hull(node_b);
        const Pose a_from_node_a = a_.own_from_node(node_a),
                   a_from_node_b = a_from_b_ * b_.own_from_node(node_b);
        const double between =
            glm::distance(a_from_node_a * hull_a.centroid(), a_from_node_b * hull_b.centroid());
        const double error_bound =
            a_.error_bound(node_a) + b_.error_bound(node_b) +
            4.0 * touching_distance(hull_a, hull_b, inverse_rigid(a_from_node_a) * a_from_node_b);
        push(
            {std::max(0.0, between - hull_a.radius() - hull_b.radius() - error_bound), node_a, node_b, true});
    }

    void add_part_pair(const PartPair& pair) {
        if (pair.closest.status != ContactStatus::disjoint) {
            result_.contacts.push_back(pair);
            closest_distance_ = 0.0;
            return;
        }
        if (!query_.wants_closest) keep_bound(pair.closest.distance, pair.closest);
        const double distance = pair.closest.distance;
        if (distance > closest_distance_) return;
        if (distance == closest_distance_ && !is_before(pair, result_.closest)) return;
        closest_distance_ = distance;
        if (!query_.wants_closest) return;
        result_.closest = pair;
    }

    // Called if the closest parts are not wanted: the smallest bound or distance of all visited pairs is a lower bound
    // on the distance.
    void keep_bound(double bound, const ClosestFeatures& between_hulls) {
        if (result_.closest.closest.distance <= bound) return;
        result_.closest.closest = between_hulls;
        result_.closest.closest.distance = bound;
        result_.is_lower_bound = true;
    }

    const CompoundSide &a_, &b_;
    const Pose& a_from_b_;
    const PartsQuery& query_;
    const PartsCache& cache_;
    const HullHierarchy* disabled_ = nullptr;
    std::vector<PartsScratch::NodePair>& open_;
    std::vector<PartsCache::Entry>& visited_;
    CompoundResult& result_;
    double closest_distance_ = std::numeric_limits<double>::infinity(); // of the parts found so far
};

void keep_features(PartsCache& io_cache, std::vector<PartsCache::Entry>& io_visited) {
    std::sort(io_visited.begin(), io_visited.end(),
              [](const PartsCache::Entry& x, const PartsCache::Entry& y) { return x.key < y.key; });
    io_cache.swap(io_visited);
}

} // namespace

FeaturePair PartsCache::find(std::uint64_t key) const {
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), key,
                                     [](const Entry& entry, std::uint64_t k) { return entry.key < k; });
    return at != entries_.end() && at->key == key ? at->features : FeaturePair{};
}

void query_parts(const CompoundSide& a, const CompoundSide& b, const Pose& a_from_b, const PartsQuery& query,
                 PartsCache& io_cache, PartsScratch& io_scratch, CompoundResult& out_result) {
    Search search(a, b, a_from_b, query, io_cache, io_scratch, out_result);
    search.visit(0, 0);
    search.run();
    keep_features(io_cache, io_scratch.visited);
}

void self_collide(const HullHierarchyState& object, const PartsQuery& query, PartsCache& io_cache,
                  PartsScratch& io_scratch, CompoundResult& out_result) {
    const CompoundSide side(object);
    const Pose identity;
    Search search(side, side, identity, query, io_cache, io_scratch, out_result);
    search.exclude_disabled_pairs_of(object.tree());
    for (std::uint32_t node = 0; node < object.tree().nodes().size(); ++node) {
        const auto children = object.tree().children(node);
        for (std::size_t i = 0; i < children.size(); ++i)
            for (std::size_t k = i + 1; k < children.size(); ++k) search.visit(children[i], children[k]);
    }
    search.run();
    keep_features(io_cache, io_scratch.visited);
}

} // namespace boxwood
