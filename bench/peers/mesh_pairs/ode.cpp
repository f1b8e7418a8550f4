// Adds ODE: OPCODE's quantized trees of boxes, then up to 65 535 contact points from clipped triangles.
#include "bench/peers/mesh_pairs/competitors.hpp"
#include "bench/peers/ode_meshes.hpp"

#include <ode/ode.h>

#include <cstdarg>

namespace boxwood::bench {

namespace {

constexpr int kMaxContacts = 0xffff;

void place(dGeomID geom, const Pose& pose) {
    dMatrix3 rotation{};
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) rotation[4 * row + column] = pose.linear[column][row];
    dGeomSetRotation(geom, rotation);
    dGeomSetPosition(geom, pose.origin.x, pose.origin.y, pose.origin.z);
}

class OdeTrees final : public Competitor {
  public:
    explicit OdeTrees(const Mesh& mesh)
        : contacts_(kMaxContacts) {
        dInitODE2(0);
        dSetMessageHandler(
            [](int, const char*, va_list) {}); // silences ODE's warning about many contacts at every query
        positions_ = mesh.positions;
        triangles_ = mesh.triangles;
        data_ = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildSingle(data_, positions_.data(), sizeof(glm::vec3),
                                    static_cast<int>(positions_.size()), triangles_.data(),
                                    static_cast<int>(3 * triangles_.size()), sizeof(TriangleIndices));
        for (dGeomID& geom : geoms_) geom = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
    }
    ~OdeTrees() override {
        for (const dGeomID geom : geoms_) dGeomDestroy(geom);
        dGeomTriMeshDataDestroy(data_);
        dCloseODE();
    }
    void answer(const Placement& at, Wanted wanted, PairAnswer& out) override {
        place(geoms_[0], at.a);
        place(geoms_[1], at.b);
        const int flags = wanted == Wanted::first ? 1 | static_cast<int>(CONTACTS_UNIMPORTANT) : kMaxContacts;
        out.intersects = dCollide(geoms_[0], geoms_[1], flags, contacts_.data(), sizeof(dContactGeom)) > 0;
    }

  private:
    std::vector<glm::vec3> positions_;
    std::vector<TriangleIndices> triangles_;
    dTriMeshDataID data_{};
    dGeomID geoms_[2]{};
    std::vector<dContactGeom> contacts_;
};

} // namespace

void add_ode(std::vector<NamedCompetitor>& io_all) {
    io_all.push_back({.name = "ode",
                      .make = [](const Mesh& mesh) -> std::unique_ptr<Competitor> {
                          return can_ode_hold(mesh) ? std::make_unique<OdeTrees>(mesh) : nullptr;
                      },
                      .content = AnswerContent::yes_or_no}); // ODE merges contacts of nearby triangles
}

} // namespace boxwood::bench
