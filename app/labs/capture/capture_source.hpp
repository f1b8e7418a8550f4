// What: reads and judges captures on a background thread, and stores the capture on screen and the fault injected into
//       it.
// Invariants: if a capture cannot be opened, the capture on screen stays, and the settings again name it and its fault.
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
    // Opens the chosen capture, or the built-in case, in the next start().
    void open_later() { wants_open_ = true; }
    void start(); // starts the background job on the first call, and after open_later()
    // Takes the result of the background job. True: another capture was opened. An Error: the capture could not be
    // opened.
    Result<bool> take_opened();
    void wait() { open_job_.wait(); }
    void cancel(); // keeps the capture on screen and its settings; requires opened()
    bool is_opening() const { return wants_open_ || open_job_.is_busy(); }
    bool is_judging() const { return open_job_.is_busy(); }
    std::string progress() const; // requires is_judging()

    const OpenedCapture* opened() const { return opened_.get(); } // null before the first capture is judged
    std::shared_ptr<const OpenedCapture> share() const { return opened_; }

    // Opens the built-in case with the first fault, as the example of the lab. If the user has chosen a file or a
    // fault, opens that file, or the built-in case with that fault.
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

    CaptureRequest request_;
    std::size_t fault_ = 0; // 0: none; otherwise an index in list_faults() plus 1
    std::optional<std::uint32_t> fault_node_;
    bool wants_open_ = true;
    Job<Result<std::shared_ptr<const OpenedCapture>>> open_job_;
    std::shared_ptr<const OpenedCapture> opened_;
};

} // namespace boxwood
