// What: draws the mesh instances of a DrawList in few draw calls. For engine/render only.
// Invariants: all meshes with a single instance and the same state (group, look, culling) share one multi-draw, in
//     which the slot of a mesh is the index of its instance data. A mesh with several instances, or with shared
//     vertices, is one instanced draw. Layers are drawn separately, because their depth tests differ.
// Cost: linear time in the number of instances, and O(n log n) for the n instances in view or with visible shadows; one
//     upload of 64 bytes for each of these instances.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "engine/draw/draw_list.hpp"
#include "engine/render/gl/shader_program.hpp"
#include "engine/render/mesh_store.hpp"
#include "engine/render/passes/still_casters.hpp"
#include "engine/render/renderer.hpp"

namespace boxwood::render {

constexpr GLint kShadowUnit = 1; // texture unit of the shadow map in the daylight programs
constexpr GLint kColorUnit = 2;  // texture unit of the triangles' colors, for meshes with shared vertices

enum class BodyGroup : std::uint8_t { still_shadow, shadow, opaque, xray, on_top, translucent };

class BodyPass {
  public:
    std::string create(bool is_software); // returns an empty string on success, else the reason

    // Call once per Renderer::draw(): uploads meshes and instances, and culls instances outside the view.
    // `shadow_clip_from_world` is null if there are no shadows. Of the shadow casters, draw the group `still_shadow`
    // when the cached map is redrawn, and the group `shadow` in every frame.
    void prepare(const draw::DrawList& list, const glm::mat4& clip_from_world,
                 const glm::mat4* shadow_clip_from_world, glm::vec3 eye_w, RenderStats& io_stats);
    // Draws one group with the current depth test.
    void draw(BodyGroup group, float opacity, RenderStats& io_stats);
    void end_frame();
    bool redraws_still_shadows() const { return redraws_still_; }
    bool has_moving_shadows() const { return casters_.has_moving(); }

  private:
    enum class Look : std::uint8_t { plain, edges, hatched, lit, lit_edges, lit_hatched, shadow, count };
    struct InstanceData { // layout as in shaders/mesh.vert
        glm::vec4 row0, row1, row2, color;
    };
    struct Item {
        BodyGroup group = BodyGroup::opaque;
        Look look = Look::plain;
        bool front_only = false, mirrored = false, fades_with_depth = false, is_single_use = false,
             shared = false;
        float depth = 0.0f; // of translucent items, which are drawn from the farthest to the nearest
        std::uint32_t instance = 0;
        // Sort key within a state: the slot of a mesh with its own buffers, or the first vertex of any other mesh.
        std::uint32_t mesh_place = 0;
        std::uint64_t caster = 0; // of shadow casters: hash of geometry and pose
        const StoredMesh* mesh = nullptr;
    };
    struct LookProgram {
        ShaderProgram program;
        GLint first_instance = -1, opacity = -1, fades_with_depth = -1, has_colors = -1;
    };

    void find_items(const draw::DrawList& list, const glm::mat4& clip_from_world,
                    const glm::mat4* shadow_clip_from_world, glm::vec3 eye_w);
    void exclude_cached_shadows(const draw::DrawList& list, const glm::mat4& shadow_clip_from_world);
    Item make_item(const draw::MeshInstance& instance, std::uint32_t index, bool is_lit) const;
    void upload_instances(const draw::DrawList& list, RenderStats& io_stats);
    void draw_run(std::size_t begin, std::size_t end, GLint first_instance, RenderStats& io_stats);
    void draw_single_uses(std::size_t begin, std::size_t end, RenderStats& io_stats);
    void draw_repeated(std::size_t begin, std::size_t end, GLint first_instance, GLint uniform,
                       RenderStats& io_stats);
    void draw_shared(std::size_t begin, std::size_t end, GLint first_instance, const LookProgram& look,
                     RenderStats& io_stats);
    std::string build(const std::string& defines, LookProgram& out_look);
    const LookProgram& program_of(const Item& item) const {
        return programs_[item.shared ? 1 : 0][static_cast<std::size_t>(item.look)];
    }
    static bool same_state(const Item& a, const Item& b);
    static bool comes_before(const Item& a, const Item& b);

    MeshStore store_;
    // First index: 1 if the mesh has shared vertices. Second index: the look.
    LookProgram programs_[2][static_cast<std::size_t>(Look::count)];
    GlBuffer instance_buffer_;
    GlTexture instance_texture_;
    std::vector<const StoredMesh*> stored_; // per mesh of the list
    std::vector<std::uint32_t> uses_;       // per slot: number of drawn instances
    std::vector<Item> items_;
    std::vector<InstanceData> instances_;
    std::vector<GLint> firsts_;
    std::vector<GLsizei> counts_;
    std::uint64_t frame_ = 1;
    StillCasters casters_;
    bool redraws_still_ = false;
};

} // namespace boxwood::render
