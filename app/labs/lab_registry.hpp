// What: the list of all labs. A lab adds itself with a LabRegistration.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace boxwood {

class Lab;

// An action of a lab and its key. While the lab is open, Lab::act() receives the id of the action.
struct LabAction {
    const char* id;
    const char* title; // for the key map and the command palette
    const char* key;   // in the syntax of ui::parse_chord; empty: only in the command palette
    bool repeats = false;
};

struct LabEntry {
    std::string_view name;       // on the command line
    std::string_view title;      // in the window
    std::string_view question{}; // the question that the lab answers, for the start screen
    int order = 0;               // position in the picker; the first lab opens by default
    std::unique_ptr<Lab> (*make)() = nullptr;
    std::span<const LabAction> actions{};
    std::span<const std::string_view> menu{}; // ids of the actions in the context menu of the view
    // Largest number of mesh files on the command line. Files given without a lab name open in the lab with the lowest
    // sufficient limit. 0: such files never open in this lab; if its name is given, only Lab::take_meshes() checks
    // the number of files.
    std::size_t max_meshes = 0;
    bool takes_libraries = false; // accepts polytope libraries
    // Files that open in the lab through one of its settings, such as walks and captures.
    struct OwnFiles {
        std::string_view extension{}, setting{};
    };
    OwnFiles own_files{};
    bool starts_paused = false; // in a window
};

// A static object of this type in a lab's .cpp registers the lab.
struct LabRegistration {
    explicit LabRegistration(const LabEntry& entry);
};
std::span<const LabEntry> all_labs(); // sorted by LabEntry::order
const LabEntry* find_lab(std::string_view name);

} // namespace boxwood
