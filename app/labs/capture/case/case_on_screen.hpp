// What: stores the finding on screen with its objects, its highlighted parts and the meshes to draw, and the nodes that
//       the user selected or points at.
// Frame: world.
// Invariants: refers to the records of an opened capture, which must stay alive until another capture is shown. The
//             meshes to draw are cached for all findings of a capture.
#pragma once

#include "app/labs/capture/case/highlighted_parts.hpp"
#include "app/labs/view.hpp"
#include "engine/draw/draw_list.hpp"

#include <map>
#include <optional>
#include <vector>

namespace boxwood {

struct DrawnCaptureMesh {
    draw::MeshKey key = 0;
    std::vector<glm::vec3> positions; // empty for a mesh with a defect
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

class CaseOnScreen {
  public:
    void forget_meshes() { meshes_.clear(); } // call it when another capture is opened
    // Shows a finding. Selects the node that the finding names; if it names none, no node is selected. `finding` is
    // null if the capture contains no claims.
    void show(const OpenedCapture& opened, const judge::Finding* finding);

    // Null: no capture is open, or it contains no claims.
    const judge::Finding* finding() const { return finding_; }
    const SeenCase& seen() const { return seen_; }
    const HighlightedParts& highlighted() const { return highlighted_; }
    const NodeTable& table(std::size_t object) const { return table_of(seen_, object); }
    const DrawnCaptureMesh& mesh(std::size_t object) const;
    // The highest vertex of the object, where the object's name is drawn. Its y is -infinity if the object has no
    // vertices to draw.
    glm::vec3 top_w(std::size_t object) const { return label_points_w_[object]; }

    const std::optional<SeenNode>& picked() const { return picked_; }
    void pick(const std::optional<SeenNode>& node) { picked_ = node; }
    const NodeTable::Node* picked_node() const; // null: no node is selected, or it is not in the tree
    const std::optional<SeenNode>& hovered() const { return hovered_; }
    void hover(const std::optional<SeenNode>& node) { hovered_ = node; }

    Focus focus() const;                             // all objects
    // The selected node. If no node is selected or its volume has no bounds, the highlighted parts. None: no part is
    // highlighted either.
    std::optional<Focus> focus_of_selection() const;
    // Moves the camera far enough away to show the selection and its surroundings. Rotates it to the side of the faulty
    // object where the selection is, unless the selection is near the center of that object. Without a selection, shows
    // all objects and does not rotate the camera.
    void frame_selection(draw::Camera& io_camera) const;

  private:
    void find_label_points();
    PointBounds bounds_of_mesh(std::size_t object) const;
    void rotate_to(const Focus& selected, draw::Camera& io_camera) const;

    const judge::Finding* finding_ = nullptr;
    SeenCase seen_;
    HighlightedParts highlighted_;
    // Mutable, because a mesh is created when it is first drawn.
    mutable std::map<capture::IdAndRevision, DrawnCaptureMesh> meshes_;
    std::vector<glm::vec3> label_points_w_; // see top_w()
    std::optional<SeenNode> picked_, hovered_;
};

} // namespace boxwood
