// Adds CGAL's AABB_tree over triangles. It has no refit.
#include "bench/peers/build_hierarchy/competitors.hpp"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

namespace boxwood::bench {

void add_cgal(const Mesh& mesh, Competitors& io_all) {
    using Kernel = CGAL::Simple_cartesian<double>;
    using Triangles = std::vector<Kernel::Triangle_3>;
    using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
    using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;
    const auto triangles = std::make_shared<Triangles>();
    for (const TriangleIndices& t : mesh.triangles) {
        const auto point = [&mesh](std::uint32_t v) {
            const glm::vec3& p = mesh.positions[v];
            return Kernel::Point_3(p.x, p.y, p.z);
        };
        triangles->emplace_back(point(t[0]), point(t[1]), point(t[2]));
    }
    io_all.push_back({"cgal tree", "build aabb", [triangles] {
                          Tree tree(triangles->begin(), triangles->end());
                          tree.build();
                      }});
}

} // namespace boxwood::bench
