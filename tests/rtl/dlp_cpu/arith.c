/* SPDX-License-Identifier: Apache-2.0
 * Arithmetic on corner values, folded into one number: compiled for the host and for the core, the two must agree. */
#include "arith.h"

static const uint64_t corner[] = {
    0, 1, 2, 3, 7, 10, 31, 32, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10001, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff,
    0x100000000, 0x123456789abcdef, 0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xfffffffffffffffe, 0xffffffffffffffff,
    0xffffffff80000000, 0xffffffff7fffffff, 0xaaaaaaaa55555555, 0x5555555500000003,
};
enum { CORNERS = sizeof corner / sizeof corner[0] };

static uint64_t mix(uint64_t h, uint64_t v)
{
    h ^= v;
    h *= 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t pair(uint64_t h, uint64_t a, uint64_t b)
{
    int64_t  sa = (int64_t)a, sb = (int64_t)b;
    uint32_t ua = (uint32_t)a, ub = (uint32_t)b;
    int32_t  wa = (int32_t)ua, wb = (int32_t)ub;
    unsigned n = (unsigned)(b & 63), m = (unsigned)(b & 31);

    h = mix(h, a + b);
    h = mix(h, a - b);
    h = mix(h, a * b);
    h = mix(h, (a & b) + 3 * (a | b) + 5 * (a ^ b));
    h = mix(h, (a << n) + (a >> n));
    h = mix(h, (uint64_t)(sa >> n));
    h = mix(h, (uint64_t)(sa < sb) * 2 + (uint64_t)(a < b));
    h = mix(h, ua + ub);
    h = mix(h, (uint64_t)(int64_t)(int32_t)(ua - ub));
    h = mix(h, (uint64_t)(int64_t)(int32_t)(ua * ub));
    h = mix(h, (ua << m) ^ (ua >> m));
    h = mix(h, (uint64_t)(int64_t)(wa >> m));
    h = mix(h, (uint64_t)((unsigned __int128)a * b >> 64));
    h = mix(h, (uint64_t)((__int128)sa * sb >> 64));
    if (b) {
        h = mix(h, a / b);
        h = mix(h, a % b);
        if (sb != -1 || a != (uint64_t)1 << 63) {
            h = mix(h, (uint64_t)(sa / sb));
            h = mix(h, (uint64_t)(sa % sb));
        }
    }
    if (ub) {
        h = mix(h, ua / ub);
        h = mix(h, ua % ub);
        if (wb != -1 || ua != 0x80000000u) {
            h = mix(h, (uint64_t)(int64_t)(wa / wb));
            h = mix(h, (uint64_t)(int64_t)(wa % wb));
        }
    }
    return h;
}

/* Quicksort of words and a sum of bytes: calls, stack, loads and stores of every size. */
static uint64_t sort(uint64_t seed)
{
    int16_t  v[48];
    uint8_t  bytes[48];
    int      stack[96], top = 0;
    uint64_t h = seed;

    for (int i = 0; i < 48; i++) {
        h = mix(h, (uint64_t)i);
        v[i] = (int16_t)h;
        bytes[i] = (uint8_t)(h >> 17);
    }
    stack[top++] = 0;
    stack[top++] = 47;
    while (top) {
        int hi = stack[--top], lo = stack[--top], i = lo;
        if (lo >= hi) continue;
        for (int j = lo; j < hi; j++)
            if (v[j] < v[hi]) {
                int16_t t = v[i];
                v[i++] = v[j];
                v[j] = t;
            }
        int16_t t = v[i];
        v[i] = v[hi];
        v[hi] = t;
        stack[top++] = lo;
        stack[top++] = i - 1;
        stack[top++] = i + 1;
        stack[top++] = hi;
    }
    for (int i = 0; i < 48; i++) h = mix(h, (uint64_t)v[i] + bytes[47 - i]);
    return h;
}

uint64_t arith(uint64_t first, uint64_t step)
{
    uint64_t h = 1;

    for (uint64_t i = first; i < CORNERS; i += step)
        for (uint64_t j = 0; j < CORNERS; j++) h = pair(h, corner[i], corner[j]);
    return sort(h);
}
