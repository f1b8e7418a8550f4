// What: the command line: options, flags, positionals and commands, bound to variables and actions. Only command_line.cpp
//       includes the library that parses it.
// Invariants: Command and CommandOption are handles of what their CommandLine owns; variables outlive the parsing.
// Errors: bad usage is one line on stderr and exit status 2. Two options of one name are a mistake of the program: the
//         library throws.
#pragma once

#include "collision/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace boxwood {

using Action = std::function<int()>; // returns the exit status

// Where the value of an option goes. Vectors take any number of values.
using OptionVariable = std::variant<std::string*, std::filesystem::path*, std::vector<std::string>*,
                                    std::vector<std::filesystem::path>*, int*, std::uint32_t*, std::uint64_t*,
                                    double*, std::optional<std::uint64_t>*, std::optional<double>*>;

class CommandOption {
  public:
    explicit CommandOption(CLI::Option& option)
        : option_(&option) {}

    CommandOption required();
    CommandOption value_name(const std::string& name); // in the help, in place of the type
    CommandOption show_default();                      // in the help: what the variable holds by now
    CommandOption separated_by(char separator);        // several values in one word
    CommandOption excludes(const CommandOption& other);

    // An empty value, as of a shell variable that is not set, is a mistake and not the same as no option.
    CommandOption not_empty();
    // 0 to 2^64 - 1, as in scene files. within() would take what is beyond for another number.
    CommandOption whole_number();
    CommandOption not_negative(); // a number, or inf
    CommandOption within(int lower, int upper);
    CommandOption within(std::uint32_t lower, std::uint32_t upper);
    CommandOption within(std::uint64_t lower, std::uint64_t upper);
    CommandOption within(double lower, double upper);

  private:
    CLI::Option* option_;
};

class Command {
  public:
    // A command below this one; at most one of them can be given.
    Command add_command(const std::string& name, const std::string& help);
    void hide(); // from the help of the command above

    // Names begin with "--", those of positionals with a letter.
    CommandOption option(const std::string& name, OptionVariable variable, const std::string& help = "");
    CommandOption flag(const std::string& name, bool* variable,
                       const std::string& help); // "!--name" sets false
    // Without a variable: `take` gets the value, and its Error ends the parsing; of repeated ones each value in turn.
    using TakeText = std::function<Status(const std::string&)>;
    CommandOption text_option(const std::string& name, TakeText take, const std::string& help);
    CommandOption repeated_option(const std::string& name, TakeText take, const std::string& help);
    CommandOption number_option(const std::string& name, std::function<void(int)> take,
                                const std::string& help);

    // What is done if this command is given.
    void set_action(Action action);
    // The same; the action gets all words that follow the command, --help too, which are no options then.
    void pass_words_to(std::function<int(std::vector<std::string>)> action);

  protected:
    Command(CLI::App& app, Action& out_chosen)
        : app_(&app)
        , chosen_(&out_chosen) {}

    CLI::App* app_;
    Action* chosen_; // of the CommandLine
};

class CommandLine : public Command {
  public:
    CommandLine(const std::string& name, const std::string& help, Action without_command);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    void set_version(const std::string& text); // what --version prints

    // The exit status if the program is to end: after --help, --version or bad usage.
    std::optional<int> parse(int argc, const char* const* argv);
    int run() const { return action_(); } // what was chosen

  private:
    CommandLine(std::unique_ptr<CLI::App> app, Action without_command);

    std::unique_ptr<CLI::App> owned_;
    Action action_;
};

} // namespace boxwood
