// Our broad phases: each with its defaults; sweep and prune with its flags in a matrix, in a map, and for named pairs
// only.
#include "bench/peers/broad_phase/contestants.hpp"

#include "collision/broad_phase/sweep_and_prune/sorted_endpoints.hpp"

#include <algorithm>
#include <fstream>
#include <random>

namespace boxwood::bench {

namespace {

constexpr double kGigabyte = 1e9;

class OurPhase : public Contestant {
  public:
    OurPhase(std::string_view name, PairStorage storage)
        : phase_(std::move(*make_any_broad_phase(name))) {
        phase_.set_storage(storage);
    }
    void start(std::span<const Aabb> boxes) override {
        phase_.insert(all_bodies(boxes.size()), boxes);
        // Brute force has no state to initialize.
        if (phase_.name() != BruteForce::kName) phase_.update(boxes);
    }
    void update(std::span<const Aabb> boxes) override { phase_.update(boxes); }
    std::vector<BodyPair> list_pairs() const override {
        std::vector<BodyPair> pairs;
        for (const ActivePair& pair : phase_.pairs()) pairs.push_back(pair.bodies);
        return pairs;
    }

  protected:
    static std::vector<BodyId> all_bodies(std::size_t count) {
        std::vector<BodyId> bodies(count);
        for (BodyId id = 0; id < count; ++id) bodies[id] = id;
        return bodies;
    }

    AnyBroadPhase phase_;
};

// All pairs are disabled except as many as there are boxes: those that overlap initially, and random ones.
class NamedPairs final : public OurPhase {
  public:
    NamedPairs()
        : OurPhase(SweepAndPrune::kName, PairStorage::automatic) {}
    void start(std::span<const Aabb> boxes) override {
        choose(boxes);
        phase_.set_all_pairs_enabled(false);
        phase_.insert(all_bodies(boxes.size()), boxes);
        for (const BodyPair pair : named_) phase_.set_pair_enabled(pair, true);
        phase_.update(boxes);
    }
    void keep_asked(std::vector<BodyPair>& io_pairs) const override {
        std::erase_if(io_pairs, [this](BodyPair pair) {
            return !std::binary_search(named_.begin(), named_.end(), pair);
        });
    }

  private:
    void choose(std::span<const Aabb> boxes) {
        ColumnGrid finder;
        finder.insert(all_bodies(boxes.size()), boxes);
        finder.update(boxes);
        for (const ActivePair& pair : finder.pairs().first(std::min(finder.pairs().size(), boxes.size())))
            named_.push_back(pair.bodies);
        std::mt19937 random(7);
        while (named_.size() < boxes.size()) {
            const auto a = static_cast<BodyId>(random() % boxes.size()),
                       b = static_cast<BodyId>(random() % boxes.size());
            if (a != b) named_.push_back(make_pair_of(a, b));
        }
        std::sort(named_.begin(), named_.end());
    }

    std::vector<BodyPair> named_;
};

std::string number(double value) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), value < 10 ? "%.1f" : "%.0f", value);
    return text.data();
}

// Pairs that overlap on x, on y and on z, summed over the axes.
double count_flags(std::span<const Aabb> boxes) {
    std::vector<BodyId> bodies(boxes.size());
    for (BodyId id = 0; id < bodies.size(); ++id) bodies[id] = id;
    double count = 0.0;
    SortedEndpoints order;
    for (int axis = 0; axis < 3; ++axis) {
        order.sort(bodies, boxes, axis);
        count += static_cast<double>(order.overlap_count);
    }
    return count;
}

// Available bytes, without swapping out other processes; no limit if the system does not report it.
double available_memory() {
    std::ifstream file("/proc/meminfo");
    std::string word;
    for (double kilobytes = 0.0; file >> word;)
        if (word == "MemAvailable:" && file >> kilobytes) return 1024.0 * kilobytes;
    return 1e30;
}

std::string why_not_dense(std::span<const Aabb> boxes) {
    const double wanted = static_cast<double>(triangular_size(static_cast<BodyId>(boxes.size()))) / 2;
    const double free = available_memory();
    if (wanted > free / 2)
        return "the matrix takes " + number(wanted / kGigabyte) + " GB of " + number(free / kGigabyte) +
               " free";
    constexpr double kMaxFlags = 6e9; // setting them takes half a minute
    const double flags = count_flags(boxes);
    return flags > kMaxFlags ? number(flags / 1e9) + " billion flags to set at the start" : "";
}

std::string why_not_sparse(std::span<const Aabb> boxes) {
    constexpr double kBytesPerFlag = 24.0, kMax = 1.0; // per flag, at least; kMax in GB
    const double wanted = kBytesPerFlag * count_flags(boxes) / kGigabyte;
    return wanted > kMax ? "the map takes " + number(wanted) + " GB" : "";
}

// Boxes in a line: on the perpendicular plane all rectangles overlap.
std::string why_not_planes(std::span<const Aabb> boxes) {
    constexpr double kBytesPerPair = 8.0, kMax = 4.0; // GB
    Aabb all = boxes[0];
    for (const Aabb& box : boxes) all = merge(all, box);
    const glm::vec3 extent = all.extent(), one = boxes[0].extent();
    const bool is_line = extent.y < 2.0f * one.y && extent.z < 2.0f * one.z;
    const double pairs =
        is_line ? static_cast<double>(triangular_size(static_cast<BodyId>(boxes.size()))) : 0.0;
    const double wanted = kBytesPerPair * pairs / kGigabyte;
    return wanted > kMax ? "the rectangles that overlap across take " + number(wanted) + " GB" : "";
}

} // namespace

void add_ours(std::vector<NamedContestant>& io_all) {
    for (const std::string_view name : list_broad_phases()) {
        const bool has_flags = name == SweepAndPrune::kName;
        const PairStorage storage = has_flags ? PairStorage::dense : PairStorage::automatic;
        io_all.push_back(
            {std::string(name), [=] { return std::make_unique<OurPhase>(name, storage); }, {}, true});
        if (name == IntervalPlanes::kName) io_all.back().why_not = why_not_planes;
        if (!has_flags) continue;
        io_all.back().why_not = why_not_dense;
        io_all.push_back({std::string(name) + " sparse",
                          [=] { return std::make_unique<OurPhase>(name, PairStorage::sparse); },
                          why_not_sparse, true});
        io_all.push_back({"flags of named pairs", [] { return std::make_unique<NamedPairs>(); }, {}, true});
    }
}

} // namespace boxwood::bench
