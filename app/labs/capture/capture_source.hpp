// What: which capture the capture lab shows, with which fault injected, and reading and judging it on a background thread.
// Invariants: what cannot be opened leaves the capture on screen as it is, and the settings say so again.
#pragma once

#include "app/jobs/job.hpp"
#include "app/labs/capture/opened_capture.hpp"
#include "app/labs/settings/settings.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace boxwood {

class CaptureSource {
  public:
    // The capture as it is now, or the built-in case.
    void open_later() { wants_open_ = true; }
    void start(); // if it is due
    // True: another capture is opened. An Error: it cannot be.
    Result<bool> take_opened();
    void wait() { opener_.wait(); }
    void cancel(); // keeps what is on screen; requires opened()
    bool is_waiting() const { return wants_open_ || opener_.is_busy(); }
    bool is_judging() const { return opener_.is_busy(); }
    std::string progress() const; // of a judgement under way

    const OpenedCapture* opened() const { return opened_.get(); } // null: none yet
    std::shared_ptr<const OpenedCapture> share() const { return opened_; }

    // The example of the lab: the built-in case with the first fault, unless something is chosen.
    void choose_example();
    const judge::FaultKind* fault() const; // null: none
    std::optional<std::uint32_t> fault_node() const { return fault_node_; }
    std::string fault_text() const; // KIND or KIND@NODE; empty: none
    void move_fault(std::uint32_t node);
    void remove_fault();

    void add_file_setting(SettingTable& io_table);
    void add_fault_settings(SettingTable& io_table);

  private:
    void read_fault(const std::string& text);

    CaptureRequest wanted_;
    std::size_t fault_ = 0; // 0: none; else of list_faults(), from 1
    std::optional<std::uint32_t> fault_node_;
    bool wants_open_ = true;
    Job<Result<std::shared_ptr<const OpenedCapture>>> opener_;
    std::shared_ptr<const OpenedCapture> opened_;
};

} // namespace boxwood
