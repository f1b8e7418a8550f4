# Writes a C++ file with the commit of the source tree. Runs in every build, but rewrites the file only if the commit
# has changed:
#   cmake -D SOURCE=tree -D FILE=file -P commit.cmake
# The text is "abc1234", or "abc1234 and changes" if files differ from the commit. It is "unknown" without git, without
# a git history, or if the tree is only a folder in another project's repository.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=10 HEAD
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE has_no_commit)
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-prefix
                OUTPUT_VARIABLE place_in_history OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(has_no_commit OR place_in_history)
    set(commit unknown)
else()
    execute_process(COMMAND git -C ${SOURCE} diff --quiet HEAD RESULT_VARIABLE has_changes ERROR_QUIET)
    if(has_changes)
        string(APPEND commit " and changes")
    endif()
endif()
file(CONFIGURE OUTPUT ${FILE} @ONLY CONTENT "namespace boxwood {
extern const char* const kBuildCommit;
const char* const kBuildCommit = \"@commit@\";
} // namespace boxwood
")
