// What: the finding on screen: what it is about, what its picture stresses, the meshes to draw, and the nodes that are
//       selected and under the mouse.
// Frame: world.
// Invariants: it refers to the records of an opened capture, which must stay until another one is shown. Drawn meshes are
//             kept from finding to finding of a capture.
#pragma once

#include "app/labs/capture/case/stressed_parts.hpp"
#include "app/labs/view.hpp"
#include "engine/draw/draw_list.hpp"

#include <map>
#include <optional>
#include <vector>

namespace boxwood {

struct DrawnCaptureMesh {
    draw::MeshKey key = 0;
    std::vector<glm::vec3> positions; // of a mesh with a defect: none
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

class CaseOnScreen {
  public:
    void forget_meshes() { meshes_.clear(); } // of another capture
    // Selects the finding's node. `finding` null: nothing is claimed.
    void show(const OpenedCapture& opened, const judge::Finding* finding);

    const judge::Finding* finding() const { return finding_; } // null: nothing is claimed, or nothing opened
    const SeenCase& seen() const { return seen_; }
    const StressedParts& stressed() const { return stressed_; }
    const NodeTable& table(std::size_t object) const { return table_of(seen_, object); }
    const DrawnCaptureMesh& mesh(std::size_t object) const;
    glm::vec3 top_w(std::size_t object) const { return tops_w_[object]; } // for its name

    const std::optional<SeenNode>& picked() const { return picked_; }
    void pick(const std::optional<SeenNode>& node) { picked_ = node; }
    const NodeTable::Node* picked_node() const; // null: none, or it is in no tree
    const std::optional<SeenNode>& hovered() const { return hovered_; }
    void hover(const std::optional<SeenNode>& node) { hovered_ = node; }

    Focus focus() const;                             // all of it
    std::optional<Focus> focus_of_selection() const; // of the selected node; else of what is stressed
    // Faces the side of the object on which the selection lies, close enough to see it and far enough to see where.
    void frame_selection(draw::Camera& io_camera) const;

  private:
    void find_tops();
    PointBounds bounds_of_mesh(std::size_t object) const;
    void turn_to(const Focus& selected, draw::Camera& io_camera) const;

    const judge::Finding* finding_ = nullptr;
    SeenCase seen_;
    StressedParts stressed_;
    mutable std::map<capture::IdAndRevision, DrawnCaptureMesh> meshes_; // made when they are first drawn
    std::vector<glm::vec3> tops_w_;                                     // of the objects
    std::optional<SeenNode> picked_, hovered_;
};

} // namespace boxwood
