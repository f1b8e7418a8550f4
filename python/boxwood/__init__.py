"""Boxwood: bounding-volume hierarchies, broad phase and closest features.

Meshes, convex shapes, exact queries and worlds of bodies. A pose is a 4x4 array world_from_shape, a Pose, or None for the
identity. Answers contain NumPy arrays. Invalid input raises boxwood.Error, a ValueError that names the argument.
"""
from ._boxwood import (Body, Capsule, Closest, Compound, ContactPoint, ContactRegion, Contacts, Convex, Distance, Error, Feature, Mesh,
                       Pose, Preset, RayHit, Shape, Sphere, Step, TimeOfImpact, Update, World, __version__, closest_point, collide,
                       collide_many, contacts, contains, distance, distance_many, is_within, ray_cast, ray_cast_all,
                       ray_cast_many, self_collisions, sweep, time_of_impact)
from .collision_manager import CollisionManager, ContactData, DistanceData, scene_to_collision
from .program import judge, show

__all__ = [
    "Body", "Capsule", "Closest", "CollisionManager", "Compound", "ContactData", "ContactPoint", "ContactRegion", "Contacts", "Convex",
    "Distance", "DistanceData", "Error", "Feature", "Mesh", "Pose", "Preset", "RayHit", "Shape", "Sphere", "Step", "TimeOfImpact",
    "Update", "World", "__version__", "closest_point", "collide", "collide_many", "contacts", "contains", "distance",
    "distance_many", "is_within", "judge", "ray_cast", "ray_cast_all", "ray_cast_many", "scene_to_collision",
    "self_collisions", "show", "sweep", "time_of_impact"]
