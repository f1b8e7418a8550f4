#include "app/labs/multi_body/view/open_page.hpp"

#include "app/labs/parts/lab_panels.hpp"
#include "engine/ui/panel.hpp"

#include <imgui.h>

#include <algorithm>

namespace boxwood {
namespace {

struct PageEntry {
    const char* title;
    std::string_view word;
    float share = kDetailsShare; // fraction of the bottom panel's width
};
constexpr std::array kCrowdPages{
    // in the order of CrowdPage
    PageEntry{"Intervals", "intervals"},  PageEntry{"Walk", "walk"},
    PageEntry{"Pairs", "pairs"},          PageEntry{"Contacts", "contacts"},
    PageEntry{"Bodies", "bodies"},        PageEntry{"Counters", "counters"},
    PageEntry{"Graphs", "graphs", 0.78f}, PageEntry{"Outliner", "outliner", 0.52f},
};

// In a window narrower than this, in pixels at scale 1, the walk page gets a larger share so that feature names fit.
constexpr float kNarrow = 1240.0f, kNarrowWalkShare = 0.54f;

const PageEntry& entry_of(CrowdPage page) {
    return kCrowdPages[static_cast<std::size_t>(page)];
}

} // namespace

std::string_view OpenPage::word() const {
    return entry_of(page_).word;
}

float OpenPage::details_share() const {
    const float share = entry_of(page_).share;
    if (ImGui::GetCurrentContext() == nullptr) return share; // headless
    const bool is_narrow = ImGui::GetMainViewport()->Size.x < ui::px(kNarrow);
    return is_narrow && is(CrowdPage::walk) ? std::max(share, kNarrowWalkShare) : share;
}

Setting OpenPage::setting(std::function<void()> hook) {
    SettingOptions options;
    for (const PageEntry& page : kCrowdPages) options.push_back({std::string(page.word), page.title});
    return choice({"page", "", "Page at the bottom right"}, std::move(options), 0,
                  member(page_, std::move(hook)))
        .page();
}

} // namespace boxwood
