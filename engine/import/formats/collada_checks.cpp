#include "engine/import/formats/collada_checks.hpp"

#include "engine/import/text_scan.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>

namespace boxwood {
namespace {

constexpr std::string_view kXmlBlanks = " \t\r\n\v\f";

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Checks the elements whose text is a list of indices: p, h, v and vcount inside a mesh, a convex mesh or a skin.
class IndexLists {
  public:
    explicit IndexLists(std::string_view text)
        : text_(text) {}

    Status check() {
        for (std::size_t at = text_.find('<'); at < text_.size(); at = text_.find('<', at)) {
            if (text_.substr(at).starts_with("<!--")) {
                at = std::min(text_.find("-->", at), text_.size());
                continue;
            }
            const std::size_t end = std::min(text_.find('>', at), text_.size());
            const std::string_view tag = text_.substr(at + 1, end - at - 1);
            at = std::min(end + 1, text_.size());
            update_context(tag);
            if (is_list(tag))
                if (Status indices = check_words(at); !indices) return indices;
        }
        return ok();
    }

  private:
    static std::string_view name_of(std::string_view tag) {
        if (tag.starts_with('/')) tag.remove_prefix(1);
        return tag.substr(0, tag.find_first_of(" \t\r\n/"));
    }

    void update_context(std::string_view tag) {
        constexpr std::array<std::string_view, 3> kOwners{"mesh", "skin", "convex_mesh"};
        if (tag.ends_with('/')) return;
        const bool is_end = tag.starts_with('/');
        if (is_one_of(name_of(tag), kOwners)) is_in_owner_ = !is_end;
        if (name_of(tag) == "extra") is_in_extra_ = !is_end;
    }

    bool is_list(std::string_view tag) const {
        constexpr std::array<std::string_view, 4> kLists{"p", "h", "v", "vcount"};
        return is_in_owner_ && !is_in_extra_ && !tag.starts_with('/') && !tag.ends_with('/') &&
               is_one_of(name_of(tag), kLists);
    }

    Status check_words(std::size_t begin) const {
        const std::size_t end = std::min(text_.find('<', begin), text_.size());
        for (std::size_t at = begin; at < end;) {
            at = std::min(text_.find_first_not_of(kXmlBlanks, at), end);
            if (at == end) break;
            const std::size_t stop = std::min(text_.find_first_of(kXmlBlanks, at), end);
            const std::string_view word = text_.substr(at, stop - at);
            // Assimp reads an index outside this range as 0, which changes the mesh.
            const std::optional<std::int64_t> index = parse_integer(word);
            if (!index || *index < 0 || *index > std::numeric_limits<std::int32_t>::max())
                return Error{"line " + std::to_string(line_of(at)) + ": " + quoted(word) +
                             " is not a valid index or corner count"};
            at = stop;
        }
        return ok();
    }

    std::size_t line_of(std::size_t at) const {
        return 1 + static_cast<std::size_t>(
                       std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    }

    std::string_view text_;
    bool is_in_owner_ = false, is_in_extra_ = false;
};

} // namespace

Status check_collada(std::string_view text) {
    if (text.find("<morph") != std::string_view::npos)
        return Error{
            "has morph targets, which Boxwood's Collada importer cannot read correctly; save it as glTF "
            "or FBX"};
    return IndexLists(text).check();
}

} // namespace boxwood
