// What: the command line: options, flags, positionals and commands, bound to variables and actions. Only
//       command_line.cpp includes the parser library.
// Invariants: Command and CommandOption are handles to data that their CommandLine owns. Bound variables must outlive
//             parse(). Whole numbers are decimal, also with leading zeros; within() and whole_number() refuse
//             hexadecimal ones.
// Errors: bad usage prints one line on stderr and returns exit status 2. Two options of the same name are a programming
//         error; the library throws.
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

// Description of an option for the manual page and the shell completions.
struct OptionDescription {
    std::vector<std::string> names; // "--out", "-h"; for a positional, one name without dashes
    std::string value;              // name of its value; empty for a flag
    std::string help;
    std::string default_value;        // empty: the help shows none
    std::vector<std::string> choices; // accepted words; empty: the value is not one of a list of words
    bool is_positional = false;
    bool is_required = false;
};

struct CommandDescription {
    std::string name;
    std::string help;
    std::vector<OptionDescription> options;
    std::vector<CommandDescription> commands; // without hidden commands
};

// The variable that receives an option's value. Vectors receive any number of values.
using OptionVariable = std::variant<std::string*, std::filesystem::path*, std::vector<std::string>*,
                                    std::vector<std::filesystem::path>*, int*, std::uint32_t*, std::uint64_t*,
                                    double*, std::optional<std::uint64_t>*, std::optional<double>*>;

class CommandOption {
  public:
    explicit CommandOption(CLI::Option& option)
        : option_(&option) {}

    CommandOption required();
    CommandOption value_name(const std::string& name); // shown in the help instead of the type
    CommandOption show_default();                      // shows the current value of the variable in the help
    CommandOption separated_by(char separator);        // allows several values in one argument
    CommandOption excludes(const CommandOption& other);

    // Rejects an empty value, for example from an unset shell variable. A missing option is still accepted.
    CommandOption not_empty();
    // Accepts 0 to 2^64 - 1, as in scene files.
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
    // Adds a subcommand. The user can give at most one subcommand per command line.
    Command add_command(const std::string& name, const std::string& help);
    void hide();                                    // hides the command from the help
    std::vector<std::string> command_names() const; // without hidden commands
    CommandDescription describe() const;

    // Names of options begin with "--", names of positionals with a letter.
    CommandOption option(const std::string& name, OptionVariable variable, const std::string& help = "");
    CommandOption flag(const std::string& name, bool* variable,
                       const std::string& help); // the name "!--x" declares a flag --x that sets false
    // Options without a variable: `take` receives each value. If it returns an Error, the parsing ends.
    using TakeText = std::function<Status(const std::string&)>;
    CommandOption text_option(const std::string& name, TakeText take, const std::string& help);
    CommandOption repeated_option(const std::string& name, TakeText take, const std::string& help);
    CommandOption number_option(const std::string& name, std::function<void(int)> take,
                                const std::string& help);

    // Sets the action that runs if the command line contains this command.
    void set_action(Action action);
    // Like set_action(), but the action receives all arguments after the command unparsed, including --help.
    void pass_words_to(std::function<int(std::vector<std::string>)> action);

  protected:
    Command(CLI::App& app, Action& out_chosen)
        : app_(&app)
        , chosen_(&out_chosen) {}

    CLI::App* app_;
    Action* chosen_; // the action of the CommandLine
};

class CommandLine : public Command {
  public:
    CommandLine(const std::string& name, const std::string& help, Action without_command);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    void set_version(const std::string& text); // printed by --version

    // Returns the exit status if the program must end, after --help, --version or bad usage; otherwise none. First
    // opens /dev/null in place of closed standard streams, so that no output file gets their file descriptors.
    std::optional<int> parse(int argc, const char* const* argv);
    // Runs the selected action and returns its exit status. If that is 0 or 1 and standard output could not be written,
    // prints a message and returns 2.
    int run() const;

  private:
    CommandLine(std::unique_ptr<CLI::App> app, Action without_command);

    std::unique_ptr<CLI::App> owned_;
    Action action_;
};

} // namespace boxwood
