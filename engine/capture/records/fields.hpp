// What: defines the layout of messages. Each record type has one function `fields(visitor, record)` that calls the
//       visitor for every field in order. The visitors below write a record, read it, and describe its fields for the
//       documentation and for the schema in the file.
// Layout: little-endian; every field starts at a multiple of 8 bytes.
//       u64, f64        8 bytes
//       text            u64 length in bytes, UTF-8, padding
//       u32[], u64[]    u64 number of elements, the elements, padding
//       real[]          u64 number of elements, u64 bytes per element (4 or 8), the elements, padding
//       bytes           u64 length, the bytes, padding
//       record[]        u64 number of records, then for each record a u64 length and its fields
// Invariants: new fields are only added at the end. A reader ignores bytes after the last known field. A missing field
//       at the end has its default value. Files of other minor versions can therefore be read.
#pragma once

#include "collision/core/result.hpp"
#include "engine/capture/bytes.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood::capture {

// Real numbers, and whether their producer stores them as float or as double.
struct Reals {
    std::vector<double> values{};
    bool is_single_precision = false; // each value is a float

    bool empty() const { return values.empty(); }
    std::size_t size() const { return values.size(); }
    double operator[](std::size_t i) const { return values[i]; }
    friend bool operator==(const Reals&, const Reals&) = default;
};

class FieldWriter {
  public:
    explicit FieldWriter(ByteWriter& out)
        : out_(out) {}

    void operator()(std::string_view, std::string_view, const std::uint64_t& value) { out_.number(value); }
    void operator()(std::string_view, std::string_view, const double& value) { out_.number(value); }
    void operator()(std::string_view, std::string_view, const std::string& text) { block(bytes_of(text)); }
    void operator()(std::string_view, std::string_view, const std::vector<std::byte>& bytes) { block(bytes); }
    void operator()(std::string_view, std::string_view, const std::vector<std::uint32_t>& values) {
        array(values);
    }
    void operator()(std::string_view, std::string_view, const std::vector<std::uint64_t>& values) {
        array(values);
    }
    void operator()(std::string_view, std::string_view, const Reals& reals);
    template <class Record>
    void operator()(std::string_view, std::string_view, const std::vector<Record>& records) {
        out_.number(static_cast<std::uint64_t>(records.size()));
        for (const Record& record : records) {
            const std::size_t at = out_.size();
            out_.number(std::uint64_t{0});
            // fields() takes a record by reference; this visitor does not change it.
            fields(*this, const_cast<Record&>(record));
            out_.overwrite(at, static_cast<std::uint64_t>(out_.size() - at - sizeof(std::uint64_t)));
        }
    }

  private:
    void block(Bytes bytes) { out_.number(static_cast<std::uint64_t>(bytes.size())).raw(bytes).align(8); }
    template <class T>
    void array(const std::vector<T>& values) {
        out_.number(static_cast<std::uint64_t>(values.size())).raw(std::as_bytes(std::span(values))).align(8);
    }
    ByteWriter& out_;
};

class FieldReader {
  public:
    explicit FieldReader(Bytes bytes)
        : in_(bytes) {}

    void operator()(std::string_view name, std::string_view, std::uint64_t& out) { number(name, out); }
    void operator()(std::string_view name, std::string_view, double& out) { number(name, out); }
    void operator()(std::string_view name, std::string_view, std::string& out);
    void operator()(std::string_view name, std::string_view, std::vector<std::byte>& out);
    void operator()(std::string_view name, std::string_view, std::vector<std::uint32_t>& out) {
        array(name, out);
    }
    void operator()(std::string_view name, std::string_view, std::vector<std::uint64_t>& out) {
        array(name, out);
    }
    void operator()(std::string_view name, std::string_view, Reals& out);
    template <class Record>
    void operator()(std::string_view name, std::string_view, std::vector<Record>& out) {
        if (is_done()) return;
        const auto count = in_.number<std::uint64_t>();
        // Each record has at least the eight bytes of its length.
        if (in_.failed() || count > in_.left() / sizeof(std::uint64_t)) return fail(name);
        out.clear();
        for (std::uint64_t i = 0; i < count && failed_field_.empty(); ++i) {
            FieldReader inner(in_.raw(in_.number<std::uint64_t>()));
            if (in_.failed()) return fail(name);
            fields(inner, out.emplace_back());
            if (!inner.failed_field_.empty())
                return fail(std::string(name) + "." + inner.failed_field_, inner.reason_);
        }
    }

    // Describes the first field that cannot be read; empty if there is none.
    std::string error() const {
        return failed_field_.empty() ? "" : "the field \"" + failed_field_ + "\" " + reason_;
    }

  private:
    template <class T>
    void number(std::string_view name, T& out) {
        if (is_done()) return;
        const T value = in_.number<T>();
        if (in_.failed()) return fail(name);
        out = value;
    }
    template <class T>
    void array(std::string_view name, std::vector<T>& out) {
        if (is_done()) return;
        std::vector<T> values = in_.numbers<T>(in_.number<std::uint64_t>());
        in_.align(8);
        if (in_.failed()) return fail(name);
        out = std::move(values);
    }
    // True after the last field of the message, and after a failure.
    bool is_done() const { return !failed_field_.empty() || in_.left() == 0; }
    void fail(std::string_view name, const char* reason = "continues beyond the end of its message") {
        if (!failed_field_.empty()) return;
        failed_field_ = name;
        reason_ = reason;
    }

    ByteReader in_;
    std::string failed_field_;
    const char* reason_ = "";
};

// Describes the fields as text, one line "name: type: meaning" per field. The fields of inner records are indented.
class FieldDescriber {
  public:
    void operator()(std::string_view name, std::string_view help, std::uint64_t&) { line(name, "u64", help); }
    void operator()(std::string_view name, std::string_view help, double&) { line(name, "f64", help); }
    void operator()(std::string_view name, std::string_view help, std::string&) { line(name, "text", help); }
    void operator()(std::string_view name, std::string_view help, std::vector<std::byte>&) {
        line(name, "bytes", help);
    }
    void operator()(std::string_view name, std::string_view help, std::vector<std::uint32_t>&) {
        line(name, "u32[]", help);
    }
    void operator()(std::string_view name, std::string_view help, std::vector<std::uint64_t>&) {
        line(name, "u64[]", help);
    }
    void operator()(std::string_view name, std::string_view help, Reals&) { line(name, "real[]", help); }
    template <class Record>
    void operator()(std::string_view name, std::string_view help, std::vector<Record>&) {
        line(name, "record[]", help);
        Record inner;
        indent_ += 2;
        fields(*this, inner);
        indent_ -= 2;
    }
    const std::string& text() const { return text_; }

  private:
    void line(std::string_view name, std::string_view type, std::string_view help) {
        text_.append(indent_, ' ')
            .append(name)
            .append(": ")
            .append(type)
            .append(": ")
            .append(help)
            .append("\n");
    }
    std::string text_;
    std::size_t indent_ = 0;
};

template <class Record>
std::string describe_fields() {
    FieldDescriber describer;
    Record record;
    fields(describer, record);
    return describer.text();
}

template <class Record>
void append_record(ByteWriter& out, const Record& record) {
    FieldWriter writer(out);
    fields(writer, const_cast<Record&>(record));
}

template <class Record>
Result<Record> parse_record(Bytes bytes) {
    FieldReader reader(bytes);
    Record record;
    fields(reader, record);
    if (std::string error = reader.error(); !error.empty()) return Error{std::move(error)};
    return record;
}

} // namespace boxwood::capture
