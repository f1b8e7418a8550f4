// Adds Boxwood's broad phases, each with its defaults. Sweep and prune is measured three times: with its flags in a
// matrix, with its flags in a map, and with only some pairs enabled.
#include "bench/peers/broad_phase/competitors.hpp"

#include "collision/broad_phase/sweep_and_prune/sorted_endpoints.hpp"

#include <algorithm>
#include <fstream>
#include <random>

namespace boxwood::bench {

namespace {

constexpr double kGigabyte = 1e9;

class OurPhase : public Competitor {
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

// Enables as many pairs as there are boxes: first pairs that overlap initially, then random pairs. All other pairs are
// disabled.
class EnabledPairs final : public OurPhase {
  public:
    EnabledPairs()
        : OurPhase(SweepAndPrune::kName, PairStorage::automatic) {}
    void start(std::span<const Aabb> boxes) override {
        choose(boxes);
        phase_.set_all_pairs_enabled(false);
        phase_.insert(all_bodies(boxes.size()), boxes);
        for (const BodyPair pair : enabled_) phase_.set_pair_enabled(pair, true);
        phase_.update(boxes);
    }
    void keep_reported(std::vector<BodyPair>& io_pairs) const override {
        std::erase_if(io_pairs, [this](BodyPair pair) {
            return !std::binary_search(enabled_.begin(), enabled_.end(), pair);
        });
    }

  private:
    void choose(std::span<const Aabb> boxes) {
        ColumnGrid finder;
        finder.insert(all_bodies(boxes.size()), boxes);
        finder.update(boxes);
        for (const ActivePair& pair : finder.pairs().first(std::min(finder.pairs().size(), boxes.size())))
            enabled_.push_back(pair.bodies);
        std::mt19937 random(7);
        while (enabled_.size() < boxes.size()) {
            const auto a = static_cast<BodyId>(random() % boxes.size()),
                       b = static_cast<BodyId>(random() % boxes.size());
            if (a != b) enabled_.push_back(make_pair_of(a, b));
        }
        std::sort(enabled_.begin(), enabled_.end());
    }

    std::vector<BodyPair> enabled_;
};

std::string number(double value) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), value < 10 ? "%.1f" : "%.0f", value);
    return text.data();
}

// The number of pairs that overlap on x, plus the number on y, plus the number on z.
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

// The bytes of memory that are available without swapping, or 1e30 if the system does not report them.
double available_memory() {
    std::ifstream file("/proc/meminfo");
    std::string word;
    for (double kilobytes = 0.0; file >> word;)
        if (word == "MemAvailable:" && file >> kilobytes) return 1024.0 * kilobytes;
    return 1e30;
}

std::string dense_obstacle(std::span<const Aabb> boxes) {
    const double wanted = static_cast<double>(triangular_size(static_cast<BodyId>(boxes.size()))) / 2;
    const double free = available_memory();
    if (wanted > free / 2)
        return "the matrix takes " + number(wanted / kGigabyte) + " GB, more than half of the free " +
               number(free / kGigabyte) + " GB";
    constexpr double kMaxFlags = 6e9; // setting more flags takes over half a minute
    const double flags = count_flags(boxes);
    return flags > kMaxFlags ? number(flags / 1e9) + " billion flags to set at the start" : "";
}

std::string sparse_obstacle(std::span<const Aabb> boxes) {
    constexpr double kBytesPerFlag = 24.0, kMax = 1.0; // kBytesPerFlag is a lower bound; kMax is in GB
    const double wanted = kBytesPerFlag * count_flags(boxes) / kGigabyte;
    return wanted > kMax ? "the map takes " + number(wanted) + " GB" : "";
}

// If the boxes form a line along x, all their rectangles on the yz plane overlap, and interval-planes stores all pairs.
std::string planes_obstacle(std::span<const Aabb> boxes) {
    constexpr double kBytesPerPair = 8.0, kMax = 4.0; // GB
    Aabb all = boxes[0];
    for (const Aabb& box : boxes) all = merge(all, box);
    const glm::vec3 extent = all.extent(), one = boxes[0].extent();
    const bool is_line = extent.y < 2.0f * one.y && extent.z < 2.0f * one.z;
    const double pairs =
        is_line ? static_cast<double>(triangular_size(static_cast<BodyId>(boxes.size()))) : 0.0;
    const double wanted = kBytesPerPair * pairs / kGigabyte;
    return wanted > kMax
               ? "the pairs of rectangles that overlap on the yz plane take " + number(wanted) + " GB"
               : "";
}

} // namespace

void add_ours(std::vector<NamedCompetitor>& io_all) {
    for (const std::string_view name : list_broad_phases()) {
        const bool has_flags = name == SweepAndPrune::kName;
        const PairStorage storage = has_flags ? PairStorage::dense : PairStorage::automatic;
        io_all.push_back(
            {std::string(name), [=] { return std::make_unique<OurPhase>(name, storage); }, {}, true});
        if (name == IntervalPlanes::kName) io_all.back().find_obstacle = planes_obstacle;
        if (!has_flags) continue;
        io_all.back().find_obstacle = dense_obstacle;
        io_all.push_back({std::string(name) + " sparse",
                          [=] { return std::make_unique<OurPhase>(name, PairStorage::sparse); },
                          sparse_obstacle, true});
        io_all.push_back({"flags of named pairs", [] { return std::make_unique<EnabledPairs>(); }, {}, true});
    }
}

} // namespace boxwood::bench
