// What: per node of the recorded trees on screen: the measure that their colors show, and what the visits of the query say.
// Invariants: a revision changes with all of it, so that pictures of the trees are made again.
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

    void show(const SeenCase& seen); // another case
    // `seen`: the case on screen when the setting is edited.
    void add_setting(SettingTable& io_table, const SeenCase& seen);

    std::uint64_t revision() const { return revision_; }
    std::span<const float> values(std::size_t object) const { return trees_[object].values; } // below 0: none
    Scale scale() const;                                                                      // of the values
    // The first visit of a node; empty: no visits are known.
    const std::vector<std::size_t>& first_visits(std::size_t object) const {
        return trees_[object].first_visits;
    }
    // As the visits found it; empty: no visits are known.
    std::span<const NodeVerdict> verdicts(std::size_t object) const { return trees_[object].verdicts; }
    std::size_t count_at_depths(std::size_t object, int low, int high) const; // nodes

  private:
    enum class Measure : std::uint8_t { area, overlap, depth, visits };
    struct Tree {
        std::vector<float> values;
        std::vector<std::size_t> first_visits, level_counts; // per node; per depth
        std::vector<NodeVerdict> verdicts;
    };

    void count(const SeenCase& seen, std::size_t object);
    void measure(const SeenCase& seen);

    Measure measure_ = Measure::area;
    std::array<Tree, 2> trees_;
    float highest_ = 1.0f; // value
    std::uint64_t revision_ = 0;
};

} // namespace boxwood
