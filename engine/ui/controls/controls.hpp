// What: the controls of the parameter panel, one per row: the label is on the left, the field is to its right
//       (screenshots: docs/pictures).
// Units: number fields show the units of their values; sizes are in pixels at UI scale 1.
// Invariants: Ctrl+click opens a number field for typing, double-click resets it, and the context menu has both
//             commands. A range slider has only the double-click. Values stay in their range.
#pragma once

#include "engine/ui/text/text.hpp"

#include <span>
#include <string>
#include <string_view>

namespace boxwood::ui {

// A user's change to a value in this frame. `finished` is set when the edit is complete, so that undo can record it.
struct Edit {
    bool changed = false;
    bool finished = false;
    explicit operator bool() const { return changed; }
};

// During the lifetime of an instance, controls are drawn disabled and their tooltips show `reason`. An empty `reason`
// has no effect.
class Unavailable {
  public:
    explicit Unavailable(std::string_view reason);
    ~Unavailable();
    Unavailable(const Unavailable&) = delete;
    Unavailable& operator=(const Unavailable&) = delete;

  private:
    std::string previous_reason_;
};

struct FloatField {
    const char* label = ""; // also the id; text after "##" is hidden
    float min = 0.0f, max = 1.0f;
    float reset = 0.0f; // the value after a double-click
    std::string_view unit{};
    int decimals = 2;
    bool logarithmic = false; // requires min >= 0
    std::string_view tooltip{};
    std::string_view zero{}; // replaces 0 and its unit if 0 has a special meaning, for example "auto"
};
struct IntField {
    const char* label = "";
    int min = 0, max = 100;
    int reset = 0;
    std::string_view unit{};
    bool logarithmic = false;
    std::string_view tooltip{};
    bool grouped = true; // thin spaces between thousands; off for identifiers such as a seed
};
// A field for a double. In all field types, if the range of a logarithmic field begins at 0, the left end of the slider
// means 0.
struct NumberField {
    const char* label = "";
    double min = 0.0, max = 1.0;
    double reset = 0.0;
    std::string_view unit{};
    int decimals = 2;
    bool logarithmic = false;
    std::string_view tooltip{};
    std::string_view zero{};
};
struct RangeField {
    const char* label = "";
    int min = 0, max = 100;
    int reset_low = 0, reset_high = 100;
    std::string_view unit{};
    std::string_view tooltip{};
};

Edit slider(const FloatField& field, float& io_value);
Edit slider(const IntField& field, int& io_value);
Edit slider(const NumberField& field, double& io_value);
// A range with two ends in one field. The mouse moves the nearer end; low <= high always holds. Double-click resets
// both ends.
Edit range_slider(const RangeField& field, int& io_low, int& io_high);
// A muted label, followed by a number field without a track. The field is `width` pixels wide at scale 1. Dragging the
// field sideways changes the number.
Edit number_field(const FloatField& field, float width, float& io_value);
Edit number_field(const IntField& field, float width, int& io_value);

struct ChoiceField {
    const char* label = ""; // shown in the label column unless it begins with "##"
    std::span<const char* const> options;
    std::string_view tooltip{};
    std::span<const char* const> option_tooltips{};
};
// A choice from a few options, which are next to each other.
Edit segmented(const ChoiceField& field, int& io_chosen);
// A choice from many options, in a list that opens on a click.
Edit dropdown(const ChoiceField& field, int& io_chosen);

// Draws the lab picker of the top bar, with number keys and bold names. It is `width` pixels wide at scale 1.
Edit picker(const char* id, std::span<const char* const> options, float width, int& io_chosen);

// The sample that a legend shows for a layer of the view.
enum class Sample : std::uint8_t { none, line, thick_line, dashed, dots, hatch, square, diamond, triangle };
struct LegendSample {
    Sample kind = Sample::none;
    draw::Color color{};
};
struct CheckField {
    const char* label = "";
    LegendSample sample{};
    std::string_view key{};
    std::string_view tooltip{};
    float width = 0.0f; // pixels at scale 1; 0: the full width of the panel
};
Edit check_row(const CheckField& field, bool& io_on);

// Draws a sample of at most 26 × 12 pixels at scale 1, centered at `center`.
void draw_sample(ImDrawList& list, glm::vec2 center, const LegendSample& sample);
// A sample and its meaning, for the legend in the view.
void legend_entry(const LegendSample& sample, std::string_view label);

struct ButtonStyle {
    std::string_view tooltip{};
    bool primary = false;
    bool enabled = true;
    float width = 0.0f; // 0: as wide as its text
};
// A push button with a text; returns true when clicked.
bool button(const char* label, const ButtonStyle& style = {});

float tabs_width(std::span<const char* const> names); // in real pixels
// A row of tabs, as high as grid::kTabRow; the current one is underlined in the accent color.
Edit tabs(const char* id, std::span<const char* const> names, int& io_current);

} // namespace boxwood::ui
