#include "app/cli/options/command_line.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>

namespace boxwood {
namespace {

CLI::Validator not_empty_check() {
    return {[](std::string& text) { return std::string(text.empty() ? "no name given" : ""); }, ""};
}

CLI::Validator whole_number_check() {
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            std::uint64_t number = 0;
            const char* const end = text.data() + text.size();
            const auto [rest, error] = std::from_chars(text.data(), end, number);
            if (error == std::errc{} && rest == end) return "";
            return "'" + text + "' is not a whole number from 0 to 18446744073709551615";
        },
        "0 to 18446744073709551615");
}

// Reads decimal numbers only. CLI::Range would also accept hexadecimal ones.
template <class Number>
CLI::Validator whole_range_check(Number lower, Number upper) {
    return CLI::Validator(
        [lower, upper](const std::string& text) -> std::string {
            Number number = 0;
            const char* const end = text.data() + text.size();
            const auto [rest, error] =
                std::from_chars(text.data() + (text.starts_with('+') ? 1 : 0), end, number);
            if (error == std::errc{} && rest == end && number >= lower && number <= upper) return "";
            return "'" + text + "' is not a whole number from " + std::to_string(lower) + " to " +
                   std::to_string(upper);
        },
        CLI::Range(lower, upper).get_description()); // for the help
}

// Removes leading zeros, because the parser library reads numbers with leading zeros as octal.
std::string without_leading_zeros(const std::string& text) {
    const std::size_t start = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    const bool is_decimal = text.find_first_not_of("0123456789", start) == std::string::npos;
    if (!is_decimal || start == text.size()) return text;
    const std::size_t first = std::min(text.find_first_not_of('0', start), text.size() - 1);
    return text.substr(0, start) + text.substr(first);
}

// Opens /dev/null in place of each standard stream that the calling program has closed. Otherwise the next opened file
// would get the file descriptor of the stream, and messages would be written into that file. The access mode is the
// opposite of the stream's, so that reading or writing the stream still fails.
void fill_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) == -1) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

// Returns `status`. If it is 0 or 1 and text on standard output was lost, for example because the disk is full, prints
// a message and returns 2.
int check_printed(int status) {
    const bool is_flushed = std::fflush(stdout) == 0;
    if ((is_flushed && std::ferror(stdout) == 0) || status > 1) return status;
    std::fprintf(stderr, "boxwood: standard output: cannot be written%s%s\n", is_flushed ? "" : ": ",
                 is_flushed ? "" : std::strerror(errno));
    return 2;
}

void take_checked(const Command::TakeText& take, const std::string& text) {
    if (const Status taken = take(text); !taken) throw CLI::ValidationError(taken.error().message);
}

int report_usage_error(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return check_printed(app.exit(error)); // --help, --version
    constexpr std::size_t kMaxLength = 500;
    std::string line = error.what();
    for (char& c : line)
        if (c == '\n') c = ' ';
    if (line.size() > kMaxLength) line.replace(kMaxLength, std::string::npos, "...");
    std::cerr << "boxwood: " << line << " (see " << app.get_name() << " --help)\n";
    return 2;
}

// Returns the accepted words if the value name lists them, as in "any, all" or "any|all". Returns none for other value
// names, such as "N" or "FILE.jsonl|-".
std::vector<std::string> find_choices(const std::string& value) {
    std::vector<std::string> words(1);
    for (const char c : value)
        if (c == ',' || c == '|')
            words.emplace_back();
        else if (c == '-' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            words.back() += c;
        else if (c != ' ')
            return {};
    return words.size() > 1 ? words : std::vector<std::string>();
}

OptionDescription describe_option(const CLI::Option& option) {
    OptionDescription description;
    description.is_positional = option.get_positional();
    if (description.is_positional) {
        description.names.push_back(option.get_name(true));
    } else {
        for (const std::string& name : option.get_snames()) description.names.push_back('-' + name);
        for (const std::string& name : option.get_lnames()) description.names.push_back("--" + name);
    }
    if (option.get_items_expected_max() > 0) description.value = option.get_type_name();
    description.choices = find_choices(description.value);
    description.help = option.get_description();
    description.default_value = option.get_default_str();
    description.is_required = option.get_required();
    return description;
}

CommandDescription describe_app(const CLI::App& app) {
    CommandDescription description{app.get_name(), app.get_description(), {}, {}};
    for (const CLI::Option* option : app.get_options())
        if (!option->get_group().empty()) description.options.push_back(describe_option(*option));
    for (const CLI::App* command : app.get_subcommands(nullptr))
        if (!command->get_group().empty()) description.commands.push_back(describe_app(*command));
    return description;
}

} // namespace

// --- options ----------------------------------------------------------------------------------------------

CommandOption CommandOption::required() {
    return CommandOption(*option_->required());
}
CommandOption CommandOption::value_name(const std::string& name) {
    return CommandOption(*option_->type_name(name));
}
CommandOption CommandOption::show_default() {
    return CommandOption(*option_->capture_default_str());
}
CommandOption CommandOption::separated_by(char separator) {
    return CommandOption(*option_->delimiter(separator));
}
CommandOption CommandOption::excludes(const CommandOption& other) {
    return CommandOption(*option_->excludes(other.option_));
}
CommandOption CommandOption::not_empty() {
    return CommandOption(*option_->check(not_empty_check()));
}
CommandOption CommandOption::whole_number() {
    return CommandOption(*option_->check(whole_number_check()));
}
CommandOption CommandOption::within(int lower, int upper) {
    return CommandOption(*option_->check(whole_range_check(lower, upper)));
}
CommandOption CommandOption::within(std::uint32_t lower, std::uint32_t upper) {
    return CommandOption(*option_->check(whole_range_check(lower, upper)));
}
CommandOption CommandOption::within(std::uint64_t lower, std::uint64_t upper) {
    return CommandOption(*option_->check(whole_range_check(lower, upper)));
}
CommandOption CommandOption::not_negative() {
    return CommandOption(*option_->check([](const std::string& text) {
        double number = 0.0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        return error == std::errc{} && rest == end && number >= 0.0
                   ? ""
                   : "'" + text + "' is not a number of at least 0";
    }));
}

CommandOption CommandOption::within(double lower, double upper) {
    const auto refuse_nan = [](const std::string& text) { // CLI::Range accepts it
        double number = 0.0;
        const bool is_nan = CLI::detail::lexical_cast(text, number) && std::isnan(number);
        return is_nan ? "'" + text + "' is not a number" : std::string();
    };
    return CommandOption(*option_->check(CLI::Range(lower, upper))->check(refuse_nan));
}

// --- commands ---------------------------------------------------------------------------------------------

Command Command::add_command(const std::string& name, const std::string& help) {
    return {*app_->add_subcommand(name, help), *chosen_};
}

void Command::hide() {
    app_->group("");
}

std::vector<std::string> Command::command_names() const {
    std::vector<std::string> names;
    for (const CLI::App* command :
         app_->get_subcommands([](const CLI::App* app) { return !app->get_group().empty(); }))
        names.push_back(command->get_name());
    return names;
}

CommandDescription Command::describe() const {
    return describe_app(*app_);
}

CommandOption Command::option(const std::string& name, OptionVariable variable, const std::string& help) {
    const auto add = [&](auto* target) {
        using Target = std::remove_pointer_t<decltype(target)>;
        CLI::Option* const option = app_->add_option(name, *target, help);
        if constexpr (std::is_integral_v<Target> || std::is_same_v<Target, std::optional<std::uint64_t>>)
            option->transform(without_leading_zeros);
        return option;
    };
    return CommandOption(*std::visit(add, variable));
}

CommandOption Command::flag(const std::string& name, bool* variable, const std::string& help) {
    return CommandOption(*app_->add_flag(name, *variable, help));
}

CommandOption Command::text_option(const std::string& name, TakeText take, const std::string& help) {
    const auto take_one = [take = std::move(take)](const std::string& text) { take_checked(take, text); };
    return CommandOption(*app_->add_option_function<std::string>(name, take_one, help));
}

CommandOption Command::repeated_option(const std::string& name, TakeText take, const std::string& help) {
    const auto take_each = [take = std::move(take)](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) take_checked(take, text);
    };
    return CommandOption(*app_->add_option_function<std::vector<std::string>>(name, take_each, help)
                              ->expected(1)
                              ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll));
}

CommandOption Command::number_option(const std::string& name, std::function<void(int)> take,
                                     const std::string& help) {
    return CommandOption(*app_->add_option_function<int>(name, take, help)->transform(without_leading_zeros));
}

void Command::set_action(Action action) {
    app_->callback([chosen = chosen_, action = std::move(action)] { *chosen = action; });
}

void Command::pass_words_to(std::function<int(std::vector<std::string>)> action) {
    app_->set_help_flag();
    app_->prefix_command();
    app_->callback([app = app_, chosen = chosen_, action = std::move(action)] {
        *chosen = [action, words = app->remaining()] { return action(words); };
    });
}

// --- the line ---------------------------------------------------------------------------------------------

CommandLine::CommandLine(const std::string& name, const std::string& help, Action without_command)
    : CommandLine(std::make_unique<CLI::App>(help, name), std::move(without_command)) {}

CommandLine::CommandLine(std::unique_ptr<CLI::App> app, Action without_command)
    : Command(*app, action_)
    , owned_(std::move(app))
    , action_(std::move(without_command)) {
    app_->require_subcommand(0, 1);
}

CommandLine::~CommandLine() = default;

void CommandLine::set_version(const std::string& text) {
    app_->set_version_flag("--version", text);
}

std::optional<int> CommandLine::parse(int argc, const char* const* argv) {
    fill_closed_streams();
    try {
        app_->parse(argc, argv);
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        return report_usage_error(*app_, error);
    }
}

int CommandLine::run() const {
    return check_printed(action_());
}

} // namespace boxwood
