/* SPDX-License-Identifier: Apache-2.0
 * The special functions against MPFR: all operands of half and bfloat16, and floats of every exponent.  Bounds: spec/special.def.
 * Arguments: firmware (not used), floats for each function. */
#include <math.h>
#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "arith.h"
#include "dlp_spec.h"
#include "dlp_vpu_special.h"

static const struct { const char *name; unsigned fn; int ulp; unsigned half, bfloat; } functions[] = {
#define DLP_SPECIAL(name, ulp, half, bfloat16) { #name, DLP_VFN_##name, ulp, half, bfloat16 },
#include "special.def"
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

#ifdef __SANITIZE_ADDRESS__
static unsigned long floats = 1ul << 15;
#else
static unsigned long floats = 1ul << 20;
#endif

static uint32_t next(void)
{
    static uint64_t s = 0x9e3779b97f4a7c15u;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (uint32_t)(s >> 16);
}

/* r <- f(x) to the precision of r; x is the float with the bits a */
static void exact(unsigned fn, mpfr_t r, uint32_t a)
{
    MPFR_DECL_INIT(x, 24);
    mpfr_set_flt(x, dlp_f32(a), MPFR_RNDN);
    switch (fn) {
    case DLP_VFN_RECIP: mpfr_ui_div(r, 1, x, MPFR_RNDN); break;
    case DLP_VFN_RSQRT:                                 /* of -0 it is -inf */
        if (mpfr_zero_p(x)) mpfr_set_inf(r, mpfr_signbit(x) ? -1 : 1);
        else                mpfr_rec_sqrt(r, x, MPFR_RNDN);
        break;
    case DLP_VFN_SQRT:  mpfr_sqrt(r, x, MPFR_RNDN); break;
    case DLP_VFN_EXP:   mpfr_exp(r, x, MPFR_RNDN); break;
    case DLP_VFN_EXP2:  mpfr_exp2(r, x, MPFR_RNDN); break;
    case DLP_VFN_LOG:   mpfr_log(r, x, MPFR_RNDN); break;
    case DLP_VFN_LOG2:  mpfr_log2(r, x, MPFR_RNDN); break;
    case DLP_VFN_SIN:   mpfr_sin(r, x, MPFR_RNDN); break;
    case DLP_VFN_COS:   mpfr_cos(r, x, MPFR_RNDN); break;
    case DLP_VFN_TANH:  mpfr_tanh(r, x, MPFR_RNDN); break;
    case DLP_VFN_ERF:   mpfr_erf(r, x, MPFR_RNDN); break;
    case DLP_VFN_SIGMOID:
        mpfr_neg(r, x, MPFR_RNDN);
        mpfr_exp(r, r, MPFR_RNDN);
        mpfr_add_ui(r, r, 1, MPFR_RNDN);
        mpfr_ui_div(r, 1, r, MPFR_RNDN);
        break;
    case DLP_VFN_SOFTPLUS:
        if (mpfr_cmp_ui(x, 128) > 0) {
            mpfr_set(r, x, MPFR_RNDN);
            break;
        }
        mpfr_exp(r, x, MPFR_RNDN);
        mpfr_log1p(r, r, MPFR_RNDN);
        break;
    case DLP_VFN_GELU: {
        mpfr_t root;
        if (mpfr_inf_p(x) || mpfr_zero_p(x)) {          /* the limit */
            mpfr_set(r, x, MPFR_RNDN);
            if (mpfr_inf_p(x) && mpfr_signbit(x))
                mpfr_set_zero(r, -1);
            break;
        }
        mpfr_init2(root, mpfr_get_prec(r));
        mpfr_set_d(root, 0.5, MPFR_RNDN);
        mpfr_sqrt(root, root, MPFR_RNDN);
        mpfr_mul(root, root, x, MPFR_RNDN);
        mpfr_neg(root, root, MPFR_RNDN);
        mpfr_erfc(r, root, MPFR_RNDN);
        mpfr_mul(r, r, x, MPFR_RNDN);
        mpfr_div_2ui(r, r, 1, MPFR_RNDN);
        mpfr_clear(root);
        break;
    }
    case DLP_VFN_FLOOR: mpfr_rint(r, x, MPFR_RNDD); break;
    case DLP_VFN_CEIL:  mpfr_rint(r, x, MPFR_RNDU); break;
    case DLP_VFN_ROUND: mpfr_round(r, x); break;
    case DLP_VFN_TRUNC: mpfr_trunc(r, x); break;
    case DLP_VFN_RINT:  mpfr_rint(r, x, MPFR_RNDN); break;
    case DLP_VFN_SIGN:
        if (mpfr_zero_p(x) || mpfr_nan_p(x)) mpfr_set(r, x, MPFR_RNDN);
        else                                 mpfr_set_si(r, mpfr_signbit(x) ? -1 : 1, MPFR_RNDN);
        break;
    default: fail();
    }
}

/* r rounded to nearest even in a format of p bits and the least exponent emin, as a double */
static double rounded(mpfr_t r, int p, int emin)
{
    double max = ldexp(2 - ldexp(1, 1 - p), -emin + 1);
    if (!mpfr_regular_p(r))
        return mpfr_get_d(r, MPFR_RNDN);
    long e = mpfr_get_exp(r) - 1 < emin ? emin : mpfr_get_exp(r) - 1;
    mpfr_t t;
    mpfr_init2(t, mpfr_get_prec(r));
    mpfr_mul_2si(t, r, p - 1 - e, MPFR_RNDN);
    mpfr_rint(t, t, MPFR_RNDN);
    mpfr_mul_2si(t, t, e - p + 1, MPFR_RNDN);
    double d = mpfr_get_d(t, MPFR_RNDN);
    mpfr_clear(t);
    return fabs(d) > max ? copysign(INFINITY, d) : d;
}

/* Error of a result in units of the last place of binary32 of the exact value; infinite where one is no number and the other is. */
static double error(uint32_t result, mpfr_t r)
{
    const double got = (double)dlp_f32(result), want = mpfr_get_d(r, MPFR_RNDN);
    if (isnan(want) || isnan(got))
        return result == DLP_F32_NAN && isnan(want) ? 0 : INFINITY;
    if (isinf(got) || isinf(want)) {
        const double limit = 0x1.ffffffp127;            /* from here on the nearest is infinity */
        return (want < 0) == (got < 0) && fabs(want) >= limit * (1 - 0x1p-27) && isinf(got) ? 0 : INFINITY;
    }
    if (signbit(got) != signbit(want))
        return INFINITY;
    int e = want == 0 ? -149 : ilogb(want) - 23;
    return fabs(got - want) / ldexp(1, e < -149 ? -149 : e);
}

static void floats_are_within_the_bound(void **state)
{
    (void)state;
    mpfr_t r;
    mpfr_init2(r, 53);
    unsigned bad = 0;
    for (unsigned k = 0; k < FUNCTIONS; k++) {
        double worst = 0;
        uint32_t at = 0;
        for (unsigned long i = 0; i < floats; i++) {
            /* every exponent; more of those from 2^-27 to 2^13; now and then few bits */
            uint32_t m = next() & 0x7fffff, e = (uint32_t)(i % 2 ? i / 2 % 256 : 100 + i / 2 % 41), a = (uint32_t)(i / 512 % 2) << 31 | e << 23 | m;
            if (i % 16 < 2)
                a &= ~(0x7fffffu >> next() % 8);
            if (i % 16 == 4)
                a ^= a & 0x400000 ? 0x7ffff0 & ~a : a & 0x7ffff0;      /* near a power of two */
            exact(functions[k].fn, r, a);
            double d = error(dlp_special(functions[k].fn, a, 0), r);
            if (d > worst)
                worst = d, at = a;
        }
        const bool wrong = worst * 1000 > functions[k].ulp;
        printf("  %-9s %.4f ulp at %08x%s\n", functions[k].name, worst, at, wrong ? "  above the bound" : "");
        bad += wrong;
    }
    mpfr_clear(r);
    assert_int_equal(bad, 0);
}

static void every_half_and_bfloat16(void **state)
{
    (void)state;
    mpfr_t r;
    mpfr_init2(r, 100);
    unsigned bad = 0;
    for (unsigned k = 0; k < FUNCTIONS; k++) {
        unsigned wrong[2] = { 0, 0 };
        for (unsigned a = 0; a < 65536; a++)
            for (int b = 0; b < 2; b++) {
                const uint32_t w = b ? dlp_bf16_to_f32((uint16_t)a) : dlp_f16_to_f32((uint16_t)a), f = dlp_special(functions[k].fn, w, 0);
                const uint32_t got = b ? dlp_bf16_to_f32(dlp_f32_to_bf16(f, DLP_ROUND_RN)) : dlp_f16_to_f32(dlp_f32_to_f16(f, DLP_ROUND_RN));
                exact(functions[k].fn, r, w);
                const double want = b ? rounded(r, 8, -126) : rounded(r, 11, -14);
                wrong[b] += isnan(want) ? got != DLP_F32_NAN : got != dlp_f32_bits((float)want);
            }
        printf("  %-9s not correctly rounded: half %u, bfloat16 %u\n", functions[k].name, wrong[0], wrong[1]);
        bad += wrong[0] > functions[k].half || wrong[1] > functions[k].bfloat;
    }
    mpfr_clear(r);
    assert_int_equal(bad, 0);
}

static void quotients_are_those_of_the_host(void **state)
{
    (void)state;
    for (unsigned long i = 0; i < 8 * floats; i++) {
        uint32_t a = next(), b = next();
        if (i % 4 == 1) b = (b & 0x807fffff) | (((a >> 23) - 2 + b % 5) & 255) << 23;
        if (i % 8 == 3) a &= 0x80ffffff;                /* subnormal and nearly so */
        if (i % 8 == 7) b |= 0x7e000000;
        if (i % 16 == 5) a &= ~(0x7fffffu >> next() % 23), b &= ~(0x7fffffu >> next() % 23);
        if (dlp_special(DLP_VFN_DIV, a, b) != dlp_f32_canon(dlp_f32(a) / dlp_f32(b)))
            fail_msg("%08x / %08x is %08x", a, b, dlp_special(DLP_VFN_DIV, a, b));
    }
}

static void special_operands(void **state)
{
    (void)state;
    static const uint32_t in[] = { 0, 0x80000000, 0x7f800000, 0xff800000, 0x7f800001, 0xffc12345, 0x3f800000, 0xbf800000, 1, 0x80000001, 0x7f7fffff, 0xff7fffff };
    mpfr_t r;
    mpfr_init2(r, 100);
    for (unsigned k = 0; k < FUNCTIONS; k++)
        for (unsigned i = 0; i < sizeof in / sizeof in[0]; i++) {
            exact(functions[k].fn, r, in[i]);
            const uint32_t got = dlp_special(functions[k].fn, in[i], 0);
            if (error(got, r) > 0.6)
                fail_msg("%s of %08x is %08x", functions[k].name, in[i], got);
        }
    mpfr_clear(r);
}

int main(int argc, char **argv)
{
    if (argc > 2)
        floats = strtoul(argv[2], NULL, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_operands),
        cmocka_unit_test(quotients_are_those_of_the_host),
        cmocka_unit_test(every_half_and_bfloat16),
        cmocka_unit_test(floats_are_within_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
