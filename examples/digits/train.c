/* SPDX-License-Identifier: Apache-2.0
 * train - trains the digit network, quantises it, writes digits_weights.c and digits_test.bin.
 *
 * The first 9,500 digits train, the last 500 are the test set and have no influence on the
 * weights.  With -v N the last N of the 9,500 are held out and measured instead; use that to
 * choose a network, an epoch count or a seed.  Repeatable: the same seed, compiler and processor
 * give the same weights.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "digits_ops.h"
#include "digits_run.h"
#include "train_adam.h"
#include "train_augment.h"
#include "train_emit.h"
#include "train_idx.h"
#include "train_quant.h"

enum {
    TRAIN_COUNT = 9500,
    TEST_COUNT = 500,
    CALIBRATION_COUNT = 2000,
    BATCH = 32,
    BAR_WIDTH = 40,
    MAX_PATH_BYTES = 1024
};

static const float PEAK_RATE = 3e-3f;
static const float WARM_UP = 0.05f;      /* part of the training with a rising rate */
static const double PI = 3.14159265358979;

struct options {
    const char *data;
    const char *out;
    int epochs;
    int seed;
    int holdout;
    int measure;
};

/* What the epochs need; run.order is a permutation of the training samples. */
struct run {
    struct options options;
    struct dlp_digits_set train;
    struct train_net net;
    struct train_adam adam;
    struct train_random random;
    int *order;
};

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Linear rise, then half a cosine down to 0; progress runs from 0 to 1. */
static float learning_rate(float progress)
{
    if (progress < WARM_UP) {
        return PEAK_RATE * progress / WARM_UP;
    }
    return PEAK_RATE * 0.5f *
           (1.0f + cosf((float)PI * (progress - WARM_UP) / (1.0f - WARM_UP)));
}

static void show_progress(float progress, float loss)
{
    static int last = -1;
    int filled = (int)(progress * BAR_WIDTH);

    if (!isatty(STDERR_FILENO) || (int)(progress * 1000.0f) == last) {
        return;
    }
    last = (int)(progress * 1000.0f);
    fprintf(stderr, "\r[");
    for (int i = 0; i < BAR_WIDTH; i++) {
        fputc(i < filled ? '#' : '.', stderr);
    }
    fprintf(stderr, "] %5.1f %%  loss %.4f  %4.0f s", 100.0 * (double)progress, (double)loss,
            seconds());
    if (progress >= 1.0f) {
        fputc('\n', stderr);
    }
}

static void shuffle(int *order, int count, struct train_random *r)
{
    for (int i = count - 1; i > 0; i--) {
        int j = train_random_below(r, i + 1);
        int swap = order[i];

        order[i] = order[j];
        order[j] = swap;
    }
}

/* One step on samples order[first .. first + size); returns their mean loss. */
static float train_batch(struct run *run, int first, int size, float rate)
{
    uint8_t image[DLP_DIGITS_PIXELS];
    float loss = 0.0f;

    for (int i = first; i < first + size; i++) {
        const struct dlp_digits_sample *sample = &run->train.sample[run->order[i]];

        train_augment(sample->image, 1.0f, &run->random, image);
        (void)train_net_forward(&run->net, image);
        loss += train_net_backward(&run->net, sample->label);
    }
    train_adam_step(&run->adam, rate, 1.0f / (float)size, run->net.grad, run->net.param);
    train_net_refresh(&run->net);
    return loss / (float)size;
}

static void train_epochs(struct run *run)
{
    float loss = 2.3f; /* ln(10), an untrained network; then a moving average */

    for (int epoch = 0; epoch < run->options.epochs; epoch++) {
        shuffle(run->order, run->train.count, &run->random);
        for (int first = 0; first < run->train.count; first += BATCH) {
            int left = run->train.count - first;
            float progress = ((float)epoch + (float)first / (float)run->train.count) /
                             (float)run->options.epochs;

            loss += 0.01f * (train_batch(run, first, left < BATCH ? left : BATCH,
                                         learning_rate(progress)) - loss);
            show_progress(progress, loss);
        }
        if (!isatty(STDERR_FILENO) && (epoch + 1) % 10 == 0) {
            printf("epoch %d: loss %.4f, %.0f s\n", epoch + 1, (double)loss, seconds());
            fflush(stdout);
        }
    }
    show_progress(1.0f, loss);
}

static void report(const char *name, struct train_net *net, const struct train_quant *quant,
                   const struct dlp_digits_set *set)
{
    static struct dlp_digits_trace trace;
    int right_float = 0;
    int right_int8 = 0;

    for (int i = 0; i < set->count; i++) {
        const struct dlp_digits_sample *sample = &set->sample[i];

        right_float += train_net_answer(train_net_forward(net, sample->image)) == sample->label;
        dlp_digits_run(quant->layer, sample->image, &trace);
        right_int8 += dlp_digits_argmax(trace.logits) == sample->label;
    }
    printf("%-8s %5d digits: float %5d right (%.2f %%), int8 %5d right (%.2f %%)\n", name,
           set->count, right_float, 100.0 * right_float / set->count, right_int8,
           100.0 * right_int8 / set->count);
}

static int write_files(const struct options *o, const struct train_quant *quant,
                       const struct dlp_digits_set *test)
{
    char path[MAX_PATH_BYTES];
    char command[MAX_PATH_BYTES];

    snprintf(command, sizeof command, "build/digits/train -d DATA -o build/digits -e %d -s %d",
             o->epochs, o->seed);
    snprintf(path, sizeof path, "%s/digits_weights.c", o->out);
    if (train_emit_weights(path, command, quant->layer) < 0) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/digits_test.bin", o->out);
    return train_emit_set(path, test);
}

static int finish(struct run *run, const struct dlp_digits_set *all)
{
    const struct options *o = &run->options;
    struct dlp_digits_set calibration = { CALIBRATION_COUNT, all->sample };
    struct dlp_digits_set held = { o->holdout, all->sample + TRAIN_COUNT - o->holdout };
    struct dlp_digits_set test = { TEST_COUNT, all->sample + TRAIN_COUNT };
    struct dlp_digits_set t10k;
    struct train_quant quant;
    int result = 0;

    if (train_quant_create(&run->net, &calibration, &quant) < 0) {
        return -1;
    }
    if (o->holdout > 0) {
        report("held out", &run->net, &quant, &held);
    } else {
        report("test", &run->net, &quant, &test);
        result = write_files(o, &quant, &test);
    }
    if (o->measure && train_idx_load(o->data, "t10k", &t10k) == 0) {
        report("t10k", &run->net, &quant, &t10k);
        dlp_digits_set_free(&t10k);
    }
    train_quant_destroy(&quant);
    return result;
}

static int prepare(struct run *run, const struct dlp_digits_set *all)
{
    run->train.sample = all->sample;
    run->train.count = TRAIN_COUNT - run->options.holdout;
    train_random_seed(&run->random, (uint64_t)run->options.seed);
    run->order = calloc((size_t)run->train.count, sizeof *run->order);
    if (run->order == NULL || train_net_create(&run->net, &run->random) < 0) {
        return -1;
    }
    for (int i = 0; i < run->train.count; i++) {
        run->order[i] = i;
    }
    return train_adam_create(&run->adam, run->net.param_count);
}

static int parse(int argc, char **argv, struct options *o)
{
    int letter;

    *o = (struct options){ .epochs = 200, .seed = 1 };
    while ((letter = getopt(argc, argv, "d:o:e:s:v:t")) != -1) {
        switch (letter) {
        case 'd': o->data = optarg; break;
        case 'o': o->out = optarg; break;
        case 'e': o->epochs = atoi(optarg); break;
        case 's': o->seed = atoi(optarg); break;
        case 'v': o->holdout = atoi(optarg); break;
        case 't': o->measure = 1; break;
        default: return -1;
        }
    }
    return o->data != NULL && o->epochs > 0 && o->holdout >= 0 && o->holdout < TRAIN_COUNT / 2 &&
           (o->out != NULL || o->holdout > 0) ? 0 : -1;
}

static void usage(void)
{
    fprintf(stderr, "usage: train -d DATA -o OUT [-e EPOCHS] [-s SEED] [-v HELD_OUT] [-t]\n"
                    "  -d DATA      folder with digits10k-{images-idx3,labels-idx1}-ubyte.gz\n"
                    "  -o OUT       folder for digits_weights.c and digits_test.bin\n"
                    "  -v HELD_OUT  train without the last HELD_OUT training digits, measure\n"
                    "               them, write nothing\n"
                    "  -t           measure the t10k digits in DATA as well\n");
}

int main(int argc, char **argv)
{
    static struct run run;
    struct dlp_digits_set all;
    int result = EXIT_FAILURE;

    if (parse(argc, argv, &run.options) < 0) {
        usage();
        return EXIT_FAILURE;
    }
    if (train_idx_load(run.options.data, "digits10k", &all) < 0 ||
        all.count < TRAIN_COUNT + TEST_COUNT) {
        fprintf(stderr, "train: no digits10k files of 10,000 digits in %s\n", run.options.data);
        return EXIT_FAILURE;
    }
    if (prepare(&run, &all) == 0) {
        printf("%d parameters, %d digits, %d epochs, seed %d\n", run.net.param_count,
               run.train.count, run.options.epochs, run.options.seed);
        fflush(stdout);
        train_epochs(&run);
        result = finish(&run, &all) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    train_adam_destroy(&run.adam);
    train_net_destroy(&run.net);
    free(run.order);
    dlp_digits_set_free(&all);
    if (result != EXIT_SUCCESS) {
        fprintf(stderr, "train: out of memory, or cannot write to %s\n",
                run.options.out != NULL ? run.options.out : "(nothing)");
    }
    return result;
}
