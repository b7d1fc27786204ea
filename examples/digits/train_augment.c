/* SPDX-License-Identifier: Apache-2.0
 * train_augment - random distortions that keep a digit readable.
 */
#include "train_augment.h"

#include <math.h>

enum {
    SIDE = DLP_DIGITS_SIDE,
    CELLS = 4, /* the displacement is given at (CELLS + 1)^2 points and interpolated */
    CELL_PIXELS = SIDE / CELLS
};

static const float MAX_SHIFT_PIXELS = 2.5f;
static const float MAX_ANGLE_RADIANS = 0.22f;
static const float MAX_STRETCH = 0.15f;
static const float MAX_SHEAR = 0.15f;
static const float DISPLACEMENT_PIXELS = 0.8f; /* standard deviation */

struct warp {
    float a[2][3];                          /* source (x, y) = a * (x - centre, y - centre, 1) */
    float shift[2][CELLS + 1][CELLS + 1];   /* extra displacement at the grid points */
};

static void random_warp(struct warp *w, float strength, struct train_random *r)
{
    float angle = strength * MAX_ANGLE_RADIANS * train_random_signed(r);
    float stretch_x = 1.0f + strength * MAX_STRETCH * train_random_signed(r);
    float stretch_y = 1.0f + strength * MAX_STRETCH * train_random_signed(r);
    float shear = strength * MAX_SHEAR * train_random_signed(r);
    float centre = 0.5f * (float)(SIDE - 1);

    w->a[0][0] = cosf(angle) * stretch_x;
    w->a[0][1] = -sinf(angle) * stretch_y + shear;
    w->a[0][2] = centre + strength * MAX_SHIFT_PIXELS * train_random_signed(r);
    w->a[1][0] = sinf(angle) * stretch_x;
    w->a[1][1] = cosf(angle) * stretch_y;
    w->a[1][2] = centre + strength * MAX_SHIFT_PIXELS * train_random_signed(r);
    for (int axis = 0; axis < 2; axis++) {
        for (int i = 0; i <= CELLS; i++) {
            for (int j = 0; j <= CELLS; j++) {
                w->shift[axis][i][j] = strength * DISPLACEMENT_PIXELS * train_random_normal(r);
            }
        }
    }
}

static float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

static float displacement(const struct warp *w, int axis, int y, int x)
{
    int i = y / CELL_PIXELS;
    int j = x / CELL_PIXELS;
    float u = (float)(x % CELL_PIXELS) * (1.0f / CELL_PIXELS);
    float v = (float)(y % CELL_PIXELS) * (1.0f / CELL_PIXELS);

    return mix(mix(w->shift[axis][i][j], w->shift[axis][i][j + 1], u),
               mix(w->shift[axis][i + 1][j], w->shift[axis][i + 1][j + 1], u), v);
}

static float pixel_or_zero(const uint8_t *image, int y, int x)
{
    return y >= 0 && y < SIDE && x >= 0 && x < SIDE ? (float)image[y * SIDE + x] : 0.0f;
}

static float bilinear(const uint8_t *image, float y, float x)
{
    float fy = floorf(y);
    float fx = floorf(x);
    int iy = (int)fy;
    int ix = (int)fx;

    return mix(mix(pixel_or_zero(image, iy, ix), pixel_or_zero(image, iy, ix + 1), x - fx),
               mix(pixel_or_zero(image, iy + 1, ix), pixel_or_zero(image, iy + 1, ix + 1), x - fx),
               y - fy);
}

void train_augment(const uint8_t image[DLP_DIGITS_PIXELS], float strength,
                   struct train_random *r, uint8_t out[DLP_DIGITS_PIXELS])
{
    float centre = 0.5f * (float)(SIDE - 1);
    struct warp w;

    random_warp(&w, strength, r);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            float dx = (float)x - centre;
            float dy = (float)y - centre;
            float sx = w.a[0][0] * dx + w.a[0][1] * dy + w.a[0][2] + displacement(&w, 0, y, x);
            float sy = w.a[1][0] * dx + w.a[1][1] * dy + w.a[1][2] + displacement(&w, 1, y, x);

            out[y * SIDE + x] = (uint8_t)(bilinear(image, sy, sx) + 0.5f);
        }
    }
}
