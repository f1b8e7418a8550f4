#include "engine/judge/judge_capture.hpp"

#include "engine/judge/query_scene.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace boxwood::judge {
namespace {

using capture::Capture;

// The meshes of the bodies at their latest recorded poses.
class PosedBodies {
  public:
    explicit PosedBodies(const Capture& capture)
        : capture_(capture) {
        for (const capture::PoseRecord& record : capture.poses) by_frame_.push_back(&record);
        std::stable_sort(by_frame_.begin(), by_frame_.end(),
                         [](auto* a, auto* b) { return a->frame < b->frame; });
        for (const capture::DroppedRecord& record : capture.dropped) {
            has_lost_meshes_ |= record.count(capture::kDroppedMeshes) > 0;
            if (record.count(capture::kDroppedPoses) == 0) continue;
            losses_.push_back({record.first_frame, record.last_frame});
        }
    }

    // Frames must not decrease. In each frame of a loss, a pose may have been dropped, so all poses of earlier frames
    // are unknown from then on.
    void advance_to(std::uint64_t frame) {
        std::optional<std::uint64_t> lossy; // the last frame so far in which a pose may have been dropped
        for (const Loss& loss : losses_)
            if (loss.first <= frame) lossy = std::max(lossy.value_or(0), std::min(frame, loss.last));
        if (lossy && (!cleared_in_ || *lossy > *cleared_in_)) {
            if (*lossy > 0) take_poses_to(*lossy - 1);
            poses_.clear();
            cleared_in_ = lossy;
        }
        take_poses_to(frame);
    }

    // The triangles of the body in world space, none if all its meshes are empty. The body has the identity pose until
    // its first pose is recorded. There is no result in these cases:
    // - The body has no meshes, or only meshes with vertices and without triangles: its surface is not recorded.
    // - A mesh of the body is missing or defective.
    // - A mesh of the body has several revisions: the capture does not record which revision a frame used.
    // - Any mesh message was dropped: it could be a further revision of a mesh of the body.
    // - The body has no pose, and poses were dropped.
    // - The last pose of the body is invalid, or its world coordinates overflow.
    std::optional<WorldTriangles> triangles_of(const capture::BodyRecord& body) const {
        if (has_lost_meshes_) return std::nullopt;
        WorldTriangles all;
        bool is_nothing = !body.meshes.empty();
        for (const std::uint64_t id : body.meshes) {
            const capture::MeshRecord* mesh = only_revision_of(id);
            const auto pose = poses_.find(body.id);
            if (mesh == nullptr || !mesh_defect(*mesh).empty()) return std::nullopt;
            is_nothing &= mesh->positions.empty();
            const bool is_known = pose == poses_.end() ? !cleared_in_ : pose->second.has_value();
            if (!is_known) return std::nullopt;
            const WorldTriangles one = world_triangles(*mesh, pose == poses_.end() ? Pose{} : *pose->second);
            if (!(largest_coordinate(one) <= kMaxCoordinate)) return std::nullopt;
            all.insert(all.end(), one.begin(), one.end());
        }
        if (all.empty() && !is_nothing) return std::nullopt;
        return all;
    }

  private:
    // A range of frames in which poses were dropped.
    struct Loss {
        std::uint64_t first = 0, last = 0;
    };

    void take_poses_to(std::uint64_t frame) {
        for (; next_ < by_frame_.size() && by_frame_[next_]->frame <= frame; ++next_) {
            const capture::PoseRecord& record = *by_frame_[next_];
            for (std::size_t i = 0; i < record.bodies.size(); ++i) {
                std::optional<Pose>& pose = poses_[record.bodies[i]];
                pose.reset();
                if (record.matrices.size() < 12 * (i + 1)) continue;
                capture::Reals matrix;
                matrix.values.assign(record.matrices.values.begin() + static_cast<std::ptrdiff_t>(12 * i),
                                     record.matrices.values.begin() +
                                         static_cast<std::ptrdiff_t>(12 * (i + 1)));
                std::string error;
                const Pose valid = pose_from(matrix, error);
                if (error.empty()) pose = valid;
            }
        }
    }

    // Null if the mesh has no revision or several revisions.
    const capture::MeshRecord* only_revision_of(std::uint64_t id) const {
        const auto first = capture_.meshes.lower_bound({id, 0});
        if (first == capture_.meshes.end() || first->first.id != id) return nullptr;
        const auto next = std::next(first);
        return next != capture_.meshes.end() && next->first.id == id ? nullptr : &first->second;
    }

    const Capture& capture_;
    std::vector<const capture::PoseRecord*> by_frame_;
    std::size_t next_ = 0;
    std::map<std::uint64_t, std::optional<Pose>> poses_; // by body; empty: the last pose is invalid
    std::vector<Loss> losses_;
    bool has_lost_meshes_ = false;
    // Poses of frames before this one are unknown. If it has a value, a body without an entry in poses_ has no known
    // position.
    std::optional<std::uint64_t> cleared_in_;
};

struct BodyBox {
    std::uint64_t body = 0;
    bool is_fixed = false;
    glm::dvec3 lower{0}, upper{0};
    WorldTriangles triangles;
};

// The boxes of all bodies that can be judged and have triangles, sorted by their lower x. A body without triangles
// touches nothing. out_unjudged: the number of bodies that cannot be judged.
std::vector<BodyBox> boxes_in_frame(const Capture& capture, const PosedBodies& posed,
                                    std::size_t& out_unjudged) {
    out_unjudged = 0;
    std::vector<BodyBox> boxes;
    for (const auto& [id, body] : capture.bodies) {
        std::optional<WorldTriangles> triangles = posed.triangles_of(body);
        if (!triangles || body.is_removed != 0) {
            ++out_unjudged;
            continue;
        }
        if (triangles->empty()) continue;
        BodyBox box{.body = id, .is_fixed = body.is_fixed != 0, .triangles = std::move(*triangles)};
        box.lower = box.upper = box.triangles[0][0];
        for (const Triangle64& triangle : box.triangles)
            for (const glm::dvec3& p : triangle) {
                box.lower = glm::min(box.lower, p);
                box.upper = glm::max(box.upper, p);
            }
        boxes.push_back(std::move(box));
    }
    std::sort(boxes.begin(), boxes.end(),
              [](const BodyBox& a, const BodyBox& b) { return a.lower.x < b.lower.x; });
    return boxes;
}

// Whether the surfaces overlap by more than the rounding error of single precision. Surfaces that only touch do not
// count: the boxes of a producer in single precision can then be disjoint by rounding.
bool overlap_beyond_rounding(const WorldTriangles& a, const WorldTriangles& b) {
    const auto deepest = [&](const TrianglePair& pair) {
        return overlap_depth(a[pair.first], b[pair.second]);
    };
    const auto error = [](const Triangle64& triangle) {
        double largest = 0;
        for (const glm::dvec3& p : triangle)
            largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        return default_error(32, largest);
    };
    const std::vector<TrianglePair> pairs = find_contacts(a, b).pairs;
    return std::any_of(pairs.begin(), pairs.end(),
                       [&](const TrianglePair& pair) { return deepest(pair) > error(a[pair.first]); });
}

// Every pair of touching bodies must be among the reported pairs, unless both bodies are fixed. Other pairs are valid
// as well, because boxes can be enlarged.
Finding judge_pairs(const Capture& capture, const PosedBodies& posed, const capture::PairRecord& record) {
    Finding finding;
    finding.evidence.frame = record.frame;
    if (record.is_complete == 0) {
        finding.outcome = Outcome::undecided;
        finding.text =
            "frame " + std::to_string(record.frame) +
            ": only new pairs were recorded; record all pairs of the frame, so that they can be judged";
        return finding;
    }
    std::set<std::pair<std::uint64_t, std::uint64_t>> reported;
    for (std::size_t i = 0; i < std::min(record.a.size(), record.b.size()); ++i)
        reported.insert(std::minmax(record.a[i], record.b[i]));
    std::size_t unjudged = 0;
    const std::vector<BodyBox> boxes = boxes_in_frame(capture, posed, unjudged);
    std::size_t missing = 0;
    std::string first;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (std::size_t j = i + 1; j < boxes.size() && boxes[j].lower.x <= boxes[i].upper.x; ++j) {
            const BodyBox &a = boxes[i], &b = boxes[j];
            const bool overlaps = glm::all(glm::lessThanEqual(a.lower, b.upper)) &&
                                  glm::all(glm::lessThanEqual(b.lower, a.upper));
            const auto pair = std::minmax(a.body, b.body);
            if (!overlaps || (a.is_fixed && b.is_fixed) || reported.contains(pair)) continue;
            if (!overlap_beyond_rounding(a.triangles, b.triangles)) continue;
            if (missing++ > 0) continue;
            finding.evidence.bodies = {pair.first, pair.second};
            first = "bodies " + std::to_string(pair.first) + " and " + std::to_string(pair.second) +
                    " touch, but the broad phase does not report them";
        }
    if (missing == 0 && unjudged > 0) {
        finding.outcome = Outcome::undecided;
        finding.text = "frame " + std::to_string(record.frame) + ": " + std::to_string(unjudged) +
                       " bodies are not judged: their meshes or poses are not recorded or not valid, or they "
                       "deform or are removed later";
        return finding;
    }
    if (missing == 0) {
        finding.text = "frame " + std::to_string(record.frame) + ": all bodies that touch are among the " +
                       std::to_string(reported.size()) + " pairs";
        return finding;
    }
    finding.outcome = Outcome::wrong;
    finding.stage = Stage::broad_phase;
    finding.text = "frame " + std::to_string(record.frame) + ": " + first;
    if (missing > 1)
        finding.text += "; in addition, " + std::to_string(missing - 1) +
                        (missing == 2 ? " other touching pair is not reported"
                                      : " other touching pairs are not reported");
    return finding;
}

// Judges a hierarchy against its mesh and adds at least one finding.
void judge_tree(const Capture& capture, const capture::IdAndRevision& key,
                const capture::HierarchyRecord& record, JudgedCapture& out) {
    const capture::MeshRecord* mesh = capture.find_mesh(record.mesh, record.mesh_revision);
    if (mesh == nullptr || !mesh_defect(*mesh).empty()) {
        const std::string text =
            mesh == nullptr ? "is not in the capture; record it" : "cannot be used: " + mesh_defect(*mesh);
        out.findings.push_back({mesh == nullptr ? Outcome::undecided : Outcome::wrong,
                                mesh == nullptr ? Stage::none : Stage::input,
                                {},
                                record.id,
                                {},
                                "mesh " + std::to_string(record.mesh) + ", revision " +
                                    std::to_string(record.mesh_revision) + ", " + text});
        return;
    }
    const JudgedHierarchy& judged = out.trees.emplace(key, judge_hierarchy(record, *mesh)).first->second;
    out.findings.insert(out.findings.end(), judged.findings.begin(), judged.findings.end());
    if (judged.findings.empty())
        out.findings.push_back(
            {Outcome::right,
             Stage::none,
             {},
             record.id,
             {},
             "sound: each of the " + std::to_string(record.node_count()) + " nodes contains its primitives"});
}

} // namespace

std::size_t JudgedCapture::count(Outcome outcome) const {
    return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                  [&](const Finding& f) { return f.outcome == outcome; }));
}

std::size_t count_claims(const Capture& capture) {
    return capture.hierarchies.size() + capture.pairs.size() + capture.queries.size();
}

JudgedCapture judge_capture(const Capture& capture,
                            const std::function<bool(std::size_t, std::size_t)>& should_continue,
                            const ClaimRange& range) {
    JudgedCapture out;
    std::size_t claim = 0;
    for (const auto& [key, record] : capture.hierarchies) {
        const std::size_t first = out.findings.size();
        judge_tree(capture, key, record, out);
        for (std::size_t i = first; i < out.findings.size(); ++i)
            out.findings[i].evidence.revision = record.revision;
        if (range.has(claim++))
            ++out.hierarchies;
        else
            out.findings.resize(first);
    }
    PosedBodies posed(capture);
    std::vector<const capture::PairRecord*> frames;
    for (const capture::PairRecord& record : capture.pairs) frames.push_back(&record);
    std::stable_sort(frames.begin(), frames.end(), [](auto* a, auto* b) { return a->frame < b->frame; });
    for (const capture::PairRecord* record : frames) {
        posed.advance_to(record->frame);
        if (!range.has(claim++)) continue;
        ++out.frames;
        out.findings.push_back(judge_pairs(capture, posed, *record));
    }
    std::size_t done = 0;
    WorldCache cache;
    for (const capture::QueryRecord& query : capture.queries) {
        if (should_continue && !should_continue(done++, capture.queries.size())) break;
        if (!range.has(claim++)) continue;
        ++out.queries;
        Finding finding = judge_query(capture, out.trees, query, cache);
        finding.query = query.id;
        out.findings.push_back(std::move(finding));
    }
    return out;
}

} // namespace boxwood::judge
