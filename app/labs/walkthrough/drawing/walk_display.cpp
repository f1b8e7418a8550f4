#include "app/labs/walkthrough/drawing/walk_display.hpp"

namespace boxwood {

void WalkDisplay::add_settings(SettingTable& io_table) {
    const WalkDisplay usual;
    io_table.add(
        choice({"structure", "Structure",
                "Collision structure of objects that are touched, held or pointed at: convex parts or "
                "triangles, boxes, hierarchy, or the features in contact (I)"},
               {{"none"}, {"parts"}, {"boxes"}, {"hierarchy", "tree"}, {"features"}}, 0, member(structure_)));
    io_table.add(flag({"tips", "Fingertips",
                       "Lines from the fingertips to the nearest object, and bars that show their lengths"},
                      usual.tips_, member(tips_)));
    io_table.add(flag({"triangles", "Touched triangles", "Triangles of the closest features in contact"},
                      usual.triangles_, member(triangles_)));
    io_table.add(flag({"names", "Names in contact", "Names of the objects that the hand touches"},
                      usual.names_, member(names_)));
    io_table.add(flag({"shadows", "Shadows", "Shadows of all bodies; without them drawing is faster"},
                      usual.shadows_, member(shadows_)));
    io_table.add(flag({"edges", "Edges", "Outlines of facets"}, usual.edges_, member(edges_)));
}

} // namespace boxwood
