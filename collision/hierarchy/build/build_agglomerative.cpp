#include "collision/hierarchy/build/build_agglomerative.hpp"

#include "collision/hierarchy/build/box_size.hpp"
#include "collision/hierarchy/build/build_items.hpp"
#include "collision/hierarchy/build/build_lbvh.hpp"
#include "collision/hierarchy/build/flatten.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace boxwood {
namespace {

constexpr VolumeThenArea kLargest{std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::infinity()};

struct Cluster {
    Aabb box;
    std::uint32_t id = 0; // as in LinkedNode
};

// Joins clusters and records the links.
class Joiner {
  public:
    explicit Joiner(std::size_t primitive_count)
        : first_id_(static_cast<std::uint32_t>(primitive_count)) {
        links_.reserve(primitive_count);
    }
    Cluster join(const Cluster& a, const Cluster& b) {
        links_.push_back({a.id, b.id});
        return {merge(a.box, b.box), first_id_ + static_cast<std::uint32_t>(links_.size()) - 1};
    }
    const std::vector<LinkedNode>& links() const { return links_; }

  private:
    std::uint32_t first_id_ = 0;
    std::vector<LinkedNode> links_;
};

// Joins the smallest pair of clusters at each step. Each cluster is queued with its best partner among the earlier
// clusters. Later clusters queue their own pairs with it. If a cluster's partner has been joined to another cluster,
// the cluster searches for a new partner.
class ExactJoin {
  public:
    explicit ExactJoin(std::span<const Aabb> boxes)
        : joiner_(boxes.size()) {
        for (std::uint32_t i = 0; i < boxes.size(); ++i) clusters_.push_back({boxes[i], i});
        is_joined_.resize(clusters_.size(), false);
        clusters_.reserve(2 * boxes.size());
    }

    Joiner run() {
        const std::size_t last = 2 * clusters_.size() - 2;
        for (std::uint32_t i = 1; i < clusters_.size(); ++i) queue_best_pair(i);
        while (clusters_.size() <= last) {
            const QueuedPair next = queue_.top();
            queue_.pop();
            if (is_joined_[next.cluster]) continue;
            if (is_joined_[next.partner]) {
                queue_best_pair(next.cluster);
                continue;
            }
            is_joined_[next.cluster] = is_joined_[next.partner] = true;
            clusters_.push_back(joiner_.join(clusters_[next.partner], clusters_[next.cluster]));
            is_joined_.push_back(false);
            queue_best_pair(static_cast<std::uint32_t>(clusters_.size() - 1));
        }
        return std::move(joiner_);
    }

  private:
    struct QueuedPair {
        VolumeThenArea size; // of the pair
        std::uint32_t cluster = 0, partner = 0;
        // Reversed because the greatest element of a priority queue is on top.
        bool operator<(const QueuedPair& other) const {
            if (other.size != size) return other.size < size;
            return other.cluster != cluster ? other.cluster < cluster : other.partner < partner;
        }
    };

    void queue_best_pair(std::uint32_t cluster) {
        QueuedPair best{kLargest, cluster, cluster};
        for (std::uint32_t other = 0; other < cluster; ++other) {
            if (is_joined_[other]) continue;
            const VolumeThenArea size = size_of_both(clusters_[cluster].box, clusters_[other].box);
            if (best.partner != cluster && !(size < best.size)) continue;
            best.size = size;
            best.partner = other;
        }
        if (best.partner != cluster) queue_.push(best);
    }

    Joiner joiner_;
    std::vector<Cluster> clusters_; // includes joined clusters
    std::vector<bool> is_joined_;
    std::priority_queue<QueuedPair> queue_;
};

class WindowJoin {
  public:
    WindowJoin(std::span<const Aabb> boxes, std::uint32_t window)
        : joiner_(boxes.size())
        , window_(window) {
        SerialExecutor serial;
        for (const MortonKey key : sort_along_curve(boxes, serial))
            clusters_.push_back({boxes[key.primitive()], key.primitive()});
    }

    Joiner run() {
        while (clusters_.size() > 1) {
            find_partners();
            if (join_mutual_pairs() * kClustersPerJoin < clusters_.size()) {
                next_.clear();
                join_neighbors();
            }
            clusters_.swap(next_);
            next_.clear();
        }
        return std::move(joiner_);
    }

  private:
    // A round joins mutual pairs only if there is at least one pair per this many clusters, that is, if at least an
    // eighth of the clusters are in mutual pairs. Otherwise, it joins neighbors on the Morton curve.
    static constexpr std::size_t kClustersPerJoin = 16;

    // Visits pairs in the order of their lower member, then of their higher member. Only a strictly smaller pair
    // replaces another one. The first of the smallest pairs is therefore the best pair of both members, so each round
    // finds at least one mutual pair.
    void find_partners() {
        sizes_.assign(clusters_.size(), kLargest);
        partners_.assign(clusters_.size(), 0);
        for (std::uint32_t i = 0; i < clusters_.size(); ++i) {
            const std::size_t end = std::min(clusters_.size(), i + std::size_t{window_} + 1);
            for (std::uint32_t j = i + 1; j < end; ++j) {
                const VolumeThenArea size = size_of_both(clusters_[i].box, clusters_[j].box);
                if (size < sizes_[i]) {
                    sizes_[i] = size;
                    partners_[i] = j;
                }
                if (size < sizes_[j]) {
                    sizes_[j] = size;
                    partners_[j] = i;
                }
            }
        }
    }

    bool is_mutual(std::uint32_t i) const { return partners_[partners_[i]] == i && partners_[i] != i; }

    // Returns the number of mutual pairs. Joins them only if there are enough for a round.
    std::size_t join_mutual_pairs() {
        std::size_t joins = 0;
        for (std::uint32_t i = 0; i < clusters_.size(); ++i)
            joins += is_mutual(i) && i < partners_[i] ? 1u : 0u;
        if (joins * kClustersPerJoin < clusters_.size()) return joins;
        for (std::uint32_t i = 0; i < clusters_.size(); ++i) {
            if (!is_mutual(i))
                next_.push_back(clusters_[i]);
            else if (i < partners_[i])
                next_.push_back(joiner_.join(clusters_[i], clusters_[partners_[i]]));
        }
        return joins;
    }

    void join_neighbors() {
        for (std::size_t i = 0; i + 1 < clusters_.size(); i += 2)
            next_.push_back(joiner_.join(clusters_[i], clusters_[i + 1]));
        if (clusters_.size() % 2 == 1) next_.push_back(clusters_.back());
    }

    Joiner joiner_;
    std::uint32_t window_ = 1;
    std::vector<Cluster> clusters_, next_;
    std::vector<VolumeThenArea> sizes_; // of each cluster's best pair
    std::vector<std::uint32_t> partners_;
};

} // namespace

Bvh2<Aabb> build_agglomerative(std::span<const Aabb> primitive_boxes, const AgglomerativeConfig& config,
                               Executor&) {
    require_build_input(primitive_boxes, config.leaf_size);
    BOXWOOD_REQUIRE(config.window >= 1);
    const Joiner joiner = primitive_boxes.size() <= config.exact_up_to
                              ? ExactJoin(primitive_boxes).run()
                              : WindowJoin(primitive_boxes, config.window).run();
    const auto root = static_cast<std::uint32_t>(2 * primitive_boxes.size() - 2);
    return lay_out_tree(primitive_boxes, joiner.links(), root, config.leaf_size);
}

} // namespace boxwood
