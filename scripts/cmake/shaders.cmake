# Embeds every file of shaders/ in a target as boxwood_shader_<name>_<extension>, so that the program needs no shader
# files at run time. engine/render/gl/shader_sources.cpp lists the same names.
function(boxwood_embed_shaders target)
    file(GLOB shaders CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.*)
    foreach(shader ${shaders})
        get_filename_component(file ${shader} NAME)
        string(REPLACE "." "_" symbol ${file})
        boxwood_embed(${target} boxwood_shader_${symbol} ${shader})
    endforeach()
endfunction()
