# Writes a source that names the commit the tree is at, at every build, and only if it has changed:
#   cmake -D SOURCE=tree -D FILE=file -P commit.cmake
# "unknown" where there is no git or no history, or that of another project around the tree; "abc1234 and changes" where
# files differ from it.
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
