// What: lists the pages at the bottom right of the multi-body lab, and stores which page is open.
// To add a page: add an enumerator below, a line in kCrowdPages, and the page's panel in panels/details.cpp.
#pragma once

#include "app/labs/settings/settings.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

namespace boxwood {

enum class CrowdPage : std::uint8_t { intervals, walk, pairs, contacts, bodies, counters, graphs, outliner };

class OpenPage {
  public:
    bool is(CrowdPage page) const { return page_ == page; }
    CrowdPage current() const { return page_; }
    void open(CrowdPage page) { page_ = page; }
    std::string_view word() const;               // the page's value in --set page=
    float details_share() const;                 // fraction of the bottom panel's width
    Setting setting(std::function<void()> hook); // `hook` is called after a change

  private:
    CrowdPage page_ = CrowdPage::intervals;
};

} // namespace boxwood
