#include "app/labs/capture/capture_source.hpp"

#include "engine/import/text_file.hpp"
#include "engine/ui/text/format.hpp"

#include <charconv>
#include <filesystem>

namespace boxwood {

void CaptureSource::start() {
    if (!wants_open_) return;
    wants_open_ = false;
    request_.fault = fault_text();
    open_job_.start([request = request_](auto& control) {
        return open_capture(request, [&control](std::size_t done, std::size_t all) {
            control.set_progress(all == 0 ? 0.0 : static_cast<double>(done) / static_cast<double>(all));
            return !control.is_cancelled();
        });
    });
}

Result<bool> CaptureSource::take_opened() {
    std::optional<Result<std::shared_ptr<const OpenedCapture>>> result = open_job_.take_result();
    if (!result) return false;
    if (*result) {
        opened_ = **result;
        return true;
    }
    if (opened_) {
        request_ = opened_->request;
        read_fault(request_.fault);
    }
    return result->error();
}

void CaptureSource::read_fault(const std::string& text) {
    fault_ = 0;
    fault_node_.reset();
    if (text.empty()) return;
    const judge::FaultRequest parsed = require_ok(judge::parse_fault(text));
    for (std::size_t i = 0; i < judge::list_faults().size(); ++i)
        if (judge::list_faults()[i].name == parsed.name) fault_ = i + 1;
    fault_node_ = parsed.node;
}

void CaptureSource::cancel() {
    open_job_.cancel();
    wants_open_ = false;
    request_ = opened_->request;
    read_fault(request_.fault);
}

std::string CaptureSource::progress() const {
    return "Judging " +
           (request_.file.empty() ? std::string("the built-in case") : request_.file.filename().string()) +
           " · " + ui::format_percent(open_job_.progress(), 0) + " · " +
           ui::format_fixed(open_job_.seconds(), 1) + " s";
}

// --- fault ------------------------------------------------------------------------------------------------

void CaptureSource::choose_example() {
    if (request_.file.empty() && fault_ == 0) fault_ = 1;
    open_later();
}

const judge::FaultKind* CaptureSource::fault() const {
    return fault_ == 0 ? nullptr : &judge::list_faults()[fault_ - 1];
}

std::string CaptureSource::fault_text() const {
    if (fault_ == 0) return {};
    std::string text(fault()->name);
    if (fault_node_) text += "@" + std::to_string(*fault_node_);
    return text;
}

void CaptureSource::move_fault(std::uint32_t node) {
    fault_node_ = node;
    open_later();
}

void CaptureSource::remove_fault() {
    fault_ = 0;
    fault_node_.reset();
    open_later();
}

// --- settings ---------------------------------------------------------------------------------------------

void CaptureSource::add_file_setting(SettingTable& io_table) {
    io_table.add(free_text({"capture", "", "Capture to judge, an MCAP file; by default a built-in case"},
                           [this](std::string_view path) -> Status {
                               if (path.empty()) return Error{"capture: needs the path of a capture"};
                               std::error_code unknown;
                               if (!std::filesystem::is_regular_file(path, unknown))
                                   return Error{"capture: " + shown(path) + " is not a file"};
                               request_.file = path;
                               fault_ = 0; // the fault belonged to the previous capture
                               fault_node_.reset();
                               open_later();
                               return ok();
                           }));
}

void CaptureSource::add_fault_settings(SettingTable& io_table) {
    io_table.begin_group("Fault");
    SettingOptions faults{{"none", "None", "The capture without an injected fault"}};
    for (const judge::FaultKind& kind : judge::list_faults())
        faults.push_back({std::string(kind.name), {}, std::string(kind.meaning)});
    io_table.add(choice({"fault", "Kind", "Injects a fault into the capture and judges the resulting bytes"},
                        std::move(faults), 0, member(fault_, [this] {
                            fault_node_.reset();
                            open_later();
                        })));
    io_table.add(free_text(
        {"fault-node", "", "Node of A's hierarchy that gets the fault; auto chooses a suitable node"},
        [this](std::string_view text) -> Status {
            std::uint32_t node = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), node);
            const bool is_number = error == std::errc() && end == text.data() + text.size();
            if (text != "auto" && !is_number)
                return Error{"fault-node: \"" + one_line(text, 40) +
                             "\" is neither auto nor the number of a node"};
            if (fault_ == 0 && is_number)
                return Error{"fault-node: no fault is chosen; choose a fault first"};
            fault_node_ = is_number ? std::optional(node) : std::nullopt;
            open_later();
            return ok();
        }));
}

} // namespace boxwood
