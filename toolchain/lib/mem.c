/* SPDX-License-Identifier: Apache-2.0
 * mem - the functions that a compiler calls on its own.  Words of 8 bytes where both sides allow it: a
 * scalar access costs a bus transaction whatever its size. */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *dst, const void *src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);

typedef uint64_t __attribute__((may_alias)) word;

void *memcpy(void *dst, const void *src, size_t n)
{
    unsigned char *d = dst;
    const unsigned char *s = src;

    if ((((uintptr_t)d ^ (uintptr_t)s) & 7) == 0) {
        for (; n && ((uintptr_t)d & 7); n--)
            *d++ = *s++;
        for (; n >= 8; n -= 8, d += 8, s += 8)
            *(word *)(void *)d = *(const word *)(const void *)s;
    }
    for (; n; n--)
        *d++ = *s++;
    return dst;
}

void *memmove(void *dst, const void *src, size_t n)
{
    unsigned char *d = dst;
    const unsigned char *s = src;

    if ((uintptr_t)d - (uintptr_t)s >= n)       /* d below s, or not overlapping: ascending is safe */
        return memcpy(dst, src, n);
    for (; n; n--)
        d[n - 1] = s[n - 1];
    return dst;
}

void *memset(void *dst, int value, size_t n)
{
    const uint64_t byte = (unsigned char)value, all = byte * 0x0101010101010101u;
    unsigned char *d = dst;

    for (; n && ((uintptr_t)d & 7); n--)
        *d++ = (unsigned char)byte;
    for (; n >= 8; n -= 8, d += 8)
        *(word *)(void *)d = all;
    for (; n; n--)
        *d++ = (unsigned char)byte;
    return dst;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;

    for (; n; n--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}
