// What: a query between two hierarchies of one type, split into tasks that run on threads; the pairs above them are
//     opened serially. Included only where types are instantiated (query_shard.cpp.in).
// Invariants: those of mesh_query.hpp; the tasks depend on the operands only.
// Oracle: the serial query.
#pragma once

#include "collision/query/dispatch/mesh_query_of.hpp"

#include <atomic>
#include <limits>
#include <optional>

namespace boxwood::detail {

// A parallel query; each task has a MeshQuery of its own. The tasks depend on the operands only.
template <Hierarchy H>
class ParallelQuery {
  public:
    ParallelQuery(const QueryInput& in, const H& tree_a, const H& tree_b, QueryResult& out)
        : in_(in)
        , tree_a_(tree_a)
        , tree_b_(tree_b)
        , scratch_(in.threads->scratch)
        , whole_(in, tree_a, tree_b, no_trace_, out)
        , out_(out) {}

    void run() {
        const bool is_of_distances = boxwood::is_of_distances(in_.request.mode);
        if (is_of_distances) whole_.begin_distance();
        if (whole_.needs_world_trees()) [[unlikely]]
            whole_.answer_on_world_trees(in_.request.mode, whole_.scratch_of(scratch_.work));
        else
            split();
        if (is_of_distances) whole_.end_distance();
    }

  private:
    void split() {
        const bool is_of_distances = boxwood::is_of_distances(in_.request.mode);
        if (is_of_distances && !whole_.is_worth_splitting())
            return whole_.find_distance(whole_.scratch_of(scratch_.work));
        count_ = whole_.split_contacts(scratch_);
        if (in_.request.mode == QueryMode::all) return find_all();
        find_any();
        if (!is_of_distances) return;
        if (out_.intersects) return measure_contact();
        if (!find_distance()) [[unlikely]]
            whole_.finish_distance_on_world_trees(whole_.scratch_of(scratch_.work));
    }

    using Part = ParallelQueryScratch::Part;

    // Calls find(query, result, index in the front, scratch) for each task, in order if serial.
    template <class Find>
    void for_each_part(const Find& find) {
        if (scratch_.parts.size() < count_) scratch_.parts.resize(count_);
        const auto body = [this, &find](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) run_part(i, find);
        };
        in_.threads->executor.parallel_for(count_, 1, body);
    }
    template <class Find>
    void run_part(std::size_t i, const Find& find) {
        Part& part = scratch_.parts[i];
        part.result.pairs.clear();
        part.result.intersects = false;
        if (i > first_found_.load(std::memory_order_relaxed)) return; // an earlier task has a contact
        NoTrace no_trace;
        MeshQuery<H, NoTrace> query(in_, tree_a_, tree_b_, no_trace, part.result);
        part.result.counters = {}; // the whole query has counted what happens once per query
        find(query, part.result, count_ - 1 - i, query.scratch_of(part.scratch));
    }

    void find_all() {
        for_each_part([this](auto& query, QueryResult&, std::size_t place, auto& io_scratch) {
            query.find_all_in_part(scratch_.front, place, io_scratch);
        });
        for (const Part& part : parts()) {
            out_.counters += part.result.counters;
            out_.pairs.insert(out_.pairs.end(), part.result.pairs.begin(), part.result.pairs.end());
        }
        whole_.sort_pairs(whole_.scratch_of(scratch_.work));
    }

    // The contact of the first task that has one is the first of all. Later tasks may have been skipped, so they do not
    // count.
    void find_any() {
        for_each_part([this](auto& query, QueryResult& result, std::size_t place, auto& io_scratch) {
            query.find_any_in_part(scratch_.front, place, io_scratch);
            if (result.intersects) note_found(count_ - 1 - place);
        });
        for (const Part& part : parts()) {
            out_.counters += part.result.counters;
            if (!part.result.intersects) continue;
            out_.intersects = true;
            out_.pairs = part.result.pairs;
            break;
        }
        first_found_ = ~std::size_t{0};
    }
    void note_found(std::size_t part) {
        std::size_t first = first_found_.load(std::memory_order_relaxed);
        while (part < first && !first_found_.compare_exchange_weak(first, part, std::memory_order_relaxed)) {
        }
    }
    void measure_contact() {
        whole_.measure(out_.pairs[0]);
        out_.pairs.clear();
    }

    // Each task starts from the distance that the whole query has found, and replaces it by a smaller one, or by an
    // equal one of an earlier pair; the minimum over the tasks is the result of the serial search. Returns false if a
    // task is left unfinished: the others end too, and none counts, since their progress depends on the threads.
    bool find_distance() {
        const std::optional<std::size_t> count = whole_.split_distance(scratch_);
        if (!count) return false;
        count_ = *count;
        std::atomic<bool> is_unfinished{false};
        for_each_part([&](auto& query, QueryResult& result, std::size_t place, auto& io_scratch) {
            if (is_unfinished.load(std::memory_order_relaxed)) return;
            copy_closest(out_, result);
            if (!query.find_distance_in_part(scratch_.front, place, io_scratch))
                is_unfinished.store(true, std::memory_order_relaxed);
        });
        if (is_unfinished) return false;
        for (const Part& part : parts()) {
            out_.counters += part.result.counters;
            if (is_closer(part.result, out_, in_.is_a_first)) copy_closest(part.result, out_);
        }
        return true;
    }

    std::span<const Part> parts() const { return std::span(scratch_.parts).first(count_); }

    const QueryInput& in_;
    const H &tree_a_, &tree_b_;
    ParallelQueryScratch& scratch_;
    NoTrace no_trace_;
    MeshQuery<H, NoTrace> whole_;
    QueryResult& out_;
    std::size_t count_ = 0; // number of tasks
    std::atomic<std::size_t> first_found_{~std::size_t{0}};
};

} // namespace boxwood::detail
