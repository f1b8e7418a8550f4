// What: the commands of the program. Each function adds a command with its options and action to the command line.
// Exit status: 0 success; 1 a check failed, for example a wrong answer was found; 2 bad usage or bad input, with one
//              line on stderr; kInterruptedStatus after an interrupt.
#pragma once

#include "app/cli/options/command_line.hpp"

namespace boxwood {

void add_run_command(Command& line);
void add_replay_command(Command& line);
void add_query_command(Command& line);
void add_merge_command(Command& line);
void add_inspect_command(Command& line);
void add_compare_command(Command& line);
void add_judge_command(Command& line);
void add_attach_command(Command& line);
void add_prepare_command(Command& line);
void add_list_command(Command& line);
void add_bench_command(Command& line);
void add_keys_command(Command& line);
void add_settings_command(Command& line);
void add_manual_command(Command& line); // describes all commands that are not hidden
void add_import_command(Command& line); // hidden: runs in the guarded child process of engine/import

} // namespace boxwood
