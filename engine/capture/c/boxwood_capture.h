/* boxwood_capture.h: record what a collision program does, for `boxwood judge`.

   One header in C99, for C and C++, without dependencies beyond the C library. Format: docs/capture.md.

   Use: bwc_open; shapes, poses and queries in any order; bwc_close. Structs start from the bwc_..._init macros, which leave
   every field at "not stated". Ids are the caller's own, unique per kind.
   Memory: nothing is allocated; arrays are read during the call. Each call writes one message to the file.
   Errors: after the first failed write nothing more is written; bwc_close (and bwc_error before it) says so with an errno.
   Threads: one capture belongs to one thread at a time.
   The file: MCAP, not compressed, one message per record. A program that dies leaves a file that is readable up to its last
   whole message. */
#ifndef BOXWOOD_CAPTURE_H
#define BOXWOOD_CAPTURE_H

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BWC_VERSION "1"
#define BWC_NONE UINT64_MAX /* of ids, limits and verdicts: not stated */

/* Numbers with the precision that the program has: either `singles` or `doubles`, `count` of them. */
typedef struct bwc_reals {
    const float* singles;
    const double* doubles;
    uint64_t count;
} bwc_reals;

typedef struct bwc_mesh {
    uint64_t id, revision;
    const char* name;
    bwc_reals positions;       /* 3 per vertex */
    const uint32_t* triangles; /* 3 per triangle */
    uint64_t triangle_count;
    int is_solid; /* 1: points inside belong to the object */
} bwc_mesh;

/* One array of volumes. Types and their numbers: docs/capture.md. */
typedef struct bwc_bounds {
    const char* type; /* "aabb", "sphere", "obb", "kdop", "capsule", "rss", "aabb-quantized" */
    uint64_t k;       /* of a k-DOP */
    bwc_reals values, normals;
    const uint32_t* quantized; /* 6 per volume */
    uint64_t quantized_count;
    bwc_reals origin, scale;
    const char* rule;  /* "origin+q*scale" or "origin+q/scale" */
    bwc_reals margins; /* none, one, or one per volume */
} bwc_bounds;

typedef struct bwc_hierarchy {
    uint64_t id, revision, mesh, mesh_revision;
    const char *name, *library;
    const char* primitive;  /* "triangle" */
    uint64_t scalar_bits;   /* 32 or 64 */
    int may_repeat;         /* a primitive may stand in several leaves */
    const char* length_unit;
    const uint32_t* roots;
    uint64_t root_count;
    uint64_t node_count; /* of each of the next five arrays */
    const uint32_t *node_bounds, *first_child, *child_count, *first_primitive, *primitive_count;
    const uint32_t* children;
    uint64_t child_list_count;
    const uint32_t* primitives;
    uint64_t primitive_list_count;
    const bwc_bounds* bounds; /* of several arrays the volume of a node is the intersection */
    uint64_t bounds_count;
} bwc_hierarchy;

typedef struct bwc_side {
    uint64_t body, mesh, mesh_revision, hierarchy, hierarchy_revision;
    int is_solid;
    const double* pose; /* 12: rows of the 3x4 matrix to the world from the object; NULL: the identity */
} bwc_side;

typedef struct bwc_query {
    uint64_t id, frame;
    const char *kind, *mode; /* "pair"; "any", "all", "distance" */
    bwc_side sides[2];
    const double* relative_used; /* 12: b in the frame of a, as the program used it; NULL: not recorded */
    uint64_t scalar_bits;
    double declared_error; /* NaN: not stated */
    uint64_t max_contacts;
    double cutoff, tolerance, margin;
    uint64_t verdict; /* claimed: 1 in contact, 0 not */
    const uint32_t *pairs_a, *pairs_b;
    uint64_t pair_count;
    int is_truncated;
    double distance, depth, time;        /* claimed; NaN: not claimed */
    const double *witness_a, *witness_b; /* 3 each, world; NULL: not claimed */
    const double* normal;
    const char *normal_rule, *note;
} bwc_query;

/* As in docs/visit-stream.md: kind 0 a pair of nodes, 1 a pair of primitives. */
typedef struct bwc_visit {
    uint32_t a, b, depth;
    uint8_t kind, verdict;
    int8_t axis; /* -1: none */
    uint8_t zero;
} bwc_visit;

#define bwc_mesh_init {0, 0, "", {0, 0, 0}, 0, 0, 0}
#define bwc_bounds_init {"aabb", 0, {0, 0, 0}, {0, 0, 0}, 0, 0, {0, 0, 0}, {0, 0, 0}, "", {0, 0, 0}}
#define bwc_hierarchy_init {0, 0, 0, 0, "", "", "triangle", 64, 0, "", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
#define bwc_side_init {BWC_NONE, BWC_NONE, 0, BWC_NONE, 0, 0, 0}
#define bwc_query_init                                                                                                        \
    {                                                                                                                         \
        0, 0, "pair", "all", {bwc_side_init, bwc_side_init}, 0, 64, NAN, BWC_NONE, NAN, 0, 0, BWC_NONE, 0, 0, 0, 0, NAN, NAN, \
            NAN, 0, 0, 0, "", ""                                                                                              \
    }

typedef struct bwc_capture {
    FILE* file;
    int error;              /* errno of the first failed write */
    int is_measuring;       /* the first of two passes over a message */
    uint64_t length;        /* of the message, in bytes */
    uint32_t sequence[8];   /* per channel */
    uint32_t defined;       /* bit per channel that the file knows */
} bwc_capture;

/* Channels. Their numbers are their ids in the file. */
enum { BWC_MESH, BWC_HIERARCHY, BWC_BODY, BWC_FRAME, BWC_POSE, BWC_PAIR, BWC_QUERY, BWC_VISIT };

static inline void bwc_put(bwc_capture* c, const void* bytes, size_t size) {
    if (c->is_measuring) {
        c->length += size;
    } else if (!c->error && size != 0 && fwrite(bytes, 1, size, c->file) != size) {
        c->error = errno ? errno : EIO;
    }
}
static inline void bwc_put_u64(bwc_capture* c, uint64_t value) { bwc_put(c, &value, 8); }
static inline void bwc_put_f64(bwc_capture* c, double value) { bwc_put(c, &value, 8); }
static inline void bwc_put_padding(bwc_capture* c, uint64_t size) {
    static const char zeros[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    bwc_put(c, zeros, (size_t)((8 - size % 8) % 8));
}
static inline void bwc_put_text(bwc_capture* c, const char* text) {
    const uint64_t size = text ? strlen(text) : 0;
    bwc_put_u64(c, size);
    bwc_put(c, text, (size_t)size);
    bwc_put_padding(c, size);
}
static inline void bwc_put_u32s(bwc_capture* c, const uint32_t* values, uint64_t count) {
    if (!values) count = 0;
    bwc_put_u64(c, count);
    bwc_put(c, values, (size_t)(4 * count));
    bwc_put_padding(c, 4 * count);
}
static inline void bwc_put_u64s(bwc_capture* c, const uint64_t* values, uint64_t count) {
    if (!values) count = 0;
    bwc_put_u64(c, count);
    bwc_put(c, values, (size_t)(8 * count));
}
static inline void bwc_put_reals(bwc_capture* c, bwc_reals reals) {
    const uint64_t count = reals.singles || reals.doubles ? reals.count : 0, size = reals.singles ? 4 : 8;
    bwc_put_u64(c, count);
    bwc_put_u64(c, size);
    bwc_put(c, reals.singles ? (const void*)reals.singles : (const void*)reals.doubles, (size_t)(size * count));
    bwc_put_padding(c, size * count);
}
static inline void bwc_put_doubles(bwc_capture* c, const double* values, uint64_t count) {
    bwc_reals reals = {0, 0, 0};
    reals.doubles = values;
    reals.count = count;
    bwc_put_reals(c, reals);
}

/* MCAP records: opcode, length, content; texts with 32-bit lengths. */
static inline void bwc_put_head(bwc_capture* c, uint8_t opcode, uint64_t length) {
    bwc_put(c, &opcode, 1);
    bwc_put_u64(c, length);
}
static inline void bwc_put_short_text(bwc_capture* c, const char* text) {
    const uint32_t size = (uint32_t)strlen(text);
    bwc_put(c, &size, 4);
    bwc_put(c, text, size);
}
static inline void bwc_define(bwc_capture* c, int channel) {
    static const char* const topics[] = {"/mesh", "/hierarchy", "/body", "/frame", "/pose", "/pair", "/query", "/visit"};
    const uint16_t id = (uint16_t)channel, schema = 0;
    const uint32_t no_metadata = 0;
    if (c->defined >> channel & 1u) return;
    c->defined |= 1u << channel;
    bwc_put_head(c, 4, 2 + 2 + 4 + strlen(topics[channel]) + 4 + 7 + 4);
    bwc_put(c, &id, 2);
    bwc_put(c, &schema, 2);
    bwc_put_short_text(c, topics[channel]);
    bwc_put_short_text(c, "boxwood");
    bwc_put(c, &no_metadata, 4);
}
/* Starts the second pass: the head of a message of c->length bytes. `time` in ns. */
static inline void bwc_begin(bwc_capture* c, int channel, uint64_t time) {
    const uint16_t id = (uint16_t)channel;
    const uint32_t sequence = c->sequence[channel]++;
    c->is_measuring = 0;
    bwc_define(c, channel);
    bwc_put_head(c, 5, 2 + 4 + 8 + 8 + c->length);
    bwc_put(c, &id, 2);
    bwc_put(c, &sequence, 4);
    bwc_put_u64(c, time);
    bwc_put_u64(c, time);
}
/* Runs `fields` twice: once for the length, once for the bytes. */
#define BWC_MESSAGE(c, channel, time, fields)              \
    do {                                                   \
        if (!(c)->file || (c)->error) break;               \
        (c)->is_measuring = 1;                             \
        (c)->length = 0;                                   \
        fields bwc_begin(c, channel, time);                \
        fields if (fflush((c)->file) != 0 && !(c)->error)(c)->error = errno ? errno : EIO; \
    } while (0)

/* 0, or the errno. `library`: name and version of the program. */
static inline int bwc_open(bwc_capture* c, const char* path, const char* library) {
    static const unsigned char magic[8] = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
    memset(c, 0, sizeof *c);
    errno = 0;
    c->file = fopen(path, "wb");
    if (!c->file) return c->error = errno ? errno : EIO;
    bwc_put(c, magic, 8);
    bwc_put_head(c, 1, 4 + 7 + 4 + strlen(library));
    bwc_put_short_text(c, "boxwood");
    bwc_put_short_text(c, library);
    return c->error;
}

static inline int bwc_error(const bwc_capture* c) { return c->error; }

/* Ends the file. 0, or the errno of the first failed write. */
static inline int bwc_close(bwc_capture* c) {
    static const unsigned char magic[8] = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
    const uint32_t no_checksum = 0;
    if (!c->file) return c->error ? c->error : EBADF;
    c->is_measuring = 0;
    bwc_put_head(c, 15, 4);
    bwc_put(c, &no_checksum, 4);
    bwc_put_head(c, 2, 20);
    bwc_put_u64(c, 0); /* no summary: readers scan */
    bwc_put_u64(c, 0);
    bwc_put(c, &no_checksum, 4);
    bwc_put(c, magic, 8);
    if (fclose(c->file) != 0 && !c->error) c->error = errno ? errno : EIO;
    c->file = 0;
    return c->error;
}

static inline void bwc_write_mesh(bwc_capture* c, uint64_t time, const bwc_mesh* m) {
    BWC_MESSAGE(c, BWC_MESH, time, {
        bwc_put_u64(c, m->id);
        bwc_put_u64(c, m->revision);
        bwc_put_text(c, m->name);
        bwc_put_reals(c, m->positions);
        bwc_put_u32s(c, m->triangles, 3 * m->triangle_count);
        bwc_put_u32s(c, 0, 0);
        bwc_put_u32s(c, 0, 0);
        bwc_put_u64(c, m->is_solid ? 1 : 0);
    });
}

static inline void bwc_put_bounds(bwc_capture* c, const bwc_bounds* b) {
    bwc_put_text(c, b->type);
    bwc_put_u64(c, b->k);
    bwc_put_reals(c, b->values);
    bwc_put_reals(c, b->normals);
    bwc_put_u32s(c, b->quantized, b->quantized_count);
    bwc_put_reals(c, b->origin);
    bwc_put_reals(c, b->scale);
    bwc_put_text(c, b->rule);
    bwc_put_reals(c, b->margins);
}
/* An inner record: its length, then its fields. */
static inline void bwc_put_bounds_record(bwc_capture* c, const bwc_bounds* b) {
    bwc_capture measure = *c;
    measure.is_measuring = 1;
    measure.length = 0;
    bwc_put_bounds(&measure, b);
    bwc_put_u64(c, measure.length);
    bwc_put_bounds(c, b);
}

static inline void bwc_write_hierarchy(bwc_capture* c, uint64_t time, const bwc_hierarchy* h) {
    BWC_MESSAGE(c, BWC_HIERARCHY, time, {
        uint64_t i;
        bwc_put_u64(c, h->id);
        bwc_put_u64(c, h->revision);
        bwc_put_u64(c, h->mesh);
        bwc_put_u64(c, h->mesh_revision);
        bwc_put_text(c, h->name);
        bwc_put_text(c, h->library);
        bwc_put_text(c, h->primitive);
        bwc_put_u64(c, h->scalar_bits);
        bwc_put_u64(c, h->may_repeat ? 1 : 0);
        bwc_put_text(c, h->length_unit);
        bwc_put_u32s(c, h->roots, h->root_count);
        bwc_put_u32s(c, h->node_bounds, h->node_count);
        bwc_put_u32s(c, h->first_child, h->node_count);
        bwc_put_u32s(c, h->child_count, h->node_count);
        bwc_put_u32s(c, h->first_primitive, h->node_count);
        bwc_put_u32s(c, h->primitive_count, h->node_count);
        bwc_put_u32s(c, h->children, h->child_list_count);
        bwc_put_u32s(c, 0, 0);
        bwc_put_u32s(c, h->primitives, h->primitive_list_count);
        bwc_put_u32s(c, 0, 0);
        bwc_put_u64(c, h->bounds_count);
        for (i = 0; i < h->bounds_count; ++i) bwc_put_bounds_record(c, h->bounds + i);
    });
}

/* The meshes of a body. */
static inline void bwc_write_body(bwc_capture* c, uint64_t time, uint64_t id, const char* name, const uint64_t* meshes,
                                  uint64_t mesh_count, int is_fixed) {
    BWC_MESSAGE(c, BWC_BODY, time, {
        bwc_put_u64(c, id);
        bwc_put_text(c, name);
        bwc_put_u64s(c, meshes, mesh_count);
        bwc_put_u64(c, is_fixed ? 1 : 0);
    });
}

static inline void bwc_write_frame(bwc_capture* c, uint64_t time, uint64_t index) {
    BWC_MESSAGE(c, BWC_FRAME, time, { bwc_put_u64(c, index); });
}

/* Of the bodies that moved: 12 numbers each, rows of the 3x4 matrix to the world from the body. */
static inline void bwc_write_poses(bwc_capture* c, uint64_t time, uint64_t frame, const uint64_t* bodies, const double* matrices,
                                   uint64_t count) {
    BWC_MESSAGE(c, BWC_POSE, time, {
        bwc_put_u64(c, frame);
        bwc_put_u64s(c, bodies, count);
        bwc_put_doubles(c, matrices, 12 * count);
    });
}

/* All pairs of bodies that the broad phase reports in this frame. */
static inline void bwc_write_pairs(bwc_capture* c, uint64_t time, uint64_t frame, const uint64_t* a, const uint64_t* b,
                                   uint64_t count) {
    BWC_MESSAGE(c, BWC_PAIR, time, {
        bwc_put_u64(c, frame);
        bwc_put_u64(c, 1);
        bwc_put_u64s(c, a, count);
        bwc_put_u64s(c, b, count);
    });
}

static inline void bwc_put_side(bwc_capture* c, const bwc_side* s) {
    bwc_put_u64(c, s->body);
    bwc_put_u64(c, s->mesh);
    bwc_put_u64(c, s->mesh_revision);
    bwc_put_u64(c, s->hierarchy);
    bwc_put_u64(c, s->hierarchy_revision);
    bwc_put_u64(c, s->is_solid ? 1 : 0);
    bwc_put_doubles(c, s->pose, s->pose ? 12 : 0);
}

static inline void bwc_write_query(bwc_capture* c, uint64_t time, const bwc_query* q) {
    BWC_MESSAGE(c, BWC_QUERY, time, {
        int i;
        bwc_put_u64(c, q->id);
        bwc_put_u64(c, q->frame);
        bwc_put_text(c, q->kind);
        bwc_put_text(c, q->mode);
        bwc_put_u64(c, 2);
        for (i = 0; i < 2; ++i) {
            bwc_put_u64(c, 6 * 8 + 16 + (q->sides[i].pose ? 96u : 0u));
            bwc_put_side(c, q->sides + i);
        }
        bwc_put_doubles(c, q->relative_used, q->relative_used ? 12 : 0);
        bwc_put_u64(c, q->scalar_bits);
        bwc_put_f64(c, q->declared_error);
        bwc_put_u64(c, q->max_contacts);
        bwc_put_f64(c, q->cutoff);
        bwc_put_f64(c, q->tolerance);
        bwc_put_f64(c, q->margin);
        bwc_put_doubles(c, 0, 0); /* rays */
        bwc_put_doubles(c, 0, 0);
        bwc_put_f64(c, NAN);
        bwc_put_u64(c, q->verdict);
        bwc_put_u32s(c, q->pairs_a, q->pair_count);
        bwc_put_u32s(c, q->pairs_b, q->pair_count);
        bwc_put_u64(c, q->is_truncated ? 1 : 0);
        bwc_put_f64(c, q->distance);
        bwc_put_f64(c, q->depth);
        bwc_put_f64(c, q->time);
        bwc_put_doubles(c, q->witness_a, q->witness_a ? 3 : 0);
        bwc_put_doubles(c, q->witness_b, q->witness_b ? 3 : 0);
        bwc_put_doubles(c, q->normal, q->normal ? 3 : 0);
        bwc_put_text(c, q->normal_rule);
        bwc_put_text(c, q->note);
    });
}

/* What the query did. `seen` exceeds `count` if the program dropped visits. */
static inline void bwc_write_visits(bwc_capture* c, uint64_t time, uint64_t query, uint64_t seen, const bwc_visit* visits,
                                    uint64_t count) {
    BWC_MESSAGE(c, BWC_VISIT, time, {
        bwc_put_u64(c, query);
        bwc_put_u64(c, seen);
        bwc_put_u64(c, 16 * count);
        bwc_put(c, visits, (size_t)(16 * count));
    });
}

#ifdef __cplusplus
}
#endif
#endif
