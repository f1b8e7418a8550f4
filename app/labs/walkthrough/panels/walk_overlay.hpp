// What: draws the chips over the view of the walkthrough: contacts, costs, keys, messages, fingertips, and the question
//       before a walk ends.
// Invariants: covered() contains the chips of the previous frame, which the labels of the view avoid.
#pragma once

#include "app/labs/view.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"
#include "engine/ui/panel.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

class WalkOverlay {
  public:
    struct Question {
        std::string what, verb; // "A recording begins with a new walk.", "Restart and record"
        std::function<void()> yes;
    };
    struct Inputs {
        const CurrentWalk& now;
        std::string message; // below the cross-hair
        bool is_outside = false, has_mouse = false;
        bool can_take = false; // the object that is pointed at can be taken
        bool shows_tips = true;
    };

    void begin() { question_.reset(); } // for a new walk
    void ask(Question question) { question_ = std::move(question); }
    bool asks() const { return question_.has_value(); }
    void answer(bool is_yes); // does nothing without a question
    // Draws the chip at the top left; call it first in a frame.
    void draw_headline(const CurrentWalk& now, ViewContext& context);
    void draw(const Inputs& inputs, ViewContext& context);
    std::span<const ui::Rect> covered() const { return covered_; } // by chips

  private:
    void add_chip(const ui::Rect& chip);
    void draw_keys(const Inputs& inputs, const ui::Rect& view);
    void draw_message(const std::string& text, const ui::Rect& view);
    void draw_question(const ui::Rect& view);
    void draw_costs(const ViewContext& context, const ui::Rect& view);
    void draw_tips(const Walk& walk, const ui::Rect& view, const draw::Palette& palette);

    std::vector<ui::Rect> covered_;
    std::optional<Question> question_;
};

} // namespace boxwood
