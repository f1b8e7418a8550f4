/* A C99 program that sends a capture to a viewer, for tests/app/attach_test.py.
     stream_producer PORT dies|waits|flood|patient|paced FRAMES
   Prints one line of name=value pairs on stdout. */
#define BWC_SOCKETS
#include "engine/capture/c/boxwood_capture.h"

#include <stdlib.h>
#include <sys/resource.h>

#define BODIES 1000
#define VISITS 2000

static const float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
static unsigned char buffer[512 * 1024];
static uint64_t ids[BODIES];
static double poses[12 * BODIES];
static bwc_visit visits[VISITS];

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void write_scene(bwc_capture* c) {
    const uint64_t mesh_id = 1;
    bwc_mesh mesh = bwc_mesh_init;
    uint64_t i;
    mesh.id = mesh_id;
    mesh.name = "tetrahedron";
    mesh.positions.singles = positions;
    mesh.positions.count = 12;
    mesh.triangles = triangles;
    mesh.triangle_count = 4;
    bwc_write_mesh(c, 0, &mesh);
    for (i = 0; i < BODIES; ++i) {
        ids[i] = i;
        bwc_write_body(c, 0, i, "body", &mesh_id, 1, 0);
    }
}

/* Bodies 0 and 1 touch; the other bodies touch no body. */
static void write_frame(bwc_capture* c, uint64_t frame) {
    const uint64_t time = frame * 16666667u, a = 0, b = 1;
    const double moved = 0.001 * (double)(frame % 100);
    bwc_query query = bwc_query_init;
    uint64_t i;
    for (i = 0; i < BODIES; ++i) {
        double* m = poses + 12 * i;
        m[0] = m[5] = m[10] = 1;
        m[3] = i < 2 ? 0.1 * (double)i : 3.0 * (double)i;
        m[7] = moved;
    }
    bwc_write_frame(c, time, frame);
    bwc_write_poses(c, time, frame, ids, poses, BODIES);
    bwc_write_pairs(c, time, frame, &a, &b, 1);
    query.id = query.frame = frame;
    query.mode = "any";
    query.sides[0].mesh = query.sides[1].mesh = 1;
    query.sides[0].body = 0;
    query.sides[1].body = 1;
    query.sides[0].pose = poses;
    query.sides[1].pose = poses + 12;
    query.verdict = 1;
    bwc_write_query(c, time, &query);
    bwc_write_visits(c, time, frame, VISITS, visits, VISITS);
}

int main(int argc, char** argv) {
    const char* mode = argc > 2 ? argv[2] : "";
    const uint64_t frames = argc > 3 ? (uint64_t)atoi(argv[3]) : 10;
    bwc_capture c;
    uint64_t frame;
    double longest = 0, used = 0;
    const double start = seconds(CLOCK_MONOTONIC);
    if (argc < 3 || bwc_connect(&c, atoi(argv[1]), "stream_producer 1", buffer, sizeof buffer,
                                strcmp(mode, "patient") == 0 ? 10000 : 200)) {
        printf("error=%d\n", argc < 3 ? EINVAL : bwc_error(&c));
        return 1;
    }
    if (strcmp(mode, "waits") == 0) {
        while (!bwc_error(&c) && seconds(CLOCK_MONOTONIC) < start + 10) (void)bwc_poll(&c);
        printf("error=%d busy=%d version=%d\n", bwc_error(&c), EBUSY, EPROTONOSUPPORT);
        return 0;
    }
    write_scene(&c);
    for (frame = 0; frame < frames && !bwc_error(&c); ++frame) {
        const double before = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
        write_frame(&c, frame);
        used += seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        if (seconds(CLOCK_MONOTONIC) - before > longest) longest = seconds(CLOCK_MONOTONIC) - before;
        if (strcmp(mode, "paced") == 0)
            while (seconds(CLOCK_MONOTONIC) < start + (double)(frame + 1) / 60) {
                const struct timespec pause = {0, 1000000};
                nanosleep(&pause, 0);
            }
    }
    if (strcmp(mode, "dies") == 0) {
        const unsigned char half[12] = {5, 200, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3}; /* 3 of the 200 bytes of a message */
        while (c.used != 0 && !c.error) bwc_send(&c);
        if (send(c.socket, half, sizeof half, 0) != (ssize_t)sizeof half) return 3;
        abort();
    }
    bwc_close(&c);
    printf("error=%d longest_ms=%.3f core_percent=%.3f poses=%llu visits=%llu\n", bwc_error(&c), 1e3 * longest,
           100 * used / ((double)frames / 60), (unsigned long long)c.all_dropped[BWC_POSE],
           (unsigned long long)c.all_dropped[BWC_VISIT]);
    return bwc_error(&c) ? 1 : 0;
}
