#include "engine/ui/controls/view_grid.hpp"

#include <cmath>

namespace boxwood::ui {
namespace {

struct Grid {
    std::size_t columns = 1, rows = 1;
    glm::vec2 cell{0.0f};

    float shorter_side() const { return std::min(cell.x, cell.y); }
};

Grid make_grid(glm::vec2 room, std::size_t count, std::size_t columns, float gap) {
    Grid grid{columns, (count + columns - 1) / columns};
    const glm::vec2 cells(static_cast<float>(grid.columns), static_cast<float>(grid.rows));
    const glm::vec2 cell = (room - gap * (cells - 1.0f)) / cells;
    grid.cell = {std::floor(cell.x), std::floor(cell.y)};
    return grid;
}

} // namespace

std::vector<Rect> split_view(const Rect& area, std::size_t count, float gap) {
    if (count <= 1) return {area};
    Grid best;
    for (std::size_t columns = 1; columns <= count; ++columns) {
        const Grid grid = make_grid(area.size(), count, columns, gap);
        if (columns == 1 || grid.shorter_side() > best.shorter_side()) best = grid;
    }
    std::vector<Rect> cells(count);
    if (best.shorter_side() < 1.0f) return cells;
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec2 at(static_cast<float>(i % best.columns), static_cast<float>(i / best.columns));
        cells[i].min = area.min + at * (best.cell + gap);
        cells[i].max = cells[i].min + best.cell;
    }
    return cells;
}

} // namespace boxwood::ui
