#include "engine/render/passes/body_pass.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "engine/render/gl/view_block.hpp"

namespace boxwood::render {

namespace {
constexpr std::uint8_t kOpaque = 255;
constexpr GLint kInstanceBySlot = -1; // for first_instance: the shader uses the slot of the mesh as the index
constexpr std::uint8_t kDaylightOffset = 3; // from a look to the same look in daylight

// Returns the alpha value for the daylight shaders. Its integer part is the roughness in 255ths; its fraction is half
// the opacity.
float pack_roughness(const draw::MeshInstance& instance) {
    const float steps = std::round(255.0f * std::clamp(instance.roughness, 0.0f, 1.0f));
    return steps + 0.5f * static_cast<float>(instance.color.a) / 255.0f;
}

// Returns the six sides of the view as planes. A point p inside satisfies dot(side, (p, 1)) >= 0 for every side.
std::array<glm::vec4, 6> view_sides(const glm::mat4& clip_from_world) {
    const glm::mat4 rows = glm::transpose(clip_from_world);
    return {rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1],
            rows[3] - rows[1], rows[3] + rows[2], rows[3] - rows[2]};
}

bool is_outside(const std::array<glm::vec4, 6>& sides, glm::vec3 center_w, float radius) {
    return std::ranges::any_of(sides, [&](const glm::vec4& side) {
        return glm::dot(side, glm::vec4(center_w, 1.0f)) < -radius * glm::length(glm::vec3(side));
    });
}

// Returns an upper bound on the distance between the images of the unit sphere's center and of a point on the sphere.
float max_stretch(const glm::mat4& m) {
    return std::sqrt(glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]));
}

BodyGroup group_of(const draw::MeshInstance& instance) {
    if (instance.layer == draw::Layer::on_top) return BodyGroup::on_top;
    if (instance.layer == draw::Layer::xray) return BodyGroup::xray;
    return instance.color.a == kOpaque ? BodyGroup::opaque : BodyGroup::translucent;
}
} // namespace

std::string BodyPass::create(bool is_software) {
    static constexpr const char* kDefines[] = {"",
                                               "EDGES",
                                               "EDGES HATCHED",
                                               "DAYLIGHT LIT",
                                               "DAYLIGHT LIT EDGES",
                                               "DAYLIGHT LIT EDGES HATCHED",
                                               "DAYLIGHT SHADOW"};
    for (std::size_t i = 0; i < std::size(kDefines); ++i)
        for (const bool is_shared : {false, true}) {
            const std::string defines =
                std::string(kDefines[i]) + (is_software ? " FEW_TAPS" : "") + (is_shared ? " SHARED" : "");
            if (std::string error = build(defines, programs_[is_shared ? 1 : 0][i]); !error.empty())
                return error;
        }
    store_.create();
    instance_buffer_ = make<GlBuffer>(glGenBuffers);
    instance_texture_ = make<GlTexture>(glGenTextures);
    glBindBuffer(GL_TEXTURE_BUFFER, instance_buffer_.id());
    glBindTexture(GL_TEXTURE_BUFFER, instance_texture_.id());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, instance_buffer_.id());
    return {};
}

std::string BodyPass::build(const std::string& defines, LookProgram& out_look) {
    if (std::string error = out_look.program.build("mesh", defines); !error.empty()) return error;
    out_look.first_instance = out_look.program.uniform("first_instance");
    out_look.opacity = out_look.program.uniform("opacity");
    out_look.fades_with_depth = out_look.program.uniform("fades_with_depth");
    out_look.has_colors = out_look.program.uniform("has_colors");
    out_look.program.use();
    glUniform1i(out_look.program.uniform("shadow_map"), kShadowUnit);
    glUniform1i(out_look.program.uniform("triangle_colors"), kColorUnit);
    return {};
}

void BodyPass::prepare(const draw::DrawList& list, const glm::mat4& clip_from_world,
                       const glm::mat4* shadow_clip_from_world, glm::vec3 eye_w, RenderStats& io_stats) {
    stored_.clear();
    for (const draw::MeshData& mesh : list.meshes)
        stored_.push_back(&store_.use(mesh, frame_, io_stats.uploaded_bytes));
    find_items(list, clip_from_world, shadow_clip_from_world, eye_w);
    std::ranges::sort(items_, comes_before);
    upload_instances(list, io_stats);
}

void BodyPass::find_items(const draw::DrawList& list, const glm::mat4& clip_from_world,
                          const glm::mat4* shadow_clip_from_world, glm::vec3 eye_w) {
    const std::array<glm::vec4, 6> sides = view_sides(clip_from_world);
    const std::array<glm::vec4, 6> shadow_sides =
        shadow_clip_from_world ? view_sides(*shadow_clip_from_world) : sides;
    items_.clear();
    uses_.assign(store_.slot_count(), 0);
    for (std::uint32_t i = 0; i < list.instances.size(); ++i) {
        const draw::MeshInstance& instance = list.instances[i];
        const StoredMesh& mesh = *stored_[instance.mesh];
        if (mesh.triangle_count == 0) continue;
        const glm::vec3 center_w(instance.world_from_mesh * glm::vec4(mesh.bounds.center_m, 1.0f));
        const float radius = mesh.bounds.radius * max_stretch(instance.world_from_mesh);
        Item item = make_item(instance, i, list.daylight.has_value());
        const bool is_seen = !is_outside(sides, center_w, radius);
        const bool casts = shadow_clip_from_world && instance.casts_shadow &&
                           item.group != BodyGroup::translucent &&
                           !is_outside(shadow_sides, center_w, radius);
        if (is_seen || casts) ++uses_[mesh.slot];
        if (casts) {
            Item shadow = item;
            shadow.group = BodyGroup::shadow;
            shadow.look = Look::shadow;
            const draw::MeshData& data = list.meshes[instance.mesh];
            const std::uint64_t geometry = data.key * 0x9E3779B97F4A7C15u + data.revision;
            shadow.caster = hash_of(std::as_bytes(std::span(&instance.world_from_mesh, 1)),
                                    hash_of(std::as_bytes(std::span(&geometry, 1))));
            items_.push_back(shadow);
        }
        if (!is_seen) continue;
        // Back faces of a closed mesh are hidden only if the eye is outside.
        item.front_only = mesh.topology.closed && glm::distance(eye_w, center_w) > radius;
        if (item.group == BodyGroup::translucent) item.depth = glm::distance(eye_w, center_w);
        items_.push_back(item);
    }
    redraws_still_ = false;
    if (shadow_clip_from_world) exclude_cached_shadows(list, *shadow_clip_from_world);
    for (Item& item : items_)
        item.is_single_use = uses_[item.mesh->slot] == 1 && item.group != BodyGroup::translucent;
}

// Moves still casters to their own group, and excludes them while the map with their shadows is cached.
void BodyPass::exclude_cached_shadows(const draw::DrawList& list, const glm::mat4& shadow_clip_from_world) {
    std::vector<std::uint64_t> casters;
    for (const Item& item : items_)
        if (item.group == BodyGroup::shadow) casters.push_back(item.caster);
    const std::uint64_t light = hash_of(std::as_bytes(std::span(&list.daylight->shadow_size, 1)),
                                        hash_of(std::as_bytes(std::span(&shadow_clip_from_world, 1))));
    redraws_still_ = casters_.update(light, std::move(casters));
    for (Item& item : items_)
        if (item.group == BodyGroup::shadow && casters_.is_still(item.caster))
            item.group = BodyGroup::still_shadow;
    if (!redraws_still_)
        std::erase_if(items_, [](const Item& item) { return item.group == BodyGroup::still_shadow; });
}

BodyPass::Item BodyPass::make_item(const draw::MeshInstance& instance, std::uint32_t index,
                                   bool is_lit) const {
    Item item;
    item.group = group_of(instance);
    item.look = instance.hatched ? Look::hatched : instance.edges ? Look::edges : Look::plain;
    if (is_lit) item.look = static_cast<Look>(static_cast<std::uint8_t>(item.look) + kDaylightOffset);
    item.fades_with_depth = instance.fades_with_depth && !instance.hatched;
    item.mirrored = glm::determinant(glm::mat3(instance.world_from_mesh)) < 0.0f;
    item.instance = index;
    item.mesh = stored_[instance.mesh];
    item.shared = item.mesh->shared.has_value();
    item.mesh_place = item.shared ? item.mesh->slot : item.mesh->first_vertex;
    return item;
}

bool BodyPass::comes_before(const Item& a, const Item& b) {
    if (a.group != b.group) return a.group < b.group;
    if (a.depth != b.depth) return a.depth > b.depth;
    const auto state = [](const Item& i) {
        return std::tuple(i.look, i.front_only, i.mirrored, i.fades_with_depth, i.is_single_use, i.shared);
    };
    if (!same_state(a, b)) return state(a) < state(b);
    return std::tie(a.mesh_place, a.instance) < std::tie(b.mesh_place, b.instance);
}

bool BodyPass::same_state(const Item& a, const Item& b) {
    return a.group == b.group && a.look == b.look && a.front_only == b.front_only &&
           a.mirrored == b.mirrored && a.fades_with_depth == b.fades_with_depth &&
           a.is_single_use == b.is_single_use && a.shared == b.shared;
}

// Uploads the instance data by slot for meshes with a single instance, then for all other instances in the order of the
// items.
void BodyPass::upload_instances(const draw::DrawList& list, RenderStats& io_stats) {
    instances_.resize(store_.slot_count());
    for (const Item& item : items_) {
        const draw::MeshInstance& instance = list.instances[item.instance];
        const glm::mat4 rows = glm::transpose(instance.world_from_mesh);
        InstanceData data{rows[0], rows[1], rows[2], to_vec4(instance.color)};
        if (list.daylight) data.color.a = pack_roughness(instance);
        if (item.is_single_use)
            instances_[item.mesh->slot] = data;
        else
            instances_.push_back(data);
    }
    io_stats.uploaded_bytes +=
        stream(GL_TEXTURE_BUFFER, instance_buffer_, std::span<const InstanceData>(instances_));
}

void BodyPass::draw(BodyGroup group, float opacity, RenderStats& io_stats) {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_BUFFER, instance_texture_.id());
    auto first_instance = static_cast<GLint>(store_.slot_count());
    for (std::size_t begin = 0; begin < items_.size();) {
        std::size_t end = begin + 1;
        while (end < items_.size() && same_state(items_[begin], items_[end])) ++end;
        if (items_[begin].group == group) {
            const LookProgram& look = program_of(items_[begin]);
            look.program.use();
            glUniform1f(look.opacity, opacity);
            glUniform1f(look.fades_with_depth, items_[begin].fades_with_depth ? 1.0f : 0.0f);
            draw_run(begin, end, first_instance, io_stats);
        }
        if (!items_[begin].is_single_use) first_instance += static_cast<GLint>(end - begin);
        begin = end;
    }
    glDisable(GL_CULL_FACE);
    glFrontFace(GL_CCW);
}

void BodyPass::draw_run(std::size_t begin, std::size_t end, GLint first_instance, RenderStats& io_stats) {
    if (items_[begin].front_only)
        glEnable(GL_CULL_FACE);
    else
        glDisable(GL_CULL_FACE);
    glFrontFace(items_[begin].mirrored ? GL_CW : GL_CCW);
    const LookProgram& look = program_of(items_[begin]);
    if (items_[begin].shared) {
        draw_shared(begin, end, first_instance, look, io_stats);
    } else if (items_[begin].is_single_use) {
        store_.bind();
        glUniform1i(look.first_instance, kInstanceBySlot);
        draw_single_uses(begin, end, io_stats);
    } else {
        store_.bind();
        draw_repeated(begin, end, first_instance, look.first_instance, io_stats);
    }
    io_stats.instances += static_cast<std::uint32_t>(end - begin);
    for (std::size_t i = begin; i < end; ++i) io_stats.triangles += items_[i].mesh->triangle_count;
}

void BodyPass::draw_single_uses(std::size_t begin, std::size_t end, RenderStats& io_stats) {
    firsts_.clear();
    counts_.clear();
    for (std::size_t i = begin; i < end; ++i) {
        const auto first = static_cast<GLint>(items_[i].mesh->first_vertex);
        const auto count = static_cast<GLsizei>(items_[i].mesh->vertex_count);
        if (!firsts_.empty() && firsts_.back() + counts_.back() == first) {
            counts_.back() += count; // adjacent ranges are merged into one draw
        } else {
            firsts_.push_back(first);
            counts_.push_back(count);
        }
    }
    glMultiDrawArrays(GL_TRIANGLES, firsts_.data(), counts_.data(), static_cast<GLsizei>(firsts_.size()));
    ++io_stats.draw_calls;
}

void BodyPass::draw_repeated(std::size_t begin, std::size_t end, GLint first_instance, GLint uniform,
                             RenderStats& io_stats) {
    for (std::size_t i = begin; i < end;) {
        const StoredMesh& mesh = *items_[i].mesh;
        std::size_t next = i + 1;
        while (next < end && items_[next].mesh == &mesh) ++next;
        glUniform1i(uniform, first_instance + static_cast<GLint>(i - begin));
        glDrawArraysInstanced(GL_TRIANGLES, static_cast<GLint>(mesh.first_vertex),
                              static_cast<GLsizei>(mesh.vertex_count), static_cast<GLsizei>(next - i));
        ++io_stats.draw_calls;
        i = next;
    }
}

void BodyPass::draw_shared(std::size_t begin, std::size_t end, GLint first_instance, const LookProgram& look,
                           RenderStats& io_stats) {
    for (std::size_t i = begin; i < end;) {
        const SharedBuffers& mesh = *items_[i].mesh->shared;
        std::size_t next = i + 1;
        while (next < end && !items_[i].is_single_use && items_[next].mesh == items_[i].mesh) ++next;
        mesh.bind(GL_TEXTURE0 + kColorUnit);
        glUniform1i(look.has_colors, mesh.has_colors() ? 1 : 0);
        glUniform1i(look.first_instance, items_[i].is_single_use
                                             ? kInstanceBySlot
                                             : first_instance + static_cast<GLint>(i - begin));
        glDrawElementsInstanced(GL_TRIANGLES, mesh.index_count(), GL_UNSIGNED_INT, nullptr,
                                static_cast<GLsizei>(next - i));
        ++io_stats.draw_calls;
        i = next;
    }
}

void BodyPass::end_frame() {
    store_.drop_unused(frame_);
    ++frame_;
}

} // namespace boxwood::render
