#include "engine/judge/shrink/shrink.hpp"

#include "engine/judge/shrink/reduce_capture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace boxwood::judge {
namespace {

using capture::Capture;

// The reason in a finding's text, without numbers and without the counts that a text has only if there are several
// defects. In a smaller case, the same reason then has the same text.
std::string reason_of(const Finding& finding) {
    std::string text = finding.text;
    if (const std::size_t because = text.find(", because "); because != text.npos) text.erase(0, because);
    if (const std::size_t more = text.find("; in addition, "); more != text.npos) text.erase(more);
    constexpr std::string_view kCountEnd = " pairs are missing)";
    if (const std::size_t end = text.find(kCountEnd); end != text.npos)
        if (const std::size_t begin = text.rfind(" (", end); begin != text.npos)
            text.erase(begin, end + kCountEnd.size() - begin);
    std::string reason;
    for (const char c : text)
        if (!((c >= '0' && c <= '9') || c == '.' || c == '+' || c == '-' || c == 'e')) reason += c;
    return reason;
}

class Shrinker {
  public:
    Shrinker(Capture capture, Finding finding, const std::function<bool()>& should_continue)
        : best_{std::move(capture), std::move(finding)}
        , reason_(reason_of(best_.finding))
        , should_continue_(should_continue) {}

    ShrunkCase run() {
        drop_unrelated();
        // Repeats, because removing elements of one kind can make elements of another kind unnecessary.
        for (std::size_t before = size() + 1; size() < before;) {
            before = size();
            shrink_triangles();
            shrink_nodes();
            shrink_bodies();
            accept(drop_unused(best_.capture));
        }
        shorten_coordinates();
        return std::move(best_);
    }

  private:
    std::size_t size() const {
        std::size_t sum = best_.capture.queries.size() + best_.capture.pairs.size() + best_.capture.bodies.size();
        for (const auto& [key, mesh] : best_.capture.meshes) sum += mesh.triangle_count();
        for (const auto& [key, tree] : best_.capture.hierarchies) sum += tree.node_count();
        return sum;
    }

    // Replaces the best case by the candidate if the candidate is wrong for the same reason.
    bool accept(Capture candidate) {
        if (stopped_ || (should_continue_ && !should_continue_())) {
            stopped_ = true;
            return false;
        }
        for (const Finding& finding : judge_capture(candidate).findings) {
            if (finding.outcome != Outcome::wrong || finding.stage != best_.finding.stage ||
                finding.query != best_.finding.query ||
                finding.node.has_value() != best_.finding.node.has_value() ||
                finding.hierarchy != best_.finding.hierarchy || !is_same_revision(finding) ||
                reason_of(finding) != reason_)
                continue;
            best_ = {std::move(candidate), finding};
            return true;
        }
        return false;
    }

    // A finding about a hierarchy must stay about the same revision of it.
    bool is_same_revision(const Finding& finding) const {
        return best_.finding.query || finding.evidence.revision == best_.finding.evidence.revision;
    }

    // Delta debugging: tries to remove parts of the `count` elements, and halves the size of the parts down to one
    // element. `reduce(kept)` returns the best capture without the removed elements.
    template <class Reduce>
    void minimize(std::size_t count, const Reduce& reduce) {
        for (std::size_t part = count; part >= 1 && !stopped_; part /= 2) {
            for (std::size_t begin = 0; begin < count && !stopped_;) {
                const std::size_t end = std::min(begin + part, count);
                Kept kept(count, true);
                std::fill(kept.begin() + static_cast<std::ptrdiff_t>(begin), kept.begin() + static_cast<std::ptrdiff_t>(end), false);
                if (accept(reduce(kept)))
                    count -= end - begin; // the following elements move to `begin`
                else
                    begin = end;
            }
        }
    }

    void drop_unrelated() {
        if (best_.finding.query) {
            Kept kept;
            for (const capture::QueryRecord& query : best_.capture.queries) kept.push_back(query.id == *best_.finding.query);
            accept(keep_queries(best_.capture, kept));
            accept(keep_pair_records(best_.capture, Kept(best_.capture.pairs.size(), false)));
        } else if (best_.finding.hierarchy) {
            Capture alone = keep_queries(best_.capture, Kept(best_.capture.queries.size(), false));
            alone = keep_pair_records(alone, Kept(alone.pairs.size(), false));
            std::erase_if(alone.hierarchies, [&](const auto& entry) { return entry.first.id != *best_.finding.hierarchy; });
            accept(std::move(alone));
        } else {
            accept(keep_queries(best_.capture, Kept(best_.capture.queries.size(), false)));
            Capture alone = best_.capture;
            alone.hierarchies.clear();
            accept(std::move(alone));
        }
        accept(drop_unused(best_.capture));
        minimize(best_.capture.queries.size(), [this](const Kept& kept) { return keep_queries(best_.capture, kept); });
        minimize(best_.capture.pairs.size(), [this](const Kept& kept) { return keep_pair_records(best_.capture, kept); });
    }

    void shrink_triangles() {
        std::set<std::uint64_t> ids;
        for (const auto& [key, mesh] : best_.capture.meshes) ids.insert(key.id);
        for (const std::uint64_t id : ids) {
            const auto first = best_.capture.meshes.lower_bound({id, 0});
            if (first == best_.capture.meshes.end() || first->first.id != id) continue;
            minimize(first->second.triangle_count(),
                     [this, id](const Kept& kept) { return keep_triangles(best_.capture, id, kept); });
        }
    }

    void shrink_nodes() {
        std::vector<capture::IdAndRevision> keys;
        for (const auto& [key, tree] : best_.capture.hierarchies) keys.push_back(key);
        for (const capture::IdAndRevision& key : keys) {
            // Tries each node once, from the last to the first: a removal does not change the numbers of earlier nodes.
            for (std::size_t node = best_.capture.hierarchies.at(key).node_count(); node-- > 0 && !stopped_;) {
                const std::size_t count = best_.capture.hierarchies.at(key).node_count();
                if (node >= count) continue;
                Kept kept(count, true);
                kept[node] = false;
                Capture candidate = keep_nodes(best_.capture, key, kept);
                if (candidate.hierarchies.at(key).node_count() < count) accept(std::move(candidate));
            }
        }
    }

    void shrink_bodies() {
        std::vector<std::uint64_t> ids;
        for (const auto& [id, body] : best_.capture.bodies) ids.push_back(id);
        minimize(ids.size(), [&](const Kept& kept) {
            ids.clear(); // `kept` refers to the bodies of the current best capture
            for (const auto& [id, body] : best_.capture.bodies) ids.push_back(id);
            std::set<std::uint64_t> stay;
            for (std::size_t i = 0; i < ids.size() && i < kept.size(); ++i)
                if (kept[i]) stay.insert(ids[i]);
            return keep_bodies(best_.capture, stay);
        });
    }

    // Rounds coordinates to as few significant digits as possible: first all coordinates of a mesh together, then each
    // coordinate.
    void shorten_coordinates() {
        std::vector<capture::IdAndRevision> keys;
        for (const auto& [key, mesh] : best_.capture.meshes) keys.push_back(key);
        for (const capture::IdAndRevision& key : keys) {
            if (best_.capture.meshes.at(key).positions.size() > kMaxCoordinates) continue;
            for (int digits = 1; digits <= kMaxDigits && !stopped_; ++digits) {
                Capture candidate = best_.capture;
                for (double& value : candidate.meshes.at(key).positions.values) value = shortened(value, digits, key);
                if (accept(std::move(candidate))) break;
            }
            for (std::size_t i = 0; i < best_.capture.meshes.at(key).positions.size(); ++i)
                for (int digits = 1; digits <= kMaxDigits && !stopped_; ++digits) {
                    const double value = best_.capture.meshes.at(key).positions[i];
                    const double shorter = shortened(value, digits, key);
                    if (shorter == value) break;
                    Capture candidate = best_.capture;
                    candidate.meshes.at(key).positions.values[i] = shorter;
                    if (accept(std::move(candidate))) break;
                }
        }
    }

    // Coordinates of a mesh in single precision stay floats.
    double shortened(double value, int digits, const capture::IdAndRevision& key) const {
        char text[32];
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        const double shorter = std::strtod(text, nullptr);
        return best_.capture.meshes.at(key).positions.is_single_precision
                   ? static_cast<double>(static_cast<float>(shorter))
                   : shorter;
    }

    static constexpr std::size_t kMaxCoordinates = 600;
    static constexpr int kMaxDigits = 6;

    ShrunkCase best_;
    std::string reason_;
    const std::function<bool()>& should_continue_;
    bool stopped_ = false;
};

} // namespace

Result<ShrunkCase> shrink_capture(const Capture& capture, std::size_t number,
                                  const std::function<bool()>& should_continue) {
    std::size_t wrong = 0;
    for (const Finding& finding : judge_capture(capture).findings)
        if (finding.outcome == Outcome::wrong && ++wrong == number)
            return Shrinker(capture, finding, should_continue).run();
    return Error{"there is no wrong finding " + std::to_string(number) +
                 ": the number of wrong findings is " + std::to_string(wrong)};
}

} // namespace boxwood::judge
