#include "app/labs/multi_body/view/body_marks.hpp"

#include <array>

namespace boxwood {

namespace {

// Colors that have no other meaning in the palette.
constexpr std::array kMarkColors{draw::rgb(0xC77DBB), draw::rgb(0x5FB3B3), draw::rgb(0xD2A24C),
                                 draw::rgb(0x9A86D8), draw::rgb(0x8FB573)};

} // namespace

BodyMarks::Mark BodyMarks::find(BodyId id) const {
    const auto found = marks_.find(id);
    return found == marks_.end() ? Mark{} : found->second;
}

template <class Change>
void BodyMarks::change(const CollisionWorld& world, BodyId id, Change&& apply) {
    if (!world.is_live(id)) return;
    Mark& mark = marks_[id];
    mark.serial = world.bodies()[id].serial;
    const bool was_alone = mark.is_alone;
    apply(mark);
    alone_ = alone_ + (mark.is_alone ? 1 : 0) - (was_alone ? 1 : 0);
    if (mark.is_plain()) marks_.erase(id);
}

void BodyMarks::forget_dead(const CollisionWorld& world) {
    std::erase_if(marks_, [&world](const auto& entry) {
        return !world.is_live(entry.first) || world.bodies()[entry.first].serial != entry.second.serial;
    });
    alone_ = 0;
    for (const auto& [id, mark] : marks_) alone_ += mark.is_alone ? 1 : 0;
}

void BodyMarks::toggle_hidden(const CollisionWorld& world, BodyId id) {
    change(world, id, [](Mark& io_mark) { io_mark.is_hidden = !io_mark.is_hidden; });
}

void BodyMarks::toggle_alone(const CollisionWorld& world, BodyId id) {
    change(world, id, [](Mark& io_mark) { io_mark.is_alone = !io_mark.is_alone; });
}

void BodyMarks::next_color(const CollisionWorld& world, BodyId id) {
    change(world, id, [](Mark& io_mark) {
        io_mark.color = static_cast<std::uint8_t>((io_mark.color + 1) % (kMarkColors.size() + 1));
    });
}

bool BodyMarks::is_shown(BodyId id) const {
    if (marks_.empty()) return true;
    const Mark mark = find(id);
    return !mark.is_hidden && (alone_ == 0 || mark.is_alone);
}

std::optional<draw::Color> BodyMarks::color(BodyId id) const {
    const Mark mark = find(id);
    if (mark.color == 0) return std::nullopt;
    return kMarkColors[mark.color - 1u];
}

} // namespace boxwood
