/* A C99 program that uses the header: writes a mesh and a query. */
#include "engine/capture/c/boxwood_capture.h"
int main(int argc, char** argv) {
    const float p[12] = {0,0,0, 1,0,0, 0,1,0, 0,0,1};
    const uint32_t t[6] = {0,1,2, 0,1,3};
    bwc_capture c; bwc_mesh m = bwc_mesh_init; bwc_query q = bwc_query_init;
    (void)argc;
    if (bwc_open(&c, argv[1], "c99 1")) return 1;
    m.id = 1; m.name = "m"; m.positions.singles = p; m.positions.count = 12; m.triangles = t; m.triangle_count = 2;
    bwc_write_mesh(&c, 0, &m);
    q.sides[0].mesh = q.sides[1].mesh = 1; q.verdict = 1;
    bwc_write_query(&c, 0, &q);
    return bwc_close(&c);
}
