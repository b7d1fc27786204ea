/* SPDX-License-Identifier: Apache-2.0
 * device - opening and closing, identity, firmware, reports. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "internal.h"

enum {
    RING_DEFAULT = 64, RING_MAX = 4096, STAGING_DEFAULT = 8 << 20, STAGING_MIN = 64 << 10, SCATTER_DEFAULT = 1 << 20, DIRECT_DEFAULT = 4096,
    TIMEOUT_DEFAULT_MS = 20000,
    /* PCI: identity, command register */
    CFG_COMMAND = 4, COMMAND_MEMORY = 1 << 1, COMMAND_MASTER = 1 << 2,
    QUICK_POLLS = 100           /* the firmware of a simulated device starts within a few slices */
};

extern const uint8_t dlp_firmware_elf[], dlp_firmware_elf_end[];

/* ---- registers */

/* A register of a device that does not answer reads as all ones. */
uint32_t dlp_reg_read(struct device *dev, uint32_t offset)
{
    uint32_t value = UINT32_MAX;
    (void)dev->backend->bar_read(dev->ctx, DLP_BAR_REGS, offset, &value, sizeof value);
    return value;
}

/* A write that gets lost shows in what the device does not do. */
void dlp_reg_write(struct device *dev, uint32_t offset, uint32_t value)
{
    (void)dev->backend->bar_write(dev->ctx, DLP_BAR_REGS, offset, &value, sizeof value);
}

uint64_t dlp_now(struct device *dev)
{
    return dev->backend->now_ms(dev->ctx);
}

void dlp_detail(struct device *dev, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(dev->detail, sizeof dev->detail, format, ap);
    va_end(ap);
}

/* ---- open */

static int set_options(struct device *dev, const struct dlp_options *given)
{
    struct dlp_options *o = &dev->options;
    *o = given ? *given : (struct dlp_options){ 0 };
    if (!o->ring_entries)
        o->ring_entries = RING_DEFAULT;
    if (!o->staging_bytes)
        o->staging_bytes = STAGING_DEFAULT;
    if (!o->scatter_bytes)
        o->scatter_bytes = SCATTER_DEFAULT;
    if (!o->direct_bytes)
        o->direct_bytes = DIRECT_DEFAULT;
    if (!o->timeout_ms)
        o->timeout_ms = TIMEOUT_DEFAULT_MS;
    if (o->ring_entries > RING_MAX || (o->ring_entries & (o->ring_entries - 1)) != 0 || o->staging_bytes < STAGING_MIN ||
        o->scatter_bytes < DLP_CACHE_LINE_BYTES) {
        dlp_detail(dev, "an option is out of its range");
        return DLP_EINVAL;
    }
    return 0;
}

static int check_identity(struct device *dev)
{
    uint32_t id = dlp_reg_read(dev, DLP_REG_ID), version = dlp_reg_read(dev, DLP_REG_VERSION);
    uint32_t hash = dlp_reg_read(dev, DLP_REG_SPEC_HASH), profile = dlp_reg_read(dev, DLP_REG_PROFILE);
    if (id != DLP_REG_ID_RESET)
        dlp_detail(dev, "register ID is %08x, not %08x", id, DLP_REG_ID_RESET);
    else if ((version & DLP_VERSION_MAJOR_MASK) != (DLP_SPEC_VERSION & DLP_VERSION_MAJOR_MASK))
        dlp_detail(dev, "the device has version %08x of the specification, the library %08x", version, DLP_SPEC_VERSION);
    else if (hash != DLP_SPEC_HASH)
        dlp_detail(dev, "the device was built from specification %08x, the library from %08x", hash, DLP_SPEC_HASH);
    else if (profile != dev->profile->number)
        dlp_detail(dev, "the device has profile number %u, asked for was %s", profile, dev->profile->name);
    else
        return 0;
    return DLP_ESPEC;
}

static uint64_t memory_end(struct device *dev)
{
    return (uint64_t)dlp_reg_read(dev, DLP_REG_CFG_GDRAM_MB) << 20;
}

static int read_config(struct device *dev)
{
    uint32_t cores = dlp_reg_read(dev, DLP_REG_CFG_CORES);
    uint64_t end = memory_end(dev), start = DLP_FW_BASE + DLP_FW_BYTES;
    if (end <= start) {
        dlp_detail(dev, "the device has no memory");
        return DLP_ESPEC;
    }
    dev->info = (struct dlp_info){
        .backend = dev->backend->name, .profile = dev->profile->name, .spec_version = dlp_reg_read(dev, DLP_REG_VERSION),
        .spec_hash = dlp_reg_read(dev, DLP_REG_SPEC_HASH),
        .clusters = (cores & DLP_CFG_CORES_CLUSTERS_MASK) >> DLP_CFG_CORES_CLUSTERS_LSB,
        .cores_per_cluster = (cores & DLP_CFG_CORES_PER_MASK) >> DLP_CFG_CORES_PER_LSB,
        .mxu_dim = dlp_reg_read(dev, DLP_REG_CFG_MXU), .vpu_lanes = dlp_reg_read(dev, DLP_REG_CFG_VPU),
        .nram_bytes = dlp_reg_read(dev, DLP_REG_CFG_NRAM_KB) << 10, .wram_bytes = dlp_reg_read(dev, DLP_REG_CFG_WRAM_KB) << 10,
        .lmem_bytes = dlp_reg_read(dev, DLP_REG_CFG_LMEM_KB) << 10, .sram_bytes = dlp_reg_read(dev, DLP_REG_CFG_SRAM_KB) << 10,
        .memory_bytes = end - start, .ring_entries = dev->options.ring_entries
    };
    return dlp_heap_init(&dev->heap, start, end - start);
}

/* The firmware lies at a fixed place; the loader checks that it stays there. */
static int upload(struct device *dev, const void *bytes, size_t size, uint64_t *entry)
{
    struct dlp_elf elf;
    int err = dlp_elf_open(&elf, bytes, size, DLP_MEM_CODE_BASE + DLP_FW_BASE, DLP_FW_STAGE_BASE - DLP_FW_BASE, dev->detail, sizeof dev->detail);
    if (err)
        return err;
    uint8_t *image = malloc((size_t)elf.span);
    if (!image)
        return DLP_ENOMEM;
    err = dlp_elf_image(&elf, 0, image);
    if (!err)
        err = dev->backend->bar_write(dev->ctx, DLP_BAR_MEMORY, elf.base - DLP_MEM_CODE_BASE, image, (size_t)elf.span);
    free(image);
    *entry = elf.entry;
    return err;
}

static int upload_given(struct device *dev, const struct dlp_options *o, uint64_t *entry)
{
    if (o->firmware_file) {
        void *bytes;
        size_t size;
        int err = dlp_file_read(o->firmware_file, &bytes, &size);
        if (err) {
            dlp_detail(dev, "firmware %s: cannot be read", o->firmware_file);
            return err;
        }
        err = upload(dev, bytes, size, entry);
        free(bytes);
        return err;
    }
    if (o->firmware)
        return upload(dev, o->firmware, o->firmware_bytes, entry);
    return upload(dev, dlp_firmware_elf, (size_t)(dlp_firmware_elf_end - dlp_firmware_elf), entry);
}

static int start_firmware(struct device *dev, uint64_t entry)
{
    const uint64_t deadline = dlp_deadline(dev, dev->options.timeout_ms);
    dlp_reg_write(dev, DLP_REG_JS_ENTRY, (uint32_t)entry);
    dlp_reg_write(dev, DLP_REG_DEV_CTRL, DLP_DEV_CTRL_JS_RUN_MASK);
    for (unsigned polls = 0; (dlp_reg_read(dev, DLP_REG_FW_STATE) & DLP_FW_STATE_STATE_MASK) != DLP_FW_STATE_STATE_READY; polls++) {
        uint32_t vectors;
        int err = dlp_ring_health(dev);
        if (err)
            return err;
        if (dlp_now(dev) >= deadline) {
            dlp_detail(dev, "the firmware did not start in time");
            return DLP_ETIMEOUT;
        }
        err = dev->backend->irq_wait(dev->ctx, polls < QUICK_POLLS ? 0 : 1, &vectors);
        if (err && err != DLP_ETIMEOUT)
            return err;
    }
    uint32_t hash = dlp_reg_read(dev, DLP_REG_FW_HASH);
    if (hash != DLP_SPEC_HASH) {
        dlp_detail(dev, "the firmware was built from specification %08x, the library from %08x", hash, DLP_SPEC_HASH);
        return DLP_ESPEC;
    }
    dev->info.firmware_version = dlp_reg_read(dev, DLP_REG_FW_INFO);
    return 0;
}

/* One job through the rings shows that it is this firmware that runs, and that it reaches our memory. */
static int handshake(struct device *dev)
{
    struct tally tally = { 0 };
    struct request req = { .op = DLP_JOB_OP_NOP, .rec = { .tally = &tally } };
    const uint64_t deadline = dlp_deadline(dev, dev->options.timeout_ms);
    int err = dlp_ring_submit(dev, &req, deadline);
    if (!err)
        err = dlp_ring_wait(dev, &tally, deadline);
    if (err)
        dlp_ring_detach(dev, &tally);
    return err ? err : tally.error;
}

/* Everything between the backend's open and the first user job. */
static int bring_up(struct device *dev, const struct dlp_options *given)
{
    const struct dlp_options none = { 0 };
    uint64_t entry = 0;
    uint32_t command;
    int err = dev->backend->cfg_read32(dev->ctx, CFG_COMMAND, &command);
    if (!err)
        err = dev->backend->cfg_write32(dev->ctx, CFG_COMMAND, (command & 0xffff) | COMMAND_MEMORY | COMMAND_MASTER);
    if (!err)
        err = check_identity(dev);
    if (!err)
        err = read_config(dev);
    if (err)
        return err;
    dlp_reg_write(dev, DLP_REG_DEV_CTRL, 0);
    err = upload_given(dev, given ? given : &none, &entry);
    if (!err)
        err = dlp_ring_init(dev);
    if (err)
        return err;
    dlp_ring_program(dev);
    err = start_firmware(dev, entry);
    return err ? err : handshake(dev);
}

static void shut_down(struct device *dev)
{
    uint32_t command;
    /* nothing runs, and the device is no bus master, before its view of host memory goes away */
    dlp_reg_write(dev, DLP_REG_DEV_CTRL, 0);
    if (!dev->backend->cfg_read32(dev->ctx, CFG_COMMAND, &command))
        (void)dev->backend->cfg_write32(dev->ctx, CFG_COMMAND, command & 0xffff & ~(uint32_t)(COMMAND_MEMORY | COMMAND_MASTER));
    dev->backend->close(dev->ctx);
    dlp_ring_free(dev);
    dlp_heap_destroy(&dev->heap);
}

static int open_device(struct device *dev, const char *backend, const char *profile, const struct dlp_options *given)
{
    dev->obj.dev = dev;
    dev->backend = dlp_backend_find(backend);
    dev->profile = dlp_profile_by_name(profile ? profile : "full");
    if (!dev->backend || !dev->profile) {
        dlp_detail(dev, "no %s of that name", dev->backend ? "profile" : "backend");
        return DLP_ENODEV;
    }
    int err = set_options(dev, given);
    if (err)
        return err;
    const struct dlp_backend_config config = {
        .profile = dev->profile, .options = &dev->options, .detail = dev->detail, .detail_bytes = sizeof dev->detail
    };
    err = dev->backend->open(&config, &dev->ctx);
    if (err)
        return err;
    err = bring_up(dev, given);
    /* the caller's strings and bytes may be gone after this call */
    dev->options.rtl_library = dev->options.firmware_file = NULL;
    dev->options.firmware = NULL;
    dev->options.detail = NULL;
    if (!err)
        err = dlp_object_publish(dev, &dev->obj, KIND_DEVICE);
    if (err)
        shut_down(dev);
    return err;
}

int dlp_device_open(const char *backend, const char *profile, const struct dlp_options *options, struct dlp_device **out)
{
    if (!backend || !out)
        return DLP_EINVAL;
    struct device *dev = calloc(1, sizeof *dev);
    if (!dev)
        return DLP_ENOMEM;
    int err = pthread_mutex_init(&dev->mutex, NULL) ? DLP_ENOMEM : 0;
    if (err) {
        free(dev);
        return err;
    }
    err = open_device(dev, backend, profile, options);
    if (options && options->detail && options->detail_bytes)
        snprintf(options->detail, options->detail_bytes, "%s", dev->detail);
    if (err) {
        pthread_mutex_destroy(&dev->mutex);
        free(dev);
        return err;
    }
    *out = dev->obj.handle;
    return 0;
}

static void free_object(struct object *o)
{
    if (o->kind == KIND_MODULE) {
        free(((struct module *)o)->symbols.functions);
        free(((struct module *)o)->symbols.names);
    }
    free(o);
}

int dlp_device_close(struct dlp_device *device)
{
    struct object *obj;
    if (!device)
        return 0;
    int err = dlp_enter(device, KIND_DEVICE, &obj);
    if (err)
        return err == DLP_EFREED ? DLP_ECLOSED : err;
    struct device *dev = obj->dev;
    while (dev->objects) {
        struct object *o = dev->objects;
        dlp_object_retire(o);
        free_object(o);
    }
    dlp_object_retire(obj);
    shut_down(dev);
    dlp_leave(dev);             /* frees it, when no other thread waits for its mutex */
    return 0;
}

/* ---- reports */

int dlp_device_info(struct dlp_device *device, struct dlp_info *out)
{
    struct object *obj;
    if (!out)
        return DLP_EINVAL;
    int err = dlp_enter(device, KIND_DEVICE, &obj);
    if (err)
        return err;
    struct device *dev = obj->dev;
    struct dlp_backend_blocked blocked = { 0 };
    dev->backend->blocked(dev->ctx, &blocked);
    *out = dev->info;
    out->memory_free = dev->heap.free_bytes;
    out->outstanding = dev->tail - dev->done;
    out->jobs = dev->jobs_done;
    out->cycles = (uint64_t)dlp_reg_read(dev, DLP_REG_TIME_HI) << 32 | dlp_reg_read(dev, DLP_REG_TIME_LO);
    out->blocked_accesses = blocked.count;
    out->blocked_address = blocked.address;
    dlp_leave(dev);
    return 0;
}

int dlp_device_fault(struct dlp_device *device, struct dlp_fault_report *out)
{
    struct object *obj;
    if (!out)
        return DLP_EINVAL;
    int err = dlp_enter(device, KIND_DEVICE, &obj);
    if (err)
        return err;
    *out = obj->dev->fault;
    if (!out->text) {
        out->name = dlp_faultname(DLP_FAULT_NONE);
        out->text = dlp_strfault(DLP_FAULT_NONE);
    }
    dlp_leave(obj->dev);
    return 0;
}

int dlp_device_detail(struct dlp_device *device, char *out, size_t bytes)
{
    struct object *obj;
    if (!out || !bytes)
        return DLP_EINVAL;
    int err = dlp_enter(device, KIND_DEVICE, &obj);
    if (err)
        return err;
    snprintf(out, bytes, "%s", obj->dev->detail);
    dlp_leave(obj->dev);
    return 0;
}
