// What: computes values per node of the recorded trees on screen: the measure that colors the nodes, and the results of
//       the query's visits.
// Invariants: revision() changes whenever a value changes, so that cached drawings of the trees are updated.
#pragma once

#include "app/labs/capture/opened_capture.hpp"
#include "app/labs/settings/settings.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

enum class NodeVerdict : std::uint8_t { untested, disjoint, overlapping };

class TreeMeasures {
  public:
    struct Scale {
        std::string_view name, unit;
        bool is_logarithmic = false;
        float low = 0.0f, high = 1.0f;
    };

    void show(const SeenCase& seen); // call it for another case
    // `seen` must refer to the case on screen whenever the setting is edited, not only during this call.
    void add_setting(SettingTable& io_table, const SeenCase& seen);

    std::uint64_t revision() const { return revision_; }
    // One value per node; negative: the node has no value.
    std::span<const float> values(std::size_t object) const { return trees_[object].values; }
    // The range and the unit of the values.
    Scale scale() const;
    // The first visit that tests the volume of each node; the number of visits if there is none. Empty: the visits are
    // not known.
    const std::vector<std::size_t>& first_visits(std::size_t object) const {
        return trees_[object].first_visits;
    }
    // The result of the visits of each node: disjoint if each visit pruned its pair, otherwise overlapping. In a
    // distance query, overlapping means that the node can contain the closest triangles. Empty: the visits are not
    // known.
    std::span<const NodeVerdict> verdicts(std::size_t object) const { return trees_[object].verdicts; }
    std::size_t count_at_depths(std::size_t object, int low, int high) const; // number of nodes

  private:
    enum class Measure : std::uint8_t { area, overlap, depth, visits };
    struct Tree {
        std::vector<float> values;
        // First visit per node; number of nodes per depth.
        std::vector<std::size_t> first_visits, level_counts;
        std::vector<NodeVerdict> verdicts;
    };

    void count_visits(const SeenCase& seen, std::size_t object);
    void measure(const SeenCase& seen);

    Measure measure_ = Measure::area;
    std::array<Tree, 2> trees_;
    float highest_ = 1.0f; // the largest value
    std::uint64_t revision_ = 0;
};

} // namespace boxwood
