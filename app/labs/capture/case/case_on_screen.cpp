#include "app/labs/capture/case/case_on_screen.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace boxwood {

void CaseOnScreen::show(const OpenedCapture& opened, const judge::Finding* finding) {
    finding_ = finding;
    seen_ = finding ? make_seen_case(opened, *finding) : SeenCase{};
    highlighted_ = finding ? highlighted_by(*finding, seen_) : HighlightedParts{};
    picked_.reset();
    hovered_.reset();
    find_label_points();
    if (finding && finding->node && seen_.faulty_object)
        picked_ = SeenNode{*seen_.faulty_object, *finding->node};
}

const DrawnCaptureMesh& CaseOnScreen::mesh(std::size_t index) const {
    const SeenObject& object = seen_.objects[index];
    const auto [found, is_new] = meshes_.try_emplace(object.mesh_key);
    DrawnCaptureMesh& drawn = found->second;
    if (!is_new) return drawn;
    drawn.key = draw::next_mesh_key();
    const capture::MeshRecord& record = *object.mesh;
    if (!judge::mesh_defect(record).empty()) return drawn;
    for (std::uint32_t v = 0; v < record.vertex_count(); ++v)
        drawn.positions.emplace_back(judge::vertex_of(record, v));
    for (std::size_t i = 0; i + 2 < record.triangles.size(); i += 3)
        drawn.triangles.push_back({record.triangles[i], record.triangles[i + 1], record.triangles[i + 2]});
    // For a polytope, each face becomes a fan of triangles.
    std::size_t first = 0;
    for (const std::uint32_t size : record.face_sizes) {
        if (size > record.face_vertices.size() - first) break;
        const std::span<const std::uint32_t> face = std::span(record.face_vertices).subspan(first, size);
        if (std::ranges::all_of(face, [&](std::uint32_t v) { return v < record.vertex_count(); }))
            for (std::size_t corner = 2; corner < face.size(); ++corner)
                drawn.triangles.push_back({face[0], face[corner - 1], face[corner]});
        first += size;
    }
    return drawn;
}

void CaseOnScreen::find_label_points() {
    label_points_w_.clear();
    for (std::size_t i = 0; i < seen_.objects.size(); ++i) {
        glm::vec3 top(0.0f, -std::numeric_limits<float>::infinity(), 0.0f);
        for (const glm::vec3& p : mesh(i).positions)
            if (const glm::vec3 p_w(seen_.objects[i].world_from_mesh * p); p_w.y > top.y) top = p_w;
        label_points_w_.push_back(top);
    }
}

const NodeTable::Node* CaseOnScreen::picked_node() const {
    if (!picked_ || !table(picked_->object).has(picked_->node)) return nullptr;
    return &table(picked_->object).nodes[picked_->node];
}

// --- camera -------------------------------------------------------------------------------

PointBounds CaseOnScreen::bounds_of_mesh(std::size_t object) const {
    PointBounds bounds;
    for (const glm::vec3& p : mesh(object).positions) bounds.add(seen_.objects[object].world_from_mesh * p);
    return bounds;
}

Focus CaseOnScreen::focus() const {
    PointBounds all;
    for (std::size_t i = 0; i < seen_.objects.size(); ++i)
        if (const PointBounds bounds = bounds_of_mesh(i); !bounds.is_empty) {
            all.add(bounds.lower_w);
            all.add(bounds.upper_w);
        }
    if (all.is_empty) return {};
    return {glm::vec3(all.center()), static_cast<float>(all.radius())};
}

std::optional<Focus> CaseOnScreen::focus_of_selection() const {
    PointBounds bounds = picked_ ? bounds_of_node(seen_, *picked_) : PointBounds{};
    if (bounds.is_empty) bounds = highlighted_.bounds;
    if (bounds.is_empty) return std::nullopt;
    return Focus{glm::vec3(bounds.center()), static_cast<float>(bounds.radius())};
}

// Rotates the camera to face the selection, unless the selection is near the object's center. If a part extends beyond
// its volume, the camera looks at the overhang from the side.
void CaseOnScreen::rotate_to(const Focus& selected, draw::Camera& io_camera) const {
    if (!seen_.faulty_object || *seen_.faulty_object >= seen_.objects.size()) return;
    const PointBounds object = bounds_of_mesh(*seen_.faulty_object);
    glm::dvec3 to_camera = glm::dvec3(selected.center_w) - object.center();
    if (!(glm::length(to_camera) > 0.2 * object.radius())) return;
    to_camera = glm::normalize(to_camera);
    if (highlighted_.overhang) {
        const glm::dvec3& outward = highlighted_.overhang->outward_w;
        glm::dvec3 across = to_camera - glm::dot(to_camera, outward) * outward;
        if (glm::length(across) < 0.3) across = glm::cross(outward, glm::dvec3(0.3, 0.8, 0.5));
        to_camera = glm::normalize(glm::normalize(across) + 0.5 * to_camera);
    }
    io_camera.yaw = static_cast<float>(std::atan2(to_camera.x, to_camera.z));
    io_camera.pitch =
        static_cast<float>(std::clamp(std::asin(std::clamp(to_camera.y, -1.0, 1.0)), -1.2, 1.2));
}

// The view shows at least the fraction kMinShare of the case's radius. The magnifier enlarges smaller selections.
void CaseOnScreen::frame_selection(draw::Camera& io_camera) const {
    constexpr float kAround = 2.2f, kMinShare = 0.3f;
    const Focus all = focus();
    const std::optional<Focus> selected = focus_of_selection();
    if (!selected) return draw::focus(io_camera, all.center_w, all.radius);
    const float radius = std::clamp(kAround * selected->radius, kMinShare * all.radius, all.radius);
    rotate_to(*selected, io_camera);
    draw::focus(io_camera, selected->center_w, radius);
}

} // namespace boxwood
