/* SPDX-License-Identifier: Apache-2.0
 * module - ELF files on the device, and launching their functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "internal.h"

/* Code is addressed by lui + addi.  lui sign-extends at 2 GiB, and rounds to nearest: the last 2 KiB below cannot be reached. */
enum { LUI_ROUNDING = 0x800 };

/* A module says which specification it was built from, and how much of each scratchpad it uses. */
static int check_fits(struct device *dev, const struct dlp_elf *elf)
{
    const struct { const char *symbol; uint64_t end; const char *what; } limits[] = {
        { "__nram_end", DLP_MEM_NRAM_BASE + dev->info.nram_bytes, "NRAM" },
        { "__wram_end", DLP_MEM_WRAM_BASE + dev->info.wram_bytes, "WRAM" },
        { "__lmem_end", DLP_MEM_LMEM_BASE + dev->info.lmem_bytes, "LMEM" },
    };
    uint64_t value;
    if (dlp_elf_symbol(elf, "__dlp_spec_hash", &value)) {
        dlp_detail(dev, "no symbol __dlp_spec_hash: the file was not linked by dlp-cc");
        return DLP_EELF;
    }
    if ((uint32_t)value != DLP_SPEC_HASH) {
        dlp_detail(dev, "the module was built from specification %08x, the device from %08x", (unsigned)value, DLP_SPEC_HASH);
        return DLP_ESPEC;
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (!dlp_elf_symbol(elf, limits[i].symbol, &value) && value > limits[i].end) {
            dlp_detail(dev, "the module needs %llu bytes more %s than the device has", (unsigned long long)(value - limits[i].end), limits[i].what);
            return DLP_EELF;
        }
    return 0;
}

/* Find memory for the image, move it there. */
static int place(struct device *dev, const struct dlp_elf *elf, struct module *m)
{
    int err = dlp_heap_alloc(&dev->heap, elf->span, elf->align, DLP_MEM_CODE_WINDOW - LUI_ROUNDING, &m->block);
    if (err)
        return err;
    m->delta = DLP_MEM_CODE_BASE + m->block->offset - elf->base;
    m->entry = elf->entry + m->delta;
    uint8_t *image = malloc((size_t)elf->span);
    err = image ? dlp_elf_image(elf, m->delta, image) : DLP_ENOMEM;
    if (!err)
        err = dlp_write_sync(dev, m->block->offset, image, elf->span);
    free(image);
    if (err)
        (void)dlp_heap_free(&dev->heap, m->block);
    return err;
}

static int load(struct device *dev, const void *bytes, size_t size, struct dlp_module **out)
{
    struct dlp_elf elf;
    struct module *m = calloc(1, sizeof *m);
    if (!m)
        return DLP_ENOMEM;
    int err = dlp_elf_open(&elf, bytes, size, DLP_MEM_CODE_BASE, DLP_MEM_CODE_WINDOW, dev->detail, sizeof dev->detail);
    if (!err)
        err = check_fits(dev, &elf);
    if (!err)
        err = dlp_elf_functions(&elf, &m->symbols);
    if (!err)
        err = place(dev, &elf, m);
    if (err)
        goto free_module;
    err = dlp_object_publish(dev, &m->obj, KIND_MODULE);
    if (err)
        goto free_block;
    *out = m->obj.handle;
    return 0;
free_block:
    (void)dlp_heap_free(&dev->heap, m->block);
free_module:
    free(m->symbols.functions);
    free(m->symbols.names);
    free(m);
    return err;
}

int dlp_module_load(struct dlp_device *device, const void *elf, size_t bytes, struct dlp_module **out)
{
    struct object *obj;
    if (!elf || !out)
        return DLP_EINVAL;
    int err = dlp_enter_alive(device, KIND_DEVICE, &obj);
    if (err)
        return err;
    err = load(obj->dev, elf, bytes, out);
    dlp_leave(obj->dev);
    return err;
}

int dlp_module_load_file(struct dlp_device *device, const char *path, struct dlp_module **out)
{
    struct object *obj;
    void *bytes;
    size_t size;
    if (!path || !out)
        return DLP_EINVAL;
    int err = dlp_enter_alive(device, KIND_DEVICE, &obj);
    if (err)
        return err;
    err = dlp_file_read(path, &bytes, &size);
    if (err) {
        dlp_detail(obj->dev, "%s: cannot be read", path);
    } else {
        err = load(obj->dev, bytes, size, out);
        free(bytes);
    }
    dlp_leave(obj->dev);
    return err;
}

int dlp_module_unload(struct dlp_module *module)
{
    struct object *obj;
    if (!module)
        return 0;
    int err = dlp_enter(module, KIND_MODULE, &obj);
    if (err)
        return err;
    struct device *dev = obj->dev;
    struct module *m = (struct module *)obj;
    for (struct object *o = dev->objects, *next; o; o = next) {
        next = o->next;
        if (o->kind == KIND_KERNEL && ((struct kernel *)o)->module == m) {
            dlp_object_retire(o);
            free(o);
        }
    }
    dlp_object_retire(obj);
    (void)dlp_heap_free(&dev->heap, m->block);
    free(m->symbols.functions);
    free(m->symbols.names);
    free(m);
    dlp_leave(dev);
    return 0;
}

/* The row of a function, or of its number of argument slots; NULL if there is none. */
static const struct dlp_elf_function *find(const struct dlp_elf_symbols *symbols, const char *name, bool slots)
{
    for (size_t i = 0; i < symbols->count; i++)
        if (symbols->functions[i].slots == slots && strcmp(symbols->functions[i].name, name) == 0)
            return &symbols->functions[i];
    return NULL;
}

/* The kernel's handle, made at the first call for this name. */
static int kernel_of(struct module *m, const char *name, struct dlp_kernel **out)
{
    struct device *dev = m->obj.dev;
    for (struct object *o = dev->objects; o; o = o->next) {
        const struct kernel *k = (const struct kernel *)o;
        if (o->kind == KIND_KERNEL && k->module == m && strcmp(k->name, name) == 0) {
            *out = o->handle;
            return 0;
        }
    }
    const struct dlp_elf_function *function = find(&m->symbols, name, false), *slots = find(&m->symbols, name, true);
    if (!function) {
        dlp_detail(dev, "no function %s in the module", name);
        return DLP_ENOSYM;
    }
    struct kernel *k = calloc(1, sizeof *k);
    if (!k)
        return DLP_ENOMEM;
    k->module = m;
    k->address = function->value + m->delta;
    k->slots_known = slots != NULL;
    k->slots = slots ? slots->value : 0;
    snprintf(k->name, sizeof k->name, "%s", name);
    int err = dlp_object_publish(dev, &k->obj, KIND_KERNEL);
    if (err)
        free(k);
    else
        *out = k->obj.handle;
    return err;
}

int dlp_module_kernel(struct dlp_module *module, const char *name, struct dlp_kernel **out)
{
    struct object *obj;
    if (!name || !out)
        return DLP_EINVAL;
    int err = dlp_enter_alive(module, KIND_MODULE, &obj);
    if (err)
        return err;
    err = kernel_of((struct module *)obj, name, out);
    dlp_leave(obj->dev);
    return err;
}

int dlp_kernel_slots(struct dlp_kernel *kernel, size_t *slots)
{
    struct object *obj;
    if (!slots)
        return DLP_EINVAL;
    int err = dlp_enter_alive(kernel, KIND_KERNEL, &obj);
    if (err)
        return err;
    const struct kernel *k = (const struct kernel *)obj;
    if (k->slots_known)
        *slots = (size_t)k->slots;
    else
        err = DLP_ENOSYM;
    dlp_leave(obj->dev);
    return err;
}

/* ---- launch */

static int launch(struct queue *q, const struct kernel *k, const uint64_t *args, size_t slots, uint32_t cycle_limit, struct dlp_result *result)
{
    struct device *dev = q->obj.dev;
    const uint64_t deadline = dlp_deadline(dev, q->full_wait_ms), slot_count = slots;
    const uint32_t one = 1;                 /* a task of one piece: dimensions 1 x 1 x 1 */
    size_t page;
    int err = dlp_staging_get(dev, 1, deadline, &page);
    if (err)
        return err;
    uint8_t *block = dlp_staging_host(dev, page);
    memset(block, 0, DLP_LAUNCH_ARGS);
    memcpy(block + DLP_LAUNCH_FUNC, &k->address, sizeof k->address);
    memcpy(block + DLP_LAUNCH_SLOTS, &slot_count, sizeof slot_count);
    for (size_t i = 0; i < 3; i++)
        memcpy(block + DLP_LAUNCH_TASK_DIM + i * sizeof one, &one, sizeof one);
    if (slots)
        memcpy(block + DLP_LAUNCH_ARGS, args, slots * sizeof *args);
    struct request req = {
        .op = DLP_JOB_OP_LAUNCH, .a = k->module->entry, .b = dlp_staging_iova(dev, page), .c = DLP_LAUNCH_ARGS + slots * sizeof *args,
        .d = cycle_limit,
        .rec = { .tally = &q->tally, .page = page, .pages = 1, .result = result, .launch = true, .delta = k->module->delta }
    };
    memcpy(req.rec.kernel, k->name, sizeof req.rec.kernel);
    err = dlp_ring_submit(dev, &req, deadline);
    if (err)
        dlp_staging_put(dev, page, 1);
    return err;
}

int dlp_queue_launch(struct dlp_queue *queue, struct dlp_kernel *kernel, const uint64_t *args, size_t slots, uint32_t cycle_limit,
                     struct dlp_result *result)
{
    struct object *obj;
    if (slots && !args)
        return DLP_EINVAL;
    int err = dlp_enter_alive(queue, KIND_QUEUE, &obj);
    if (err)
        return err;
    const struct kernel *k = (const struct kernel *)dlp_second(obj->dev, kernel, KIND_KERNEL, &err);
    if (k && slots > (DLP_LAUNCH_BYTES - DLP_LAUNCH_ARGS) / sizeof *args)
        err = DLP_EARGS;
    if (!err && slots < k->slots) {
        dlp_detail(obj->dev, "kernel %s takes %llu argument slots, %zu given", k->name, (unsigned long long)k->slots, slots);
        err = DLP_EINVAL;
    }
    if (!err)
        err = launch((struct queue *)obj, k, args, slots, cycle_limit, result);
    dlp_leave(obj->dev);
    return err;
}
