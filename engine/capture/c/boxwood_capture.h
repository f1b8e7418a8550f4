/* boxwood_capture.h: record what a collision program does, for `boxwood judge`.

   One header in C99, for C and C++. It depends only on the C library. Format: docs/capture.md.

   Use: call bwc_open, then write shapes, poses and queries in any order, then call bwc_close. Initialize structs with
   the bwc_..._init macros, which set every field to its default, usually "not stated". Choose your own ids; they must
   be unique per kind.
   Memory: nothing is allocated; arrays are read during the call. Each call writes one message to the file.
   Errors: after the first failed write, nothing more is written. bwc_error and bwc_close return the errno of that
   write.
   Threads: use a capture from one thread at a time.
   The file: uncompressed MCAP, one message per record. If the program dies, the file is readable up to its last
   complete message.
   The stream: if BWC_SOCKETS is defined before the include (POSIX only; with -std=c99 or -std=c11, include this header
   before those of the system), bwc_connect replaces bwc_open and sends the same bytes to `boxwood attach` on this
   machine. Calls copy into the caller's buffer and return. A slow viewer lets the buffer fill: visits are dropped while
   more than half of the buffer is used; frames, poses, pairs and queries, while more than 7/8 is used. After a dropped
   message of a frame, the later poses and pairs of the frame are dropped, too. Meshes, hierarchies and bodies wait for
   at most wait_ms and are then dropped. The stream counts the dropped messages. After the viewer has left, bwc_error
   returns EPIPE, and calls do nothing. */
#ifndef BOXWOOD_CAPTURE_H
#define BOXWOOD_CAPTURE_H

#if defined(BWC_SOCKETS) && defined(__STRICT_ANSI__) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifdef BWC_SOCKETS
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define BWC_VERSION "1" /* of the message format; a viewer refuses a stream of another version */
#define BWC_PORT 5757   /* where `boxwood attach` listens */
#define BWC_NONE UINT64_MAX /* for ids, limits and verdicts: not stated */

/* `count` real numbers in the program's precision: set either `singles` or `doubles`. */
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

/* One array of volumes. docs/capture.md defines the types and their numbers. */
typedef struct bwc_bounds {
    const char* type; /* "aabb", "sphere", "obb", "kdop", "capsule", "rss", "box-tree", "aabb-quantized" */
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
    int may_repeat;         /* 1: a primitive can be in several leaves */
    const char* length_unit;
    const uint32_t* roots;
    uint64_t root_count;
    uint64_t node_count; /* of each of the next five arrays */
    const uint32_t *node_bounds, *first_child, *child_count, *first_primitive, *primitive_count;
    const uint32_t* children;
    uint64_t child_list_count;
    const uint32_t* primitives;
    uint64_t primitive_list_count;
    const bwc_bounds* bounds; /* several arrays: a node's volume is the intersection of its volumes */
    uint64_t bounds_count;
} bwc_hierarchy;

typedef struct bwc_side {
    uint64_t body, mesh, mesh_revision, hierarchy, hierarchy_revision;
    int is_solid;
    const double* pose; /* 12 numbers: rows of the 3x4 matrix to the world from the object; NULL: the identity */
} bwc_side;

typedef struct bwc_query {
    uint64_t id, frame;
    const char *kind, *mode; /* "pair", "self", "ray", "cast", "point"; "any", "all", "distance", "depth", "time" */
    bwc_side sides[2];       /* two for "pair" and "cast", one for other kinds */
    const double* relative_used; /* 12 numbers: the pose of b in the frame of a that was used; NULL: not recorded */
    uint64_t scalar_bits;
    double declared_error; /* NaN: not stated */
    uint64_t max_contacts;
    double cutoff, tolerance, margin;
    uint64_t verdict; /* claimed: 1 in contact, 0 not in contact */
    const uint32_t *pairs_a, *pairs_b;
    uint64_t pair_count;
    int is_truncated;
    double distance, depth, time;        /* claimed; NaN: not claimed */
    const double *witness_a, *witness_b; /* 3 numbers each, in world space; NULL: not claimed */
    const double* normal;
    const char *normal_rule, *note;
    const double *origin, *direction; /* 3 numbers each, world space; rays use both, points origin, casts direction */
    double max_t;                     /* end of a ray in multiples of its direction; NaN: none */
} bwc_query;

/* A visit. Kind 0: a pair of nodes; kind 1: a pair of primitives. docs/visit-stream.md also defines kinds 6 and 7. */
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
            NAN, 0, 0, 0, "", "", 0, 0, NAN                                                                                   \
    }

/* Channels. Their values are their ids in the file. */
enum { BWC_MESH, BWC_HIERARCHY, BWC_BODY, BWC_FRAME, BWC_POSE, BWC_PAIR, BWC_QUERY, BWC_VISIT, BWC_DROPPED, BWC_CHANNELS };

/* Requests from the viewer. A program can ignore them. */
enum { BWC_NOTHING = 0, BWC_PAUSE = 'p', BWC_STEP = 's', BWC_GO = 'g' };

typedef struct bwc_capture {
    FILE* file;                        /* null for a stream, or after bwc_close */
    int error;                         /* errno of the first failure */
    int is_measuring;                  /* 1 during the first of the two passes over a message */
    uint64_t length;                   /* of the message, in bytes */
    uint32_t sequence[BWC_CHANNELS];   /* per channel */
    uint32_t defined;                  /* one bit per channel that the file already defines */
    int is_stream, socket, wait_ms;    /* socket, wait_ms and all members below: only for a stream */
    unsigned char* buffer;             /* a ring buffer: the `used` bytes from `start` on are not sent yet */
    uint64_t capacity, start, used;
    uint64_t deadline;                 /* in ms, for the current message */
    uint64_t dropped[BWC_DROPPED];     /* per channel: dropped messages that the stream does not report yet */
    uint64_t first_frame, last_frame;  /* range of the frames of these messages */
    uint64_t first_query, last_query;  /* range of the queries to which dropped visits belong */
    uint64_t all_dropped[BWC_DROPPED]; /* per channel: messages dropped since bwc_connect */
} bwc_capture;

#ifdef BWC_SOCKETS
static inline void bwc_buffer(bwc_capture* c, const unsigned char* bytes, uint64_t size);
static inline void bwc_send(bwc_capture* c);
static inline int bwc_accepts(bwc_capture* c, int channel, uint64_t key);
#endif

static inline int bwc_is_open(const bwc_capture* c) { return c->file || c->is_stream; }
static inline void bwc_put(bwc_capture* c, const void* bytes, size_t size) {
    if (c->is_measuring) {
        c->length += size;
        return;
    }
    if (c->error || size == 0) return;
#ifdef BWC_SOCKETS
    if (c->is_stream) {
        bwc_buffer(c, (const unsigned char*)bytes, size);
        return;
    }
#endif
    if (fwrite(bytes, 1, size, c->file) != size) c->error = errno ? errno : EIO;
}
/* Decides whether a message of c->length bytes is written. `key`: the message's frame, or for visits their query, or
   BWC_NONE for other channels. */
static inline int bwc_takes(bwc_capture* c, int channel, uint64_t key) {
#ifdef BWC_SOCKETS
    if (c->is_stream) return bwc_accepts(c, channel, key);
#endif
    (void)c;
    (void)channel;
    (void)key;
    return 1;
}
/* Called when a message is complete. */
static inline void bwc_end(bwc_capture* c) {
#ifdef BWC_SOCKETS
    if (c->is_stream) {
        bwc_send(c);
        return;
    }
#endif
    if (fflush(c->file) != 0 && !c->error) c->error = errno ? errno : EIO;
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

/* An MCAP record consists of an opcode, a length and its content. Texts have 32-bit lengths. */
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
    static const char* const topics[] = {"/mesh", "/hierarchy", "/body",  "/frame",  "/pose",
                                         "/pair", "/query",     "/visit", "/dropped"};
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
/* Starts the second pass: writes the head of a message of c->length bytes. `time` in ns. */
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
/* Runs `fields` twice: first to measure the length, then to write the bytes. */
#define BWC_MESSAGE(c, channel, key, time, fields)                  \
    do {                                                            \
        if (!bwc_is_open(c) || (c)->error) break;                   \
        (c)->is_measuring = 1;                                      \
        (c)->length = 0;                                            \
        fields (c)->is_measuring = 0;                               \
        if (!bwc_takes(c, channel, key)) break;                     \
        bwc_begin(c, channel, time);                                \
        fields bwc_end(c);                                          \
    } while (0)

static inline void bwc_put_start(bwc_capture* c, const char* library) {
    static const unsigned char magic[8] = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
    const uint32_t map_size = (uint32_t)(4 + 7 + 4 + strlen(BWC_VERSION));
    bwc_put(c, magic, 8);
    bwc_put_head(c, 1, 4 + 7 + 4 + strlen(library));
    bwc_put_short_text(c, "boxwood");
    bwc_put_short_text(c, library);
    bwc_put_head(c, 12, 4 + 7 + 4 + map_size); /* metadata */
    bwc_put_short_text(c, "boxwood");
    bwc_put(c, &map_size, 4);
    bwc_put_short_text(c, "version");
    bwc_put_short_text(c, BWC_VERSION);
}

/* Creates the file. Returns 0 or the errno. `library`: name and version of the program. */
static inline int bwc_open(bwc_capture* c, const char* path, const char* library) {
    memset(c, 0, sizeof *c);
    errno = 0;
    c->file = fopen(path, "wb");
    if (!c->file) return c->error = errno ? errno : EIO;
    bwc_put_start(c, library);
    return c->error;
}

static inline int bwc_error(const bwc_capture* c) { return c->error; }

static inline void bwc_put_end(bwc_capture* c) {
    static const unsigned char magic[8] = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
    const uint32_t no_checksum = 0;
    bwc_put_head(c, 15, 4);
    bwc_put(c, &no_checksum, 4);
    bwc_put_head(c, 2, 20);
    bwc_put_u64(c, 0); /* no summary: readers scan the file */
    bwc_put_u64(c, 0);
    bwc_put(c, &no_checksum, 4);
    bwc_put(c, magic, 8);
}

#ifdef BWC_SOCKETS
/* --- streams --- */

static inline uint64_t bwc_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}
static inline void bwc_disconnect(bwc_capture* c, int error) {
    if (!c->error) c->error = error;
    if (c->socket >= 0) close(c->socket);
    c->socket = -1;
    c->used = 0;
}
/* Returns the viewer's last request since the previous call: BWC_PAUSE, BWC_STEP, BWC_GO or BWC_NOTHING. Also detects
   that the viewer has left (EPIPE), already has another program (EBUSY), reads another version (EPROTONOSUPPORT) or
   cannot read the stream (EBADMSG), and sets the error that bwc_error returns. */
static inline int bwc_poll(bwc_capture* c) {
    char words[64];
    int asked = BWC_NOTHING;
    while (c->is_stream && !c->error) {
        const ssize_t count = recv(c->socket, words, sizeof words, 0);
        ssize_t i;
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (count <= 0) bwc_disconnect(c, EPIPE);
        for (i = 0; i < count; ++i) {
            if (words[i] == 'b') bwc_disconnect(c, EBUSY);
            if (words[i] == 'v') bwc_disconnect(c, EPROTONOSUPPORT);
            if (words[i] == 'm') bwc_disconnect(c, EBADMSG);
            if (words[i] == BWC_PAUSE || words[i] == BWC_STEP || words[i] == BWC_GO) asked = words[i];
        }
    }
    return asked;
}
/* Sends as many bytes as possible without blocking. */
static inline void bwc_send(bwc_capture* c) {
#ifdef MSG_NOSIGNAL
    const int flags = MSG_NOSIGNAL;
#else
    const int flags = 0;
#endif
    while (c->used != 0 && !c->error) {
        const uint64_t to_end = c->capacity - c->start, size = c->used < to_end ? c->used : to_end;
        const ssize_t sent = send(c->socket, c->buffer + c->start, (size_t)size, flags);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (sent < 0) {
            (void)bwc_poll(c); /* the viewer can have sent the reason */
            bwc_disconnect(c, EPIPE);
            return;
        }
        c->start = (c->start + (uint64_t)sent) % c->capacity;
        c->used -= (uint64_t)sent;
    }
}
/* Sends until at most `used` bytes are left (returns 1), or until c->deadline or an error (returns 0). */
static inline int bwc_wait(bwc_capture* c, uint64_t used) {
    for (;;) {
        const uint64_t now = bwc_now_ms();
        struct pollfd ready;
        bwc_send(c);
        if (c->error) return 0;
        if (c->used <= used) return 1;
        if (now >= c->deadline) return 0;
        ready.fd = c->socket;
        ready.events = POLLOUT;
        ready.revents = 0;
        (void)poll(&ready, 1, (int)(c->deadline - now));
    }
}
static inline void bwc_buffer(bwc_capture* c, const unsigned char* bytes, uint64_t size) {
    while (size != 0 && !c->error) {
        const uint64_t at = (c->start + c->used) % c->capacity, to_end = c->capacity - at, room = c->capacity - c->used;
        uint64_t part = size < room ? size : room;
        if (part > to_end) part = to_end;
        if (part == 0) {
            /* The buffer is full in the middle of a message, which can no longer be dropped. */
            if (!bwc_wait(c, c->capacity - 1)) bwc_disconnect(c, ETIMEDOUT);
            continue;
        }
        memcpy(c->buffer + at, bytes, (size_t)part);
        c->used += part;
        bytes += part;
        size -= part;
    }
}
/* Upper bounds: the size of a record's head and channel definition; the size of a /dropped message. */
#define BWC_HEAD_BYTES 128
#define BWC_DROPPED_BYTES 320
static inline int bwc_has_dropped(const bwc_capture* c) {
    int i, any = 0;
    for (i = 0; i < BWC_DROPPED; ++i) any = any || c->dropped[i] != 0;
    return any;
}
static inline int bwc_drop(bwc_capture* c, int channel, uint64_t key) {
    uint64_t* const first = channel == BWC_VISIT ? &c->first_query : &c->first_frame;
    uint64_t* const last = channel == BWC_VISIT ? &c->last_query : &c->last_frame;
    ++c->dropped[channel];
    ++c->all_dropped[channel];
    if (key == BWC_NONE) return 0;
    if (*first == BWC_NONE || key < *first) *first = key;
    if (*last == BWC_NONE || key > *last) *last = key;
    return 0;
}
/* Writes a message that counts the messages dropped since the last such message. */
static inline void bwc_write_dropped(bwc_capture* c) {
    int pass;
    if (!bwc_has_dropped(c)) return;
    for (pass = 0; pass < 2; ++pass) {
        c->is_measuring = pass == 0;
        if (pass == 0) c->length = 0;
        if (pass == 1) bwc_begin(c, BWC_DROPPED, 0);
        bwc_put_u64s(c, c->dropped, BWC_DROPPED);
        bwc_put_u64(c, c->first_frame);
        bwc_put_u64(c, c->last_frame);
        bwc_put_u64(c, c->first_query);
        bwc_put_u64(c, c->last_query);
    }
    memset(c->dropped, 0, sizeof c->dropped);
    c->first_frame = c->last_frame = c->first_query = c->last_query = BWC_NONE;
}
static inline int bwc_accepts(bwc_capture* c, int channel, uint64_t key) {
    const uint64_t length = c->length, size = length + BWC_HEAD_BYTES + BWC_DROPPED_BYTES;
    bwc_send(c);
    if (c->error) return 0;
    c->deadline = bwc_now_ms() + (uint64_t)c->wait_ms;
    if (channel == BWC_MESH || channel == BWC_HIERARCHY || channel == BWC_BODY) {
        /* A message larger than the buffer is sent in parts, after the viewer has read everything in the buffer. */
        if (size > c->capacity && c->wait_ms == 0) return bwc_drop(c, channel, BWC_NONE);
        if (!bwc_wait(c, size > c->capacity ? 0 : c->capacity - size)) return c->error ? 0 : bwc_drop(c, channel, BWC_NONE);
    } else {
        const uint64_t limit = channel == BWC_VISIT ? c->capacity / 2 : c->capacity - c->capacity / 8;
        /* If a message of a frame is dropped, its other poses and pairs are dropped, too. Queries are independent. */
        const int is_rest_of_frame = channel != BWC_VISIT && channel != BWC_QUERY && c->last_frame != BWC_NONE && c->last_frame == key;
        if (is_rest_of_frame || c->used + size > limit) return bwc_drop(c, channel, key);
    }
    bwc_write_dropped(c);
    c->length = length;
    return !c->error;
}

/* Connects to `boxwood attach --port PORT` on this machine. The stream uses `buffer`, of at least 4096 bytes, until
   bwc_close; the size of two or three frames is a good choice. `wait_ms`: longest time that a call waits for the
   viewer; 0: never. Returns 0 or the errno: ECONNREFUSED if no viewer listens on the port. */
static inline int bwc_connect(bwc_capture* c, int port, const char* library, void* buffer, size_t size, int wait_ms) {
    struct sockaddr_in address;
    struct pollfd ready;
    int failed = 0;
    socklen_t failed_size = sizeof failed;
    memset(c, 0, sizeof *c);
    c->socket = -1;
    if (size < 4096 || wait_ms < 0 || port <= 0 || port > 65535) return c->error = EINVAL;
    c->buffer = (unsigned char*)buffer;
    c->capacity = size;
    c->wait_ms = wait_ms;
    c->first_frame = c->last_frame = c->first_query = c->last_query = BWC_NONE;
    c->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (c->socket < 0) return c->error = errno;
    (void)fcntl(c->socket, F_SETFL, O_NONBLOCK);
    (void)fcntl(c->socket, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
    {
        const int yes = 1;
        (void)setsockopt(c->socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
    }
#endif
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(c->socket, (struct sockaddr*)&address, sizeof address) != 0) {
        if (errno != EINPROGRESS) failed = errno;
        ready.fd = c->socket;
        ready.events = POLLOUT;
        ready.revents = 0;
        if (!failed && poll(&ready, 1, wait_ms) != 1) failed = ETIMEDOUT;
        if (!failed && getsockopt(c->socket, SOL_SOCKET, SO_ERROR, &failed, &failed_size) != 0) failed = errno;
        if (failed) {
            bwc_disconnect(c, failed);
            return c->error;
        }
    }
    c->is_stream = 1;
    c->deadline = bwc_now_ms() + (uint64_t)wait_ms;
    bwc_put_start(c, library);
    bwc_send(c);
    return c->error;
}

static inline void bwc_close_stream(bwc_capture* c) {
    c->deadline = bwc_now_ms() + (uint64_t)c->wait_ms;
    if (!bwc_wait(c, c->capacity - 2 * BWC_DROPPED_BYTES)) bwc_disconnect(c, ETIMEDOUT);
    if (!c->error) {
        bwc_write_dropped(c);
        bwc_put_end(c);
        if (!bwc_wait(c, 0)) bwc_disconnect(c, ETIMEDOUT);
    }
    if (!c->error) (void)bwc_poll(c);
    if (c->socket >= 0) close(c->socket);
    c->socket = -1;
    c->is_stream = 0;
}
#endif

/* Ends the file or stream. Returns 0 or the errno of the first failure; EBADF if the capture is not open. */
static inline int bwc_close(bwc_capture* c) {
    if (!bwc_is_open(c)) return c->error ? c->error : EBADF;
    c->is_measuring = 0;
#ifdef BWC_SOCKETS
    if (c->is_stream) {
        bwc_close_stream(c);
        return c->error;
    }
#endif
    bwc_put_end(c);
    if (fclose(c->file) != 0 && !c->error) c->error = errno ? errno : EIO;
    c->file = 0;
    return c->error;
}

static inline void bwc_write_mesh(bwc_capture* c, uint64_t time, const bwc_mesh* m) {
    BWC_MESSAGE(c, BWC_MESH, BWC_NONE, time, {
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
/* Writes an inner record: its length, then its fields. */
static inline void bwc_put_bounds_record(bwc_capture* c, const bwc_bounds* b) {
    bwc_capture measure = *c;
    measure.is_measuring = 1;
    measure.length = 0;
    bwc_put_bounds(&measure, b);
    bwc_put_u64(c, measure.length);
    bwc_put_bounds(c, b);
}

static inline void bwc_write_hierarchy(bwc_capture* c, uint64_t time, const bwc_hierarchy* h) {
    BWC_MESSAGE(c, BWC_HIERARCHY, BWC_NONE, time, {
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

/* Writes a body with its meshes. */
static inline void bwc_write_body(bwc_capture* c, uint64_t time, uint64_t id, const char* name, const uint64_t* meshes,
                                  uint64_t mesh_count, int is_fixed) {
    BWC_MESSAGE(c, BWC_BODY, BWC_NONE, time, {
        bwc_put_u64(c, id);
        bwc_put_text(c, name);
        bwc_put_u64s(c, meshes, mesh_count);
        bwc_put_u64(c, is_fixed ? 1 : 0);
    });
}

static inline void bwc_write_frame(bwc_capture* c, uint64_t time, uint64_t index) {
    BWC_MESSAGE(c, BWC_FRAME, index, time, { bwc_put_u64(c, index); });
}

/* Writes the poses of the bodies that moved: 12 numbers each, rows of the 3x4 matrix to the world from the body. */
static inline void bwc_write_poses(bwc_capture* c, uint64_t time, uint64_t frame, const uint64_t* bodies, const double* matrices,
                                   uint64_t count) {
    BWC_MESSAGE(c, BWC_POSE, frame, time, {
        bwc_put_u64(c, frame);
        bwc_put_u64s(c, bodies, count);
        bwc_put_doubles(c, matrices, 12 * count);
    });
}

/* Writes all pairs of bodies that the broad phase reports in this frame. */
static inline void bwc_write_pairs(bwc_capture* c, uint64_t time, uint64_t frame, const uint64_t* a, const uint64_t* b,
                                   uint64_t count) {
    BWC_MESSAGE(c, BWC_PAIR, frame, time, {
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
    BWC_MESSAGE(c, BWC_QUERY, q->frame, time, {
        const int sides = strcmp(q->kind, "pair") == 0 || strcmp(q->kind, "cast") == 0 ? 2 : 1;
        int i;
        bwc_put_u64(c, q->id);
        bwc_put_u64(c, q->frame);
        bwc_put_text(c, q->kind);
        bwc_put_text(c, q->mode);
        bwc_put_u64(c, (uint64_t)sides);
        for (i = 0; i < sides; ++i) {
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
        bwc_put_doubles(c, q->origin, q->origin ? 3 : 0);
        bwc_put_doubles(c, q->direction, q->direction ? 3 : 0);
        bwc_put_f64(c, q->max_t);
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

/* Writes the visits of a query. `seen`: the number of all its visits; exceeds `count` if the program dropped some. */
static inline void bwc_write_visits(bwc_capture* c, uint64_t time, uint64_t query, uint64_t seen, const bwc_visit* visits,
                                    uint64_t count) {
    BWC_MESSAGE(c, BWC_VISIT, query, time, {
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
