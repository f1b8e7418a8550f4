#include "engine/explain/explanations/contact_details.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "collision/narrow_phase/contacts/manifold.hpp"
#include "collision/query/contacts/mesh_contacts.hpp"
#include "collision/world/body_surfaces.hpp"

#include <array>

namespace boxwood {
namespace {

std::string edge_name(std::uint32_t id) {
    const bool is_of_b = (id & ManifoldPointId::kOfB) != 0;
    return (is_of_b ? "B" : "A") + std::to_string(id & ~ManifoldPointId::kOfB);
}

void append_manifold(BodyPair bodies, const BodySurface& a, const BodySurface& b,
                     std::vector<ContactDetail>& io_details) {
    const ContactManifold manifold =
        find_manifold(*a.shape->polytope(), *b.shape->polytope(), a.world_from_surface, b.world_from_surface);
    if (manifold.status == ContactStatus::disjoint) return; // the bodies touch only within rounding
    ContactDetail detail{.bodies = bodies,
                         .part_a = a.part,
                         .part_b = b.part,
                         .normal_w = manifold.normal_w,
                         .depth = manifold.depth,
                         .is_unique = manifold.is_unique,
                         .points = {}};
    for (const ManifoldPoint& point : manifold.points())
        detail.points.push_back({0.5 * (point.point_on_a_w + point.point_on_b_w), point.depth,
                                 "edges " + edge_name(point.id.first) + " " + edge_name(point.id.second)});
    io_details.push_back(std::move(detail));
}

void append_regions(BodyPair bodies, const BodySurface& a, const BodySurface& b,
                    std::vector<ContactDetail>& io_details) {
    for (Shape* shape : {a.shape, b.shape}) shape->build_hierarchy();
    MeshContactsScratch scratch;
    MeshContacts found;
    const Status status = find_mesh_contacts({a.shape->mesh(), a.shape->hierarchy(), &a.world_from_surface},
                                             {b.shape->mesh(), b.shape->hierarchy(), &b.world_from_surface},
                                             {.max_pairs = ContactDetail::kMaxPairs}, scratch, found);
    if (!status) return; // the query fails only if a hierarchy does not fit its mesh (make_unchecked_shape)
    for (const ContactRegion& region : found.regions) {
        ContactDetail detail{.bodies = bodies,
                             .part_a = a.part,
                             .part_b = b.part,
                             .normal_w = region.normal_w,
                             .depth = region.depth,
                             .triangle_pairs = region.pair_count,
                             .points = {}};
        for (const MeshContactPoint& point : std::span(region.points).first(region.point_count))
            detail.points.push_back({point.point_w, region.depth,
                                     "triangles A" + std::to_string(a.first_triangle + point.triangles.a) +
                                         " B" + std::to_string(b.first_triangle + point.triangles.b)});
        io_details.push_back(std::move(detail));
    }
}

void append_surfaces(BodyPair bodies, const BodySurface& a, const BodySurface& b,
                     std::vector<ContactDetail>& io_details) {
    if (a.shape->polytope() && b.shape->polytope())
        append_manifold(bodies, a, b, io_details);
    else
        append_regions(bodies, a, b, io_details);
}

} // namespace

void append_contact_details(const CollisionWorld& world, const PairResult& pair,
                            std::span<const PartContact> parts, std::vector<ContactDetail>& io_details) {
    if (!pair.is_contact() || pair.nesting != Nesting::none) return;
    const Body &a = world.bodies()[pair.bodies.a], &b = world.bodies()[pair.bodies.b];
    const std::size_t first = io_details.size();
    if (!a.parts && !b.parts) append_surfaces(pair.bodies, surface_of(a, 0), surface_of(b, 0), io_details);
    // A body that is no compound has only the surface 0.
    for (const PartContact& contact : parts)
        append_surfaces(pair.bodies, surface_of(a, contact.part_a == kNone ? 0 : contact.part_a),
                        surface_of(b, contact.part_b == kNone ? 0 : contact.part_b), io_details);
    for (ContactDetail& detail : std::span(io_details).subspan(first)) {
        if (!a.parts) detail.part_a = kNone;
        if (!b.parts) detail.part_b = kNone;
    }
}

std::string contact_details_csv(std::span<const ContactDetail> details) {
    std::string text =
        "body_a,body_b,part_a,part_b,triangle_pairs,depth,normal_x,normal_y,normal_z,unique,point_x,"
        "point_y,point_z,point_depth,features\n";
    const auto part = [](std::uint32_t id) { return id == kNone ? std::string() : std::to_string(id); };
    for (const ContactDetail& detail : details)
        for (const ContactDetail::Point& point : detail.points) {
            text += std::to_string(detail.bodies.a) + "," + std::to_string(detail.bodies.b) + "," +
                    part(detail.part_a) + "," + part(detail.part_b) + "," +
                    std::to_string(detail.triangle_pairs);
            for (const double number :
                 {detail.depth, detail.normal_w.x, detail.normal_w.y, detail.normal_w.z})
                text += "," + number_text(number);
            text += detail.is_unique ? ",yes" : ",no";
            for (const double number : {point.point_w.x, point.point_w.y, point.point_w.z, point.depth})
                text += "," + number_text(number);
            text += "," + point.features + "\n";
        }
    return text;
}

} // namespace boxwood
