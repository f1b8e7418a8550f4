#include "collision/hierarchy/build/build_lbvh.hpp"

#include "collision/core/prefetch.hpp"
#include "collision/hierarchy/build/build_items.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace boxwood {
namespace {

constexpr std::uint32_t kPrefetchDistance = 24; // in keys
constexpr std::size_t kMaxDepth = kMortonBits + 32;

class LbvhBuilder {
  public:
    LbvhBuilder(std::span<const Aabb> boxes, const LbvhConfig& config, Executor& executor)
        : boxes_(boxes)
        , leaf_size_(config.leaf_size)
        , executor_(executor)
        , keys_(sort_along_curve(boxes, executor)) {
        tree_.nodes.resize(2 * boxes.size() - 1);
        tree_.primitive_count = static_cast<std::uint32_t>(boxes.size());
        if (leaf_size_ == 1) return;
        tree_.primitives.resize(boxes.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) tree_.primitives[i] = keys_[i].primitive();
    }

    Bvh2<Aabb> build() {
        std::vector<Task> pieces;
        std::vector<std::uint32_t> above; // nodes that span more than one piece, parents first
        split_into_pieces(pieces, above);
        executor_.parallel_for(pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) build_piece(pieces[i]);
        });
        for (std::size_t i = above.size(); i-- > 0;) merge_children(above[i]);
        if (leaf_size_ > 1) close_gaps(tree_.nodes);
        return std::move(tree_);
    }

  private:
    // A node to build over keys [begin, end). Its descendants use at most 2 (end - begin) - 2 slots, starting at
    // `slots`.
    struct Task {
        std::uint32_t node = 0;
        std::uint32_t begin = 0, end = 0;
        std::uint32_t slots = 0;
        std::uint32_t size() const { return end - begin; }
    };

    void split_into_pieces(std::vector<Task>& out_pieces, std::vector<std::uint32_t>& out_above) {
        std::vector<Task> tasks{{0, 0, tree_.primitive_count, 1}};
        while (!tasks.empty()) {
            const Task task = tasks.back();
            tasks.pop_back();
            if (task.size() <= kPieceSize) {
                out_pieces.push_back(task);
                continue;
            }
            out_above.push_back(task.node);
            const auto [left, right] = open(task);
            tasks.push_back(right);
            tasks.push_back(left);
        }
    }

    void build_piece(const Task& root) {
        std::array<std::uint32_t, kPieceSize> internal; // parents first
        std::size_t internal_count = 0;
        std::array<Task, kMaxDepth + 2> stack;
        std::size_t top = 0;
        stack[top++] = root;
        while (top > 0) {
            const Task task = stack[--top];
            if (task.size() <= leaf_size_) {
                make_leaf(task);
                continue;
            }
            internal[internal_count++] = task.node;
            const auto [left, right] = open(task);
            stack[top++] = right;
            stack[top++] = left;
        }
        while (internal_count > 0) merge_children(internal[--internal_count]);
    }

    std::pair<Task, Task> open(const Task& task) {
        tree_.nodes[task.node].first = task.slots;
        tree_.nodes[task.node].count = 0;
        const std::uint32_t middle = find_split(task.begin, task.end), left_slots = task.slots + 2;
        return {{task.slots, task.begin, middle, left_slots},
                {task.slots + 1, middle, task.end, left_slots + 2 * (middle - task.begin) - 2}};
    }

    // Finds the highest bit in which the first and the last code differ, and returns the index of the first key that
    // has this bit set. If both codes are the same, returns an index that halves the range.
    std::uint32_t find_split(std::uint32_t begin, std::uint32_t end) const {
        const std::uint64_t first = keys_[begin].code(), last = keys_[end - 1].code();
        if (first == last) return begin + (end - begin) / 2;
        const std::uint64_t border =
            last >> (std::bit_width(first ^ last) - 1)
                        << (std::bit_width(first ^ last) - 1 + MortonKey::kIndexBits);
        // Invariant: keys before `low` are below the border, and the key at `low + count` is not below it.
        std::uint32_t low = begin + 1, count = end - 1 - low;
        while (count > 0) {
            const std::uint32_t half = count / 2;
            const bool is_below = keys_[low + half].bits < border;
            low = is_below ? low + half + 1 : low;
            count = is_below ? count - half - 1 : half;
        }
        return low;
    }

    void make_leaf(const Task& task) {
        auto& node = tree_.nodes[task.node];
        node.count = task.size();
        if (task.begin + kPrefetchDistance < keys_.size())
            prefetch(&boxes_[keys_[task.begin + kPrefetchDistance].primitive()]);
        if (task.size() == 1) {
            node.first = keys_[task.begin].primitive();
            node.volume = boxes_[node.first];
            return;
        }
        node.first = task.begin;
        BoxFitter fitter;
        for (std::uint32_t i = task.begin; i < task.end; ++i)
            fitter.add(load_lanes(boxes_[keys_[i].primitive()]));
        node.volume = fitter.box();
    }

    void merge_children(std::uint32_t index) {
        auto& node = tree_.nodes[index];
        node.volume = merge(tree_.nodes[node.first].volume, tree_.nodes[node.first + 1].volume);
    }

    std::span<const Aabb> boxes_;
    std::uint32_t leaf_size_ = 1;
    Executor& executor_;
    LargeArray<MortonKey> keys_;
    Bvh2<Aabb> tree_;
};

} // namespace

Bvh2<Aabb> build_lbvh(std::span<const Aabb> primitive_boxes, const LbvhConfig& config, Executor& executor) {
    require_build_input(primitive_boxes, config.leaf_size);
    return LbvhBuilder(primitive_boxes, config, executor).build();
}

} // namespace boxwood
