#include "app/cli/manual/manual.hpp"

namespace boxwood {
namespace {

std::string replace_each(std::string_view text, char old_char, std::string_view replacement) {
    std::string replaced;
    for (const char c : text)
        if (c == old_char)
            replaced += replacement;
        else
            replaced += c;
    return replaced;
}

// Escapes text for a manual page. Without escapes, a line that begins with a dot or a quote would be a roff request,
// and a minus sign could become a hyphen.
std::string escape_roff(std::string_view text) {
    std::string line;
    for (const char c : text) switch (c) {
        case '\\': line += "\\e"; break;
        case '-': line += "\\-"; break;
        case '\n': line += ' '; break;
        default: line += c;
        }
    if (!line.empty() && (line.front() == '.' || line.front() == '\'')) line.insert(0, "\\&");
    return line;
}

std::string roff_option(const OptionDescription& option) {
    std::string text;
    for (const std::string& name : option.names)
        text += (text.empty() ? "\\fB" : ", \\fB") + escape_roff(name) + "\\fR";
    if (!option.value.empty()) text += " \\fI" + escape_roff(option.value) + "\\fR";
    return text;
}

void add_options(const CommandDescription& command, std::string& io_page) {
    for (const OptionDescription& option : command.options) {
        io_page += ".TP\n" + roff_option(option) + '\n';
        std::string help = option.help;
        if (option.is_required) help += help.empty() ? "Required." : " (required)";
        if (!option.default_value.empty()) help += " (default: " + option.default_value + ")";
        io_page += escape_roff(help) + '\n';
    }
}

std::string usage(const CommandDescription& command) {
    std::string line = "[\\fIOPTIONS\\fR]";
    for (const OptionDescription& option : command.options)
        if (option.is_positional) line += " \\fI" + escape_roff(option.names.front()) + "\\fR";
    return line;
}

// The words that an option accepts; empty if it accepts any value.
std::string choices(const OptionDescription& option) {
    std::string words;
    for (const std::string& choice : option.choices) words += (words.empty() ? "" : " ") + choice;
    return words;
}

std::string long_names(const CommandDescription& command) {
    std::string words;
    for (const OptionDescription& option : command.options)
        for (const std::string& name : option.names)
            if (name.starts_with('-')) words += (words.empty() ? "" : " ") + name;
    return words;
}

// Quotes text for a shell with single quotes.
std::string shell_quoted(std::string_view text) {
    return "'" + replace_each(text, '\'', "'\\''") + "'";
}

// Escapes a description for a zsh specification, in which brackets and colons are special.
std::string escape_zsh(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
        escaped += c == '\n' ? ' ' : c;
    }
    return escaped;
}

std::string zsh_options(const CommandDescription& command, std::string_view indent) {
    std::string lines;
    for (const OptionDescription& option : command.options) {
        if (option.is_positional) continue;
        const std::string words = choices(option);
        std::string value;
        if (!option.value.empty())
            value = ':' + escape_zsh(option.value) + ':' + (words.empty() ? "_files" : '(' + words + ')');
        for (const std::string& name : option.names)
            lines += " \\\n" + std::string(indent) +
                     shell_quoted(name + '[' + escape_zsh(option.help) + ']' + value);
    }
    return lines;
}

void add_fish_options(const CommandDescription& command, const std::string& condition, std::string& io_script) {
    for (const OptionDescription& option : command.options) {
        if (option.is_positional) continue;
        io_script += "complete -c boxwood" + condition;
        for (const std::string& name : option.names)
            io_script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        if (!option.value.empty()) io_script += " -r";
        if (const std::string words = choices(option); !words.empty())
            io_script += " -f -a " + shell_quoted(words);
        io_script += " -d " + shell_quoted(option.help) + '\n';
    }
}

} // namespace

std::string manual_page(const CommandDescription& program, std::string_view version) {
    std::string page = ".TH BOXWOOD 1 \"\" \"boxwood " + std::string(version) + "\" \"User commands\"\n";
    page += ".SH NAME\nboxwood \\- bounding\\-volume hierarchies, broad phase and closest features, explained\n";
    page += ".SH SYNOPSIS\n\\fBboxwood\\fR " + usage(program) + '\n';
    for (const CommandDescription& command : program.commands)
        page += ".br\n\\fBboxwood " + escape_roff(command.name) + "\\fR " + usage(command) + '\n';
    page += ".SH DESCRIPTION\nWithout a command, the program opens a window with the given files. "
            "Commands print their answers; all except \\fBrun\\fR work without a display.\n";
    page += ".SH OPTIONS\n";
    add_options(program, page);
    if (!program.commands.empty()) page += ".SH COMMANDS\n";
    for (const CommandDescription& command : program.commands) {
        page += ".SS boxwood " + escape_roff(command.name) + '\n' + escape_roff(command.help) + '\n';
        add_options(command, page);
    }
    page +=
        ".SH EXIT STATUS\n.TP\n0\nSuccess.\n.TP\n1\nA check failed; for example, it found a wrong answer.\n"
        ".TP\n2\nBad usage or bad input; one line on standard error names the problem and the option or "
        "file.\n";
    return page;
}

std::string bash_completion(const CommandDescription& program) {
    std::string commands;
    for (const CommandDescription& command : program.commands) commands += ' ' + command.name;
    std::string script = "# Completion of boxwood for bash.\n"
                         "_boxwood() {\n"
                         "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=\n"
                         "    COMPREPLY=()\n"
                         "    case \"${COMP_WORDS[1]} $previous\" in\n";
    for (const CommandDescription& command : program.commands)
        for (const OptionDescription& option : command.options)
            if (const std::string words = choices(option); !words.empty() && !option.is_positional)
                for (const std::string& name : option.names)
                    script += "        " + shell_quoted(command.name + ' ' + name) +
                              ") COMPREPLY=($(compgen -W " + shell_quoted(words) +
                              " -- \"$current\")); return ;;\n";
    script += "    esac\n"
              "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
              "        words=" +
              shell_quoted(long_names(program) + commands) +
              "\n"
              "    else\n"
              "        case \"${COMP_WORDS[1]}\" in\n";
    for (const CommandDescription& command : program.commands)
        script += "            " + command.name + ") words=" + shell_quoted(long_names(command)) + " ;;\n";
    script += "        esac\n"
              "    fi\n"
              "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\") $(compgen -f -- \"$current\"))\n"
              "}\n"
              "complete -o filenames -F _boxwood boxwood\n";
    return script;
}

std::string zsh_completion(const CommandDescription& program) {
    std::string script = "#compdef boxwood\n# Completion of boxwood for zsh.\nlocal -a commands\ncommands=(\n";
    for (const CommandDescription& command : program.commands)
        script += "    " + shell_quoted(command.name + ':' + escape_zsh(command.help)) + '\n';
    script += ")\nif (( CURRENT == 2 )); then\n    _describe command commands\n    _files\n    return\nfi\n"
              "case $words[2] in\n";
    for (const CommandDescription& command : program.commands)
        script += "    " + command.name + ")\n        _arguments" + zsh_options(command, "            ") +
                  " \\\n            '*:file:_files' ;;\n";
    script += "esac\n";
    return script;
}

std::string fish_completion(const CommandDescription& program) {
    std::string script = "# Completion of boxwood for fish.\n";
    add_fish_options(program, " -n __fish_use_subcommand", script);
    for (const CommandDescription& command : program.commands) {
        script += "complete -c boxwood -n __fish_use_subcommand -a " + command.name + " -d " +
                  shell_quoted(command.help) + '\n';
        add_fish_options(command, " -n '__fish_seen_subcommand_from " + command.name + "'", script);
    }
    return script;
}

} // namespace boxwood
