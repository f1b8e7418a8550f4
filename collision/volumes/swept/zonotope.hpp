// What: computes lower bounds on the distance from the origin to a zonotope t + sum y_i g_i, |y_i| <= 1. The difference
//     of two segments, rectangles or boxes is such a zonotope, and the distance of the two shapes is the distance of
//     this zonotope from the origin.
// Invariants: the returned bound is certified even if the search has not converged. It is the distance along one
//     direction, evaluated in double, so it exceeds the true distance by at most 2^-48 of the lengths involved.
// Degenerate input: zero and parallel generators; a zonotope around the origin gives 0.
// Cost: 15 to 60 ns if a few steps of the search suffice, at most 0.2 us otherwise.
// Source: [Larsen 2000] for the application; projected Newton steps as in [Bertsekas 1982].
// Departs from the source: no case distinction of edges and faces; the |y_i| that equal 1 encode the feature.
// Oracle: tests/collision/volumes/swept_test.cpp: the exact distance, by enumerating which coefficients are at a bound.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

// Real: double, or a type that counts operations.
template <std::size_t N, class Real = double>
struct Zonotope {
    glm::vec<3, Real> center{0.0};
    std::array<glm::vec<3, Real>, N> generators;
};

namespace detail {

template <std::size_t N, class Real>
class ZonotopeSearch {
  public:
    explicit ZonotopeSearch(const Zonotope<N, Real>& z)
        : z_(z)
        , nearest_(z.center) {
        project();
    }

    Real lower_bound() const { return lower_; } // best so far
    Real upper_bound() const {
        using std::sqrt;
        return sqrt(glm::dot(nearest_, nearest_));
    }

    // Whether the origin is inside, up to rounding: the vector to the nearest point is within the rounding error of the
    // center.
    bool is_at_origin() const {
        return glm::dot(nearest_, nearest_) <= kRounding * glm::dot(z_.center, z_.center);
    }

    // Moves the nearest point closer to the origin: a Newton step over the free coefficients, then a step in each
    // coefficient.
    void improve() {
        step_newton();
        for (std::size_t i = 0; i < N; ++i) move(i, -along_[i] / std::max(gram(i, i), Real(kTiny)));
        project();
        if (++steps_ == kUsualSteps) try_orthogonal_lines();
    }

  private:
    using Vector = glm::vec<3, Real>;
    using Vectors = std::array<Vector, N>;

    static constexpr double kTiny = 1e-300;
    static constexpr double kRounding = 0x1p-94; // of a squared length
    static constexpr double kParallel = 1e-24;   // squared sine; parallel up to double rounding
    static constexpr int kUsualSteps = 3;        // more steps indicate parallel faces, or the origin inside
    static constexpr double kAtEnd = 0x1p-40;    // relative to a coefficient

    Real gram(std::size_t i, std::size_t j) const { return glm::dot(z_.generators[i], z_.generators[j]); }

    // Updates the derivatives with respect to the coefficients, and the lower bound along the line to the current
    // nearest point.
    void project() {
        for (std::size_t i = 0; i < N; ++i) along_[i] = glm::dot(nearest_, z_.generators[i]);
        raise_bound(nearest_, along_);
    }
    void raise_bound(const Vector& line, const std::array<Real, N>& along) {
        using std::fabs, std::sqrt;
        Real reach = 0.0;
        for (const Real& a : along) reach += fabs(a);
        const Real gap = (glm::dot(line, z_.center) - reach) / sqrt(glm::dot(line, line));
        if (gap > lower_) lower_ = gap; // false for NaN, at the origin itself
    }

    // In exact arithmetic, the vector to the nearest point is orthogonal to all generators with free coefficients.
    // Rounding rotates the vector by an angle of about 2^-52 * lengths / distance. This hides distances below 1e-8 of
    // the lengths, for example between coplanar faces or collinear edges. Therefore, this function makes the vector
    // orthogonal to one such generator after the other, and evaluates the bound along each resulting line.
    void try_orthogonal_lines() {
        using std::fabs;
        Vectors spanned{};
        std::size_t count = 0;
        Vector line = nearest_;
        for (std::size_t i = 0; i < N; ++i) {
            const bool is_at_end = fabs(along_[i]) + y_[i] * along_[i] <= kAtEnd * fabs(along_[i]);
            if (is_at_end) continue;
            spanned[count] = orthogonalize(z_.generators[i], spanned, count);
            if (!(glm::dot(spanned[count], spanned[count]) > kParallel * gram(i, i))) continue;
            line = orthogonalize(line, spanned, ++count);
            if (!(glm::dot(line, line) > kParallel * glm::dot(nearest_, nearest_)))
                return; // they span all of space
            std::array<Real, N> along;
            for (std::size_t k = 0; k < N; ++k) along[k] = glm::dot(line, z_.generators[k]);
            raise_bound(line, along);
        }
    }
    // Returns the component of v that is orthogonal to the first `count` vectors of `spanned`, which are mutually
    // orthogonal. A second Gram-Schmidt pass removes the rounding residue of the first.
    static Vector orthogonalize(Vector v, const Vectors& spanned, std::size_t count) {
        for (int pass = 0; pass < 2; ++pass)
            for (std::size_t k = 0; k < count; ++k)
                v -= (glm::dot(v, spanned[k]) / glm::dot(spanned[k], spanned[k])) * spanned[k];
        return v;
    }

    void move(std::size_t i, Real by) {
        const Real y = std::clamp(y_[i] + by, Real(-1.0), Real(1.0));
        nearest_ += (y - y_[i]) * z_.generators[i];
        y_[i] = y;
        for (std::size_t k = i + 1; k < N; ++k) along_[k] = glm::dot(nearest_, z_.generators[k]);
    }

    // Solves for all free coefficients together, by a Cholesky factorization. The diagonal is enlarged slightly
    // (damping), because generators can be parallel.
    void step_newton() {
        using std::fabs, std::sqrt;
        std::array<std::size_t, N> free{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < N; ++i) {
            const bool is_held = (y_[i] >= 1.0 && along_[i] < 0.0) || (y_[i] <= -1.0 && along_[i] > 0.0);
            if (!is_held) free[count++] = i;
        }
        if (count < 2) return; // the coordinate sweep is equivalent
        std::array<std::array<Real, N>, N> l{};
        std::array<Real, N> d{};
        for (std::size_t r = 0; r < count; ++r) {
            for (std::size_t c = 0; c <= r; ++c) {
                Real sum = gram(free[r], free[c]);
                if (r == c) sum += 1e-10 * sum + kTiny;
                for (std::size_t k = 0; k < c; ++k) sum -= l[r][k] * l[c][k];
                l[r][c] = r == c ? sqrt(std::max(sum, Real(kTiny))) : sum / l[c][c];
            }
            d[r] = -along_[free[r]];
            for (std::size_t k = 0; k < r; ++k) d[r] -= l[r][k] * d[k];
            d[r] /= l[r][r];
        }
        for (std::size_t r = count; r-- > 0;) {
            for (std::size_t k = r + 1; k < count; ++k) d[r] -= l[k][r] * d[k];
            d[r] /= l[r][r];
        }
        // Takes the full step, clamped. If that does not decrease the distance, the step is shortened to end where the
        // first coefficient reaches its bound.
        if (try_move(free, d, count, 1.0)) return;
        Real share = 1.0;
        for (std::size_t r = 0; r < count; ++r) {
            const Real room = d[r] > 0.0 ? 1.0 - y_[free[r]] : 1.0 + y_[free[r]];
            if (fabs(d[r]) * share > room) share = room / fabs(d[r]);
        }
        try_move(free, d, count, share);
    }

    // Moves the free coefficients and returns true if that decreases the distance. Otherwise returns false.
    bool try_move(const std::array<std::size_t, N>& free, const std::array<Real, N>& d, std::size_t count,
                  Real share) {
        std::array<Real, N> trial = y_;
        glm::vec<3, Real> point = nearest_;
        for (std::size_t r = 0; r < count; ++r) {
            const std::size_t i = free[r];
            trial[i] = std::clamp(y_[i] + share * d[r], Real(-1.0), Real(1.0));
            point += (trial[i] - y_[i]) * z_.generators[i];
        }
        if (!(glm::dot(point, point) < glm::dot(nearest_, nearest_))) return false;
        y_ = trial;
        nearest_ = point;
        for (std::size_t i = 0; i < N; ++i) along_[i] = glm::dot(nearest_, z_.generators[i]);
        return true;
    }

    const Zonotope<N, Real>& z_;
    std::array<Real, N> y_{};
    std::array<Real, N> along_{}; // nearest_ . g_i
    glm::vec<3, Real> nearest_;
    Real lower_ = 0.0;
    int steps_ = 0;
};

inline constexpr int kMaxZonotopeSteps = 16;

} // namespace detail

// Returns true only if the zonotope is farther than `reach` from the origin. Returns false if it is nearer, if it is at
// this distance up to rounding, or if kMaxZonotopeSteps steps do not decide.
template <std::size_t N, class Real>
bool is_beyond(const Zonotope<N, Real>& z, std::type_identity_t<Real> reach) {
    detail::ZonotopeSearch<N, Real> search(z);
    for (int step = 0;; ++step) {
        if (search.lower_bound() > reach) return true;
        if (step == detail::kMaxZonotopeSteps || !(search.upper_bound() > reach)) return false;
        search.improve();
    }
}

// Returns the lower bound on the distance that is_beyond() compares with `reach` last.
template <std::size_t N>
double bound_compared(const Zonotope<N>& z, double reach) {
    detail::ZonotopeSearch<N, double> search(z);
    for (int step = 0; step < detail::kMaxZonotopeSteps; ++step) {
        if (search.lower_bound() > reach || !(search.upper_bound() > reach)) break;
        search.improve();
    }
    return search.lower_bound();
}

// Returns a lower bound on the distance from the origin. Its relative error is at most 2^-20, unless the step limit is
// reached or the origin is inside the zonotope up to rounding.
template <std::size_t N>
double bound_distance(const Zonotope<N>& z) {
    constexpr double kClose = 1.0 - 0x1p-20;
    detail::ZonotopeSearch<N, double> search(z);
    for (int step = 0; step < detail::kMaxZonotopeSteps; ++step) {
        if (search.lower_bound() >= kClose * search.upper_bound() || search.is_at_origin()) break;
        search.improve();
    }
    return search.lower_bound();
}

} // namespace boxwood
