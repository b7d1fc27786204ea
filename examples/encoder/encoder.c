/* SPDX-License-Identifier: Apache-2.0
 * encoder - runs one encoder layer on a device and compares it with the layer in double precision.
 *   encoder [--backend model|rtl] [--size base|small] [--dump FILE] KERNEL_ELF
 * base: BERT-base, 128 tokens of 768 features, 12 heads, 3072 inner features; small: 24 tokens of 64, 4 heads, 160 inner features.
 * Weights and input are random with the spread of a trained layer's, rounded to half; the reference starts from the rounded numbers, so the
 * error is that of the arithmetic.  --dump writes the result's bytes.  Exit status 0: the error is within the bound. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dlp.h"
#include "../half.h"
#include "encoder.h"
#include "encoder_ref.h"

/* half carries 11 bits; the residual sums before the norms are rounded to it, and the norms make their spread 1 */
static const double ERROR_RMS_BOUND = 1e-3, ERROR_MAX_BOUND = 1e-2;

/* an array on the device, and the same numbers for the reference */
struct tensor {
    size_t n;
    int half;                   /* else float */
    double *value;
    struct dlp_buffer *buffer;
    uint64_t address;
};

static int check(int rc, const char *what)
{
    if (rc)
        fprintf(stderr, "encoder: %s: %s\n", what, dlp_strerror(rc));
    return rc;
}

/* splitmix64; the sum of twelve uniform numbers is near enough to a normal one */
static double normal(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        uint64_t z = *state += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        sum += (double)((z ^ z >> 31) >> 11) * 0x1p-53;
    }
    return sum;
}

/* n numbers around mean, on the device as half or float; spread 0: room that is not set. */
static int make(struct dlp_device *device, struct tensor *t, size_t n, int half, double mean, double spread, uint64_t *seed)
{
    size_t bytes = half ? 2 : 4;
    unsigned char *image = malloc(n * bytes);
    int rc = -1;

    *t = (struct tensor){ .n = n, .half = half, .value = malloc(n * sizeof *t->value) };
    if (!image || !t->value)
        fprintf(stderr, "encoder: no memory\n");
    else if ((rc = check(dlp_buffer_create(device, n * bytes, &t->buffer), "device memory")) == 0
             && (rc = check(dlp_buffer_info(t->buffer, &t->address, NULL), "device memory")) == 0 && spread > 0) {
        for (size_t i = 0; i < n; i++) {
            double x = mean + spread * normal(seed);
            if (half) {
                dlp_half h = (dlp_half)x;
                memcpy(image + i * bytes, &h, bytes);
                t->value[i] = (double)h;
            } else {
                float f = (float)x;
                memcpy(image + i * bytes, &f, bytes);
                t->value[i] = (double)f;
            }
        }
        rc = check(dlp_buffer_write(t->buffer, 0, image, n * bytes), "copy to the device");
    }
    free(image);
    return rc;
}

enum { X, OUT, WQ, WK, WV, WO, W1, W2, BQ, BK, BV, BO, B1, B2, GAMMA1, BETA1, GAMMA2, BETA2, Q, K, V, C, O, Y, Z, ARGS, TENSORS };

static int make_all(struct dlp_device *device, const struct encoder_shape *s, struct tensor t[TENSORS])
{
    size_t n = s->tokens * s->width, square = s->width * s->width, wide = s->inner * s->width;
    /* a product of normal numbers then has the spread of its input */
    double w = 1 / sqrt((double)s->width), w2 = 1 / sqrt((double)s->inner);
    const struct { size_t n; int half; double mean, spread; } plan[ARGS] = {
        [X] = { n, 1, 0, 1 }, [OUT] = { n, 1, 0, 0 },
        [WQ] = { square, 1, 0, w }, [WK] = { square, 1, 0, w }, [WV] = { square, 1, 0, w }, [WO] = { square, 1, 0, w },
        [W1] = { wide, 1, 0, w }, [W2] = { wide, 1, 0, w2 },
        [BQ] = { s->width, 0, 0, 0.1 }, [BK] = { s->width, 0, 0, 0.1 }, [BV] = { s->width, 0, 0, 0.1 }, [BO] = { s->width, 0, 0, 0.1 },
        [B1] = { s->inner, 0, 0, 0.1 }, [B2] = { s->width, 0, 0, 0.1 },
        [GAMMA1] = { s->width, 0, 1, 0.1 }, [BETA1] = { s->width, 0, 0, 0.1 },
        [GAMMA2] = { s->width, 0, 1, 0.1 }, [BETA2] = { s->width, 0, 0, 0.1 },
        [Q] = { n, 1, 0, 0 }, [K] = { n, 1, 0, 0 }, [V] = { n, 1, 0, 0 }, [C] = { n, 1, 0, 0 }, [O] = { n, 1, 0, 0 }, [Y] = { n, 1, 0, 0 },
        [Z] = { s->tokens * s->inner, 1, 0, 0 },
    };
    uint64_t seed = 1;

    for (int i = 0; i < ARGS; i++)
        if (make(device, &t[i], plan[i].n, plan[i].half, plan[i].mean, plan[i].spread, &seed))
            return -1;
    return make(device, &t[ARGS], sizeof(struct encoder_args) / 4, 0, 0, 0, &seed);
}

static int run(struct dlp_device *device, const char *elf, const struct encoder_shape *s, struct tensor t[TENSORS], double epsilon, dlp_half *result)
{
    struct dlp_queue *queue;
    struct dlp_module *module;
    struct dlp_kernel *kernel;
    struct dlp_result measured;
    char detail[256] = "";
    struct encoder_args a = {
        .tokens = (uint32_t)s->tokens, .width = (uint32_t)s->width, .heads = (uint32_t)s->heads, .inner = (uint32_t)s->inner,
        .scale = (float)(1 / sqrt((double)(s->width / s->heads))), .inverse_width = (float)(1 / (double)s->width), .epsilon = (float)epsilon,
        .x = t[X].address, .out = t[OUT].address,
        .wq = t[WQ].address, .wk = t[WK].address, .wv = t[WV].address, .wo = t[WO].address, .w1 = t[W1].address, .w2 = t[W2].address,
        .bq = t[BQ].address, .bk = t[BK].address, .bv = t[BV].address, .bo = t[BO].address, .b1 = t[B1].address, .b2 = t[B2].address,
        .gamma1 = t[GAMMA1].address, .beta1 = t[BETA1].address, .gamma2 = t[GAMMA2].address, .beta2 = t[BETA2].address,
        .q = t[Q].address, .k = t[K].address, .v = t[V].address, .c = t[C].address, .o = t[O].address, .y = t[Y].address, .z = t[Z].address,
    };

    if (check(dlp_buffer_write(t[ARGS].buffer, 0, &a, sizeof a), "copy to the device")
        || check(dlp_queue_create(device, 0, &queue), "queue"))
        return -1;
    int rc = dlp_module_load_file(device, elf, &module);
    if (rc) {
        dlp_device_detail(device, detail, sizeof detail);
        fprintf(stderr, "encoder: %s: %s %s\n", elf, dlp_strerror(rc), detail);
        return rc;
    }
    if (check(dlp_module_kernel(module, "encoder", &kernel), "kernel")
        || check(dlp_queue_launch(queue, kernel, &t[ARGS].address, 1, 0, &measured), "launch"))
        return -1;
    rc = dlp_queue_sync(queue, DLP_WAIT_FOREVER);
    if (rc) {
        struct dlp_fault_report f;
        if (dlp_device_fault(device, &f) == 0)
            fprintf(stderr, "encoder: the kernel failed: %s (%s) at pc 0x%llx, address 0x%llx\n", f.name, f.text, (unsigned long long)f.pc_in_file,
                    (unsigned long long)f.address);
        return rc;
    }
    /* products: four of width x width, two of width x inner, and two of tokens x d for each head */
    double macs = (double)s->tokens * (double)s->width * (4 * (double)s->width + 2 * (double)s->inner + 2 * (double)s->tokens);
    printf("%llu cycles, %.1f multiplications per cycle\n", (unsigned long long)measured.cycles, macs / (double)measured.cycles);
    return check(dlp_buffer_read(t[OUT].buffer, 0, result, t[OUT].n * sizeof *result), "copy from the device");
}

/* Errors of result against the reference, printed. */
static int compare(const struct encoder_shape *s, const struct tensor t[TENSORS], double epsilon, const dlp_half *result)
{
    size_t n = s->tokens * s->width;
    double *right = malloc(n * sizeof *right), most = 0, squares = 0, norm = 0;
    struct encoder_layer l = {
        .x = t[X].value, .wq = t[WQ].value, .wk = t[WK].value, .wv = t[WV].value, .wo = t[WO].value, .w1 = t[W1].value, .w2 = t[W2].value,
        .bq = t[BQ].value, .bk = t[BK].value, .bv = t[BV].value, .bo = t[BO].value, .b1 = t[B1].value, .b2 = t[B2].value,
        .gamma1 = t[GAMMA1].value, .beta1 = t[BETA1].value, .gamma2 = t[GAMMA2].value, .beta2 = t[BETA2].value, .epsilon = (double)(float)epsilon,
    };

    if (!right || encoder_reference(s, &l, right)) {
        fprintf(stderr, "encoder: no memory\n");
        free(right);
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        double error = (double)result[i] - right[i];
        most = fmax(most, fabs(error));
        if (!(fabs(error) < INFINITY))
            most = INFINITY;
        squares += error * error;
        norm += right[i] * right[i];
    }
    free(right);
    double rms = sqrt(squares / norm);
    int good = rms <= ERROR_RMS_BOUND && most <= ERROR_MAX_BOUND;
    printf("against double precision: error rms %.2g of the result's (bound %.2g), largest %.2g (bound %.2g)%s\n", rms, ERROR_RMS_BOUND, most,
           ERROR_MAX_BOUND, good ? "" : ": TOO LARGE");
    return good ? 0 : -1;
}

int main(int argc, char **argv)
{
    static const struct option names[] = { { "backend", 1, NULL, 'b' }, { "size", 1, NULL, 's' }, { "dump", 1, NULL, 'd' }, { 0 } };
    static const struct encoder_shape base = { 128, 768, 12, 3072 }, small = { 24, 64, 4, 160 };
    const struct encoder_shape *shape = &base;
    const char *backend = "model", *dump = NULL;
    const double epsilon = 1e-12;

    for (int c; (c = getopt_long(argc, argv, "b:s:d:", names, NULL)) != -1; )
        if (c == 'b')
            backend = optarg;
        else if (c == 's' && (!strcmp(optarg, "base") || !strcmp(optarg, "small")))
            shape = !strcmp(optarg, "base") ? &base : &small;
        else if (c == 'd')
            dump = optarg;
        else
            optind = argc + 1;
    if (optind != argc - 1) {
        fprintf(stderr, "usage: encoder [--backend model|rtl] [--size base|small] [--dump FILE] KERNEL_ELF\n");
        return 2;
    }

    char detail[256] = "";
    struct dlp_options options = { .detail = detail, .detail_bytes = sizeof detail };
    struct dlp_device *device;
    struct tensor tensors[TENSORS] = { 0 };
    dlp_half *result = malloc(shape->tokens * shape->width * sizeof *result);
    int rc = dlp_device_open(backend, "full", &options, &device);
    if (rc || !result) {
        fprintf(stderr, "encoder: %s %s\n", dlp_strerror(rc), detail);
        free(result);
        return EXIT_FAILURE;
    }
    printf("encoder layer on %s: %zu tokens, %zu features, %zu heads, %zu inner features\n", backend, shape->tokens, shape->width, shape->heads, shape->inner);
    rc = make_all(device, shape, tensors) || run(device, argv[optind], shape, tensors, epsilon, result);
    if (rc == 0)
        rc = compare(shape, tensors, epsilon, result);
    if (rc == 0 && dump) {
        FILE *f = fopen(dump, "wb");
        if (!f || fwrite(result, sizeof *result, tensors[OUT].n, f) != tensors[OUT].n || fclose(f)) {
            fprintf(stderr, "encoder: %s cannot be written\n", dump);
            rc = -1;
        }
    }
    dlp_device_close(device);
    for (int i = 0; i < TENSORS; i++)
        free(tensors[i].value);
    free(result);
    return rc ? EXIT_FAILURE : EXIT_SUCCESS;
}
