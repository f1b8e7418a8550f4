#include "engine/capture/records/fields.hpp"

#include <algorithm>

namespace boxwood::capture {

void FieldWriter::operator()(std::string_view, std::string_view, const Reals& reals) {
    out_.number(static_cast<std::uint64_t>(reals.size()));
    out_.number(static_cast<std::uint64_t>(reals.is_single_precision ? sizeof(float) : sizeof(double)));
    if (!reals.is_single_precision) {
        out_.raw(std::as_bytes(std::span(reals.values)));
        return;
    }
    for (const double value : reals.values) out_.number(static_cast<float>(value));
    out_.align(8);
}

void FieldReader::operator()(std::string_view name, std::string_view, std::string& out) {
    if (is_done()) return;
    const Bytes bytes = in_.raw(in_.number<std::uint64_t>());
    in_.align(8);
    if (in_.failed()) return fail(name);
    out = text_of(bytes);
}

void FieldReader::operator()(std::string_view name, std::string_view, std::vector<std::byte>& out) {
    if (is_done()) return;
    const Bytes bytes = in_.raw(in_.number<std::uint64_t>());
    in_.align(8);
    if (in_.failed()) return fail(name);
    out.assign(bytes.begin(), bytes.end());
}

void FieldReader::operator()(std::string_view name, std::string_view, Reals& out) {
    if (is_done()) return;
    const auto count = in_.number<std::uint64_t>();
    const auto size = in_.number<std::uint64_t>();
    if (in_.failed()) return fail(name);
    if (size != sizeof(float) && size != sizeof(double))
        return fail(name, "has numbers that are neither 4 nor 8 bytes long");
    Reals reals{.is_single_precision = size == sizeof(float)};
    if (reals.is_single_precision) {
        const std::vector<float> values = in_.numbers<float>(count);
        reals.values.assign(values.begin(), values.end());
    } else {
        reals.values = in_.numbers<double>(count);
    }
    in_.align(8);
    if (in_.failed()) return fail(name);
    out = std::move(reals);
}

} // namespace boxwood::capture
