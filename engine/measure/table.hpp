// What: holds a table as data, for a CSV file and for the report page.
// Units: the column names contain the units: query_us, build_ns_per_triangle.
// Invariants: every row has a cell per column; numbers are machine-readable, without units.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// At least four significant digits; without an exponent if the magnitude is at least 0.00001 and below ten million:
// 0.01234, 12.34, 123456. Empty if the value is not finite.
std::string short_number(double value);
std::string fixed_number(double value, int decimals);
std::string
exact_number(double value); // the shortest text that reads back as the same value; empty if not finite

struct Cell {
    std::string text;
    bool is_number = false;

    Cell(const char* words)
        : text(words) {}
    Cell(std::string_view words)
        : text(words) {}
    Cell(std::string words)
        : text(std::move(words)) {}
    Cell(double value)
        : text(short_number(value))
        , is_number(true) {}
    Cell(double value, int decimals)
        : text(fixed_number(value, decimals))
        , is_number(true) {}
    static Cell exact(double value) {
        Cell cell(exact_number(value));
        cell.is_number = true;
        return cell;
    }
    template <std::integral T>
    Cell(T value)
        : text(std::to_string(value))
        , is_number(true) {}
};

struct Table {
    std::string name; // of the file, without .csv
    std::string caption;
    std::vector<std::string> columns{};
    std::vector<std::vector<Cell>> rows{};
    bool is_on_page = true; // false: written only to the CSV file, for programs

    // Requires a cell per column.
    void add(std::initializer_list<Cell> cells);
    void add(std::vector<Cell> cells);
};

std::string to_csv(const Table& table);

// For display: groups the digits of numbers with five or more digits by three, with narrow non-breaking spaces. Digits
// after a point, a letter or an underscore are not grouped, because they belong to decimals, names or hashes.
std::string grouped_text(std::string_view text);

// Column name for display: "query_us" gives "query, µs".
std::string heading_text(std::string_view column);

} // namespace boxwood
