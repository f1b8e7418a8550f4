# Embeds the interface fonts, so that an installed program needs no font package.
function(boxwood_embed target symbol file)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/embedded/${symbol}.S @ONLY CONTENT [=[
    .section .rodata
    .global @symbol@
    .global @symbol@_end
    .balign 16
@symbol@:
    .incbin "@file@"
@symbol@_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
]=])
    set_source_files_properties(${CMAKE_BINARY_DIR}/embedded/${symbol}.S PROPERTIES OBJECT_DEPENDS ${file})
    target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/embedded/${symbol}.S)
endfunction()

set(font_folders PATHS /usr/share/fonts PATH_SUFFIXES opentype/inter truetype/dejavu)
find_file(BOXWOOD_FONT_REGULAR NAMES Inter-Regular.otf DejaVuSans.ttf ${font_folders} REQUIRED)
find_file(BOXWOOD_FONT_SEMIBOLD NAMES Inter-SemiBold.otf DejaVuSans-Bold.ttf ${font_folders} REQUIRED)
