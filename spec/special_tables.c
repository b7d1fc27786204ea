/* SPDX-License-Identifier: Apache-2.0
 * special_tables - prints the tables of the special functions (docs/special-functions.md): `special_tables vh` for the RTL, `special_tables h`
 * for the model.
 *
 * A region is an interval of an argument; it is cut into 2^k equal segments, with a cubic in each: the interpolation at the four Chebyshev nodes,
 * within a rounding of the minimax cubic.  k is the least that keeps the relative error of the cubic below BOUND.  Coefficients are rounded to multiples of
 * 2^-34; long double is far more exact than that, so that the tables do not depend on the last bits of a mathematical library. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT_BITS = 34, SEG_MIN = 2, SEG_MAX = 7, COEFS = 4, ROWS_MAX = 2048 };
static const int width[COEFS] = { 36, 31, 25, 18 };     /* two's complement, of the coefficients of t^0 .. t^3 */
static const long double BOUND = 0x1p-31L, PI_2 = 1.570796326794896619231321691639751442L, LN2 = 0.693147180559945309417232121458176568L;

/* ---- the functions, all between 0 and 2 */
static long double recip(long double x)    { return 1 / x; }
static long double root(long double x)     { return sqrtl(x); }
static long double rroot(long double x)    { return 1 / sqrtl(x); }
/* x in 1 .. 2 stands for a number m in 3/4 .. 3/2: halved where it is 3/2 or more */
static long double ln_slope(long double x)   { long double d = (x >= 1.5L ? x / 2 : x) - 1; return log1pl(d) / d; }
static long double log2_slope(long double x) { return ln_slope(x) / LN2; }
static long double sin_slope(long double x)  { return sinl(PI_2 * x) / x; }
static long double cosine(long double x)     { return cosl(PI_2 * x); }
static long double tanh_slope(long double x) { return tanhl(x) / x; }
static long double erf_slope(long double x)  { return erfl(x) / x; }
static long double logistic(long double x)   { return 1 / (1 + expl(-x)); }
static long double mills(long double x)      { return expl(x * x / 2) * erfcl(x / sqrtl(2)) / 2; }
static long double soft_slope(long double x) { return log1pl(expl(-x)) / expl(-x); }
static long double power2(long double x)     { return exp2l(x); }

struct set {
    const char *name;
    long double (*f)(long double);
    long double lo, hi;             /* of the first region */
    int         octaves;            /* further regions: hi .. 2 hi, 2 hi .. 4 hi, ... */
};

/* in the order of the regions */
static const struct set sets[] = {
    { "RECIP",    recip,      1, 2, 0 },
    { "SQRT",     root,       1, 2, 1 },
    { "RSQRT",    rroot,      1, 2, 1 },
    { "LOG",      ln_slope,   1, 2, 0 },
    { "LOG2",     log2_slope, 1, 2, 0 },
    { "SIN",      sin_slope,  0, 0.5L, 0 },
    { "COS",      cosine,     0, 0.5L, 0 },
    { "TANH",     tanh_slope, 0, 0.125L, 7 },
    { "ERF",      erf_slope,  0, 0.125L, 5 },
    { "SIGMOID",  logistic,   0, 0.125L, 8 },
    { "GELU",     mills,      0, 0.125L, 7 },
    { "SOFTPLUS", soft_slope, 0, 0.125L, 8 },
};
enum { SETS = sizeof sets / sizeof sets[0], REGIONS_MAX = 64, EXP_K = 5 };

static int64_t  rows[ROWS_MAX][COEFS];
static unsigned used;
static struct { unsigned base, k; } regions[REGIONS_MAX];

/* Cubic in t, -1/2 .. 1/2, on mid - w/2 .. mid + w/2; returns its greatest relative error at samples. */
static long double cubic(long double (*f)(long double), long double mid, long double w, long double c[COEFS])
{
    long double x[COEFS], d[COEFS];
    for (int i = 0; i < COEFS; i++) {
        x[i] = cosl((2 * i + 1) * PI_2 / 4) / 2;
        d[i] = f(mid + w * x[i]);
    }
    for (int j = 1; j < COEFS; j++)                     /* divided differences */
        for (int i = COEFS - 1; i >= j; i--)
            d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - j]);
    memset(c, 0, COEFS * sizeof c[0]);
    for (int i = COEFS - 1; i >= 0; i--) {              /* c <- c * (t - x[i]) + d[i] */
        for (int j = COEFS - 1; j > 0; j--)
            c[j] = c[j - 1] - c[j] * x[i];
        c[0] = d[i] - c[0] * x[i];
    }
    long double worst = 0;
    for (int i = 0; i <= 16; i++) {
        long double t = (i - 8) / 16.0001L, e = fabsl((c[0] + t * (c[1] + t * (c[2] + t * c[3]))) / f(mid + w * t) - 1);
        worst = e > worst ? e : worst;
    }
    return worst;
}

/* Rows of one region in 2^k segments; returns the greatest relative error. */
static long double region(long double (*f)(long double), long double lo, long double hi, unsigned k, unsigned at)
{
    long double worst = 0, w = ldexpl(hi - lo, -(int)k);
    for (unsigned s = 0; s < 1u << k; s++) {
        long double c[COEFS], e = cubic(f, lo + w * (s + 0.5L), w, c);
        worst = e > worst ? e : worst;
        if (at + s >= ROWS_MAX)
            exit(2);
        for (int i = 0; i < COEFS; i++) {
            rows[at + s][i] = llrintl(ldexpl(c[i], UNIT_BITS));
            int64_t limit = INT64_C(15) << (width[i] - 5);      /* a sixteenth is left for what the next one adds */
            if (i == 0)
                limit = INT64_C(1) << (UNIT_BITS + 1);          /* 2; what the sum may exceed it by is cut */
            if (rows[at + s][i] < -limit || rows[at + s][i] >= limit)
                worst = 1;              /* too wide: more segments make it smaller */
        }
    }
    return worst;
}

static unsigned build(void)
{
    unsigned n = 0;
    for (int s = 0; s < SETS; s++)
        for (int o = 0; o <= sets[s].octaves; o++, n++) {
            long double lo = o ? ldexpl(sets[s].hi, o - 1) : sets[s].lo, hi = ldexpl(sets[s].hi, o);
            unsigned k = SEG_MIN;
            while (region(sets[s].f, lo, hi, k, used) > BOUND)
                if (++k > SEG_MAX)
                    fprintf(stderr, "%s: too many segments\n", sets[s].name), exit(2);
            regions[n].base = used;
            regions[n].k = k;
            used += 1u << k;
        }
    return n;
}

static void print_row_vh(const char *memory, unsigned index, const int64_t *c)
{
    printf("    %s[%u] = {", memory, index);
    for (int i = 0; i < COEFS; i++)
        printf("%d'h%llx%s", width[i], (unsigned long long)c[i] & ((1ull << width[i]) - 1), i == COEFS - 1 ? "};\n" : ", ");
}

int main(int argc, char **argv)
{
    const unsigned count = build(), exp_at = used;
    if (region(power2, 0, 1, EXP_K, exp_at) > BOUND)
        return 2;
    if (argc == 2 && strcmp(argv[1], "vh") == 0) {
        printf("// SPDX-License-Identifier: Apache-2.0\n"
               "// Generated by spec/special_tables.c - do not edit.  Rows {c0, c1, c2, c3} of the cubics, in units of 2^-34; regions {first row, k}.\n"
               "localparam SP_C0 = %d, SP_C1 = %d, SP_C2 = %d, SP_C3 = %d, SP_ROW = %d;\n",
               width[0], width[1], width[2], width[3], width[0] + width[1] + width[2] + width[3]);
        unsigned r = 0;
        for (int s = 0; s < SETS; r += (unsigned)sets[s].octaves + 1, s++)
            printf("localparam [5:0] SP_%s = 6'd%u;\n", sets[s].name, r);
        printf("localparam SP_EXP_K = %d;\n"
               "reg [SP_ROW-1:0] sp_rom [0:%d];\nreg [SP_ROW-1:0] sp_exp_rom [0:%d];\nreg [13:0] sp_region [0:%d];\ninitial begin\n",
               EXP_K, ROWS_MAX - 1, (1 << EXP_K) - 1, REGIONS_MAX - 1);
        for (unsigned i = 0; i < REGIONS_MAX; i++)
            printf("    sp_region[%u] = {11'd%u, 3'd%u};\n", i, regions[i].base, regions[i].k);
        for (unsigned i = 0; i < ROWS_MAX; i++) {
            static const int64_t none[COEFS];
            print_row_vh("sp_rom", i, i < used ? rows[i] : none);
        }
        for (unsigned i = 0; i < 1u << EXP_K; i++)
            print_row_vh("sp_exp_rom", i, rows[exp_at + i]);
        printf("end\n");
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "h") == 0) {
        printf("/* SPDX-License-Identifier: Apache-2.0\n"
               " * Generated by spec/special_tables.c - do not edit.  Rows of the cubics, in units of 2^-34; regions: first row, k. */\n"
               "#ifndef DLP_SPECIAL_TABLES_H\n#define DLP_SPECIAL_TABLES_H\n#include <stdint.h>\n\nenum {\n");
        unsigned r = 0;
        for (int s = 0; s < SETS; r += (unsigned)sets[s].octaves + 1, s++)
            printf("    DLP_SP_%s = %u,\n", sets[s].name, r);
        printf("    DLP_SP_EXP_K = %d\n};\n\nstatic const struct { uint16_t base, k; } dlp_sp_region[%u] = {\n", EXP_K, count);
        for (unsigned i = 0; i < count; i++)
            printf("    { %u, %u },\n", regions[i].base, regions[i].k);
        for (int t = 0; t < 2; t++) {
            const unsigned first = t ? exp_at : 0, n = t ? 1u << EXP_K : used;
            printf("};\n\nstatic const int64_t %s[%u][%d] = {\n", t ? "dlp_sp_exp_rows" : "dlp_sp_rows", n, COEFS);
            for (unsigned i = first; i < first + n; i++)
                printf("    { %lld, %lld, %lld, %lld },\n", (long long)rows[i][0], (long long)rows[i][1], (long long)rows[i][2], (long long)rows[i][3]);
        }
        printf("};\n#endif\n");
        return 0;
    }
    fprintf(stderr, "usage: special_tables vh|h\n");
    return 2;
}
