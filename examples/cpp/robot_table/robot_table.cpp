// Tests a robot from a URDF file against a table at random joint positions. Counts the colliding positions and finds
// the smallest distance in the others.
//     robot_table [FILE.urdf]
#include <boxwood/boxwood.hpp>

#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace bw = boxwood;

namespace {

// A 3x4 matrix, for multiplying the poses of a chain of links.
struct Frame {
    double m[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

    friend Frame operator*(const Frame& a, const Frame& b) {
        Frame c;
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column) {
                double sum = column == 3 ? a.m[4 * row + 3] : 0.0;
                for (int k = 0; k < 3; ++k) sum += a.m[4 * row + k] * b.m[4 * k + column];
                c.m[4 * row + column] = sum;
            }
        return c;
    }
    bw::Pose pose() const { return bw::Pose::from_row_major(m).value(); }
};

Frame frame_of(const urdf::Pose& pose) {
    double x = 0, y = 0, z = 0, w = 1;
    pose.rotation.getQuaternion(x, y, z, w);
    const bw::Pose placed =
        bw::Pose::from_quaternion({w, x, y, z}, {pose.position.x, pose.position.y, pose.position.z}).value();
    Frame frame;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
            frame.m[4 * row + column] = placed.columns()[3 * column + row];
    return frame;
}

Frame rotation_about(const urdf::Vector3& axis, double angle) {
    const double s = std::sin(angle / 2) / std::sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
    urdf::Pose turn;
    turn.rotation = urdf::Rotation(s * axis.x, s * axis.y, s * axis.z, std::cos(angle / 2));
    return frame_of(turn);
}

bw::Shape shape_of(const urdf::Geometry& geometry) {
    if (geometry.type == urdf::Geometry::BOX) {
        const urdf::Vector3& size = static_cast<const urdf::Box&>(geometry).dim;
        return bw::Convex::box({size.x / 2, size.y / 2, size.z / 2}).value();
    }
    if (geometry.type == urdf::Geometry::SPHERE)
        return bw::Sphere::create(static_cast<const urdf::Sphere&>(geometry).radius).value();
    if (geometry.type != urdf::Geometry::CYLINDER) {
        std::fprintf(stderr, "unsupported geometry: expected a box, a sphere or a cylinder\n");
        std::exit(2);
    }
    constexpr int kSides = 32; // of a prism that contains the cylinder
    const auto& cylinder = static_cast<const urdf::Cylinder&>(geometry);
    const double radius = cylinder.radius / std::cos(std::numbers::pi / kSides);
    std::vector<bw::Vec3> corners;
    for (int i = 0; i < kSides; ++i)
        for (const double z : {-cylinder.length / 2, cylinder.length / 2}) {
            const double angle = 2 * std::numbers::pi * i / kSides;
            corners.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
        }
    return bw::Convex::hull(corners).value();
}

struct Part {
    std::string link;
    bw::Shape shape;
    Frame link_from_shape;
};

struct Robot {
    urdf::ModelInterfaceSharedPtr model;
    std::vector<Part> parts;
    std::vector<urdf::JointSharedPtr> moving;

    explicit Robot(const std::string& path)
        : model(urdf::parseURDFFile(path)) {
        if (!model) std::exit(2); // the parser has printed the reason
        for (const auto& [name, link] : model->links_)
            for (const auto& collision : link->collision_array)
                parts.push_back({name, shape_of(*collision->geometry), frame_of(collision->origin)});
        for (const auto& [name, joint] : model->joints_) {
            if (joint->type == urdf::Joint::FIXED) continue;
            if (joint->type != urdf::Joint::REVOLUTE || !joint->limits) {
                std::fprintf(stderr, "%s: unsupported joint: expected a fixed or revolute joint\n",
                             name.c_str());
                std::exit(2);
            }
            moving.push_back(joint);
        }
    }

    // Computes the frames of a link and of all links that depend on it.
    void place(const urdf::Link& link, const Frame& frame, const std::map<std::string, double>& angles,
               std::map<std::string, Frame>& out_frames) const {
        out_frames[link.name] = frame;
        for (const auto& joint : link.child_joints) {
            Frame child = frame * frame_of(joint->parent_to_joint_origin_transform);
            const auto angle = angles.find(joint->name);
            if (angle != angles.end()) child = child * rotation_about(joint->axis, angle->second);
            place(*model->getLink(joint->child_link_name), child, angles, out_frames);
        }
    }
};

} // namespace

int main(int count, char** arguments) {
    const Robot robot(count > 1 ? arguments[1] : ARM);
    const bw::Convex table = bw::Convex::box({0.8, 0.8, 0.02}).value();
    const bw::Pose table_at = bw::Pose::from_translation({0, 0, -0.18}).value();

    std::mt19937 random(1);
    constexpr int kPositions = 2000;
    int colliding = 0;
    double closest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kPositions; ++i) {
        std::map<std::string, double> angles;
        for (const auto& joint : robot.moving)
            angles[joint->name] =
                std::uniform_real_distribution(joint->limits->lower, joint->limits->upper)(random);
        std::map<std::string, Frame> frames;
        robot.place(*robot.model->getRoot(), {}, angles, frames);
        double distance = std::numeric_limits<double>::infinity();
        for (const Part& part : robot.parts) {
            if (part.link == robot.model->getRoot()->name) continue; // the base stands on the table
            const bw::Pose at = (frames[part.link] * part.link_from_shape).pose();
            distance = std::min(distance, bw::distance(part.shape, at, table, table_at).value);
        }
        colliding += distance == 0 ? 1 : 0;
        if (distance > 0) closest = std::min(closest, distance);
    }
    std::printf("%d of %d positions collide with the table; the smallest distance in the others is %.4f m\n",
                colliding, kPositions, closest);
    return colliding > 0 && colliding < kPositions ? 0 : 1;
}
