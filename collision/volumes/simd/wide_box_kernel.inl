// The kernel of wide_box_kernels.cpp for one instruction set. The including namespace defines Lanes (eight floats),
// Rows (the rows of a pair of nodes that fit in a vector and are tested at once) and their operations. Do not include
// headers here: they would be compiled for this instruction set only.

// The terms of a test that depend only on A's box, and those that depend only on B's box; for eight boxes each.
struct TermsOfA {
    Lanes from_a[3], extent[3]; // 2 T - (lower + upper); the extent with its error bound
    Lanes on_b[3][3];           // [j][i]
    Lanes on_cross[3][3];       // [i][j]
    Lanes volume;
};
struct TermsOfB {
    Lanes center[3][3], on_a[3][3]; // [i][j]
    Lanes extent[3];
    Lanes on_cross[3][3]; // [i][j]
    Lanes volume;
};

struct DecodedBoxes {
    Lanes center[3], extent[3]; // doubled
};

inline DecodedBoxes decode(const WideBoxes* boxes) {
    DecodedBoxes decoded;
    for (std::size_t i = 0; i < 3; ++i) {
        const Lanes origin = broadcast(boxes->origin[i]), step = broadcast(boxes->step[i]);
        const Lanes lower = origin + load_bytes(boxes->lower[i].data()) * step;
        const Lanes upper = origin + load_bytes(boxes->upper[i].data()) * step;
        decoded.center[i] = lower + upper;
        decoded.extent[i] = upper - lower;
    }
    return decoded;
}
inline DecodedBoxes decode(const PlacedMoves& boxes) {
    DecodedBoxes decoded;
    const float* const parent[2] = {&boxes.parent.lower.x, &boxes.parent.upper.x};
    for (std::size_t i = 0; i < 3; ++i) {
        const Lanes first = broadcast(parent[0][i]), last = broadcast(parent[1][i]);
        const Lanes step = last * broadcast(0x1p-8f) - first * broadcast(0x1p-8f);
        const Lanes lower = first + load_bytes(boxes.moves->lower[i].data()) * step;
        const Lanes upper = last - load_bytes(boxes.moves->upper[i].data()) * step;
        decoded.center[i] = lower + upper;
        decoded.extent[i] = upper - lower;
    }
    return decoded;
}

inline Lanes volume_of(const DecodedBoxes& boxes, float scale) {
    return (boxes.extent[0] * boxes.extent[1]) * boxes.extent[2] * broadcast(scale);
}

inline void set_terms(const DecodedBoxes& a, const WideBoxRelation& r, TermsOfA& out) {
    for (std::size_t i = 0; i < 3; ++i) {
        out.from_a[i] = broadcast(r.twice_t[i]) - a.center[i];
        out.extent[i] = a.extent[i] + broadcast(r.error_bound_a[i]);
    }
    for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t i = 0; i < 3; ++i) out.on_b[j][i] = broadcast(r.abs_n[j][i]) * out.extent[i];
    out.volume = volume_of(a, r.volume_a);
    if (r.test != OverlapTest::sat) return;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3, last = (i + 2) % 3;
        for (std::size_t j = 0; j < 3; ++j)
            out.on_cross[i][j] =
                out.extent[next] * broadcast(r.abs_m[last][j]) + out.extent[last] * broadcast(r.abs_m[next][j]);
    }
}

inline void set_terms(const DecodedBoxes& b, const WideBoxRelation& r, TermsOfB& out) {
    for (std::size_t i = 0; i < 3; ++i) {
        out.extent[i] = b.extent[i];
        for (std::size_t j = 0; j < 3; ++j) {
            out.center[i][j] = broadcast(r.m[i][j]) * b.center[j];
            out.on_a[i][j] = broadcast(r.abs_m[i][j]) * b.extent[j];
        }
    }
    out.volume = volume_of(b, r.volume_b);
    if (r.test != OverlapTest::sat) return;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            out.on_cross[i][j] = b.extent[(j + 1) % 3] * broadcast(r.cofactor_next[i][j]) +
                                 b.extent[(j + 2) % 3] * broadcast(r.cofactor_previous[i][j]);
}

// The node whose terms are broadcast from one lane to all lanes of a row.
enum class Row { of_a, of_b };

// The indices of the rows that are tested at once; only the first T::kRows are used.
struct RowPlaces {
    std::size_t first, second;
};

template <class T>
inline void put(std::uint32_t bits, RowPlaces rows, std::uint64_t& io_square) {
    io_square |= std::uint64_t{bits & 255u} << (8 * rows.first);
    if constexpr (T::kRows == 2) io_square |= std::uint64_t{bits >> 8 & 255u} << (8 * rows.second);
}

// Tests the pairs of one or two rows (T::kRows) at once. Accumulates the pairs that the axes tested so far separate.
template <Row kRow, class T>
class RowTest {
  public:
    using Verdicts = decltype(is_greater(T{}, T{}));

    RowTest(const TermsOfA& a, const TermsOfB& b, RowPlaces rows, Verdicts absent, SeparatingAxisHits& io_hits)
        : a_(a)
        , b_(b)
        , broadcaster_(rows)
        , separated_(absent)
        , hits_(io_hits) {}

    Verdicts run(const WideBoxRelation& r) {
        T t[3];
        for (std::size_t i = 0; i < 3; ++i) {
            t[i] = ((of_a(a_.from_a[i]) + of_b(b_.center[i][0])) + of_b(b_.center[i][1])) +
                   of_b(b_.center[i][2]);
            add(i, abs(t[i]),
                ((of_a(a_.extent[i]) + of_b(b_.on_a[i][0])) + of_b(b_.on_a[i][1])) + of_b(b_.on_a[i][2]));
        }
        if (r.test == OverlapTest::aabb_of_obb) return separated_;
        for (std::size_t j = 0; j < 3; ++j)
            add(3 + j, abs((all(r.n[j][0]) * t[0] + all(r.n[j][1]) * t[1]) + all(r.n[j][2]) * t[2]),
                ((of_b(b_.extent[j]) + of_a(a_.on_b[j][0])) + of_a(a_.on_b[j][1])) + of_a(a_.on_b[j][2]));
        if (r.test == OverlapTest::sat_lite) return separated_;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t next = (i + 1) % 3, last = (i + 2) % 3;
            for (std::size_t j = 0; j < 3; ++j)
                add(6 + 3 * i + j, abs(t[last] * all(r.m[next][j]) - t[next] * all(r.m[last][j])),
                    of_a(a_.on_cross[i][j]) + of_b(b_.on_cross[i][j]));
        }
        return separated_;
    }

    T of_a(const Lanes& term) const { return take<kRow == Row::of_a>(term); }
    T of_b(const Lanes& term) const { return take<kRow == Row::of_b>(term); }

  private:
    static T all(const float& x) { return broadcast_to(x, T{}); }
    template <bool kIsBroadcast>
    T take(const Lanes& term) const {
        if constexpr (kIsBroadcast)
            return broadcaster_(term);
        else
            return repeat(term, T{});
    }

    void add(std::size_t axis, T distance, T radii) {
        separated_ = separated_ | is_greater(distance, radii);
        count(separated_, hits_.until[axis].data());
    }

    const TermsOfA& a_;
    const TermsOfB& b_;
    typename T::Broadcaster broadcaster_;
    Verdicts separated_;
    SeparatingAxisHits& hits_;
};

// Bit 8 k + lane of `absent` is set if that lane of the k-th row contains no pair.
template <Row kRow, class T>
inline void test_row(const TermsOfA& a, const TermsOfB& b, RowPlaces rows, std::uint32_t absent,
                     const WideBoxRelation& r, WidePairs& io_pairs, SeparatingAxisHits& io_hits) {
    RowTest<kRow, T> row(a, b, rows, verdicts_of(absent, T{}), io_hits);
    put<T>(~bits_of(row.run(r)), rows, io_pairs.overlap);
    const T volume_a = row.of_a(a.volume), volume_b = row.of_b(b.volume);
    put<T>(bits_of(is_greater(volume_a, volume_b)), rows, io_pairs.is_a_larger);
    put<T>(bits_of(is_equal(volume_a, volume_b)), rows, io_pairs.is_tied);
}

static_assert(sizeof(TermsOfA) == sizeof(BoxTestTerms::of_a) && sizeof(TermsOfB) == sizeof(BoxTestTerms::of_b));

inline const void* key_of(const WideBoxes* boxes) {
    return boxes;
}
inline const void* key_of(const PlacedMoves& boxes) {
    return boxes.moves;
}
template <class Boxes>
inline const TermsOfA& terms_of_a(const Boxes& boxes, const WideBoxRelation& r, BoxTestTerms& io_terms) {
    auto& terms = *reinterpret_cast<TermsOfA*>(io_terms.of_a.data());
    if (io_terms.a != key_of(boxes)) set_terms(decode(boxes), r, terms);
    io_terms.a = key_of(boxes);
    return terms;
}
template <class Boxes>
inline const TermsOfB& terms_of_b(const Boxes& boxes, const WideBoxRelation& r, BoxTestTerms& io_terms) {
    auto& terms = *reinterpret_cast<TermsOfB*>(io_terms.of_b.data());
    if (io_terms.b != key_of(boxes)) set_terms(decode(boxes), r, terms);
    io_terms.b = key_of(boxes);
    return terms;
}

template <Row kRow, class Query>
inline void test_rows(const WideBoxRelation& r, const Query& query, BoxTestTerms& io_terms,
                      WidePairs& io_pairs, SeparatingAxisHits& io_hits) {
    const TermsOfA& a = terms_of_a(query.a, r, io_terms);
    const TermsOfB& b = terms_of_b(query.b, r, io_terms);
    const std::uint32_t absent = ~query.lanes & 255u;
    std::uint32_t rows = query.rows;
    if constexpr (Rows::kRows == 2)
        while ((rows & (rows - 1)) != 0) {
            const auto first = static_cast<std::size_t>(std::countr_zero(rows));
            rows &= rows - 1;
            const auto second = static_cast<std::size_t>(std::countr_zero(rows));
            rows &= rows - 1;
            test_row<kRow, Rows>(a, b, {first, second}, absent << 8 | absent, r, io_pairs, io_hits);
        }
    for (; rows != 0; rows &= rows - 1) {
        const auto row = static_cast<std::size_t>(std::countr_zero(rows));
        test_row<kRow, Lanes>(a, b, {row, row}, absent, r, io_pairs, io_hits);
    }
}

template <class Query>
inline void test(const WideBoxRelation& relation, const Query& query, BoxTestTerms& io_terms,
                 WidePairs& out_pairs, SeparatingAxisHits& io_hits) {
    out_pairs = {};
    if (query.is_row_of_a)
        test_rows<Row::of_a>(relation, query, io_terms, out_pairs, io_hits);
    else
        test_rows<Row::of_b>(relation, query, io_terms, out_pairs, io_hits);
    const auto rows = static_cast<std::uint64_t>(std::popcount(query.rows)),
               lanes = static_cast<std::uint64_t>(std::popcount(query.lanes));
    io_hits.axes = axes_of(relation.test);
    io_hits.tests += rows * lanes;
    io_hits.absent += rows * (WideBoxes::kLanes - lanes);
}
