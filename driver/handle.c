/* SPDX-License-Identifier: Apache-2.0
 * handle - a table from handles to objects, for the whole process.
 *
 * A handle holds its kind, the place in the table, how often that place has been used, and the number of its device:
 *     bits 2:0 kind   26:3 slot   46:27 generation   62:47 device serial
 * so a handle that was freed, or that is no handle at all, is recognised without touching the memory of an object.
 * Locks: table_mutex is never held while a device mutex is waited for. */
#include <stdlib.h>

#include "internal.h"

_Static_assert(sizeof(void *) == 8, "handles need 64 bits");

enum { SLOT_LSB = 3, GEN_LSB = 27, SERIAL_LSB = 47, SLOT_BITS = 24, GEN_BITS = 20, SERIAL_BITS = 16, NO_SLOT = (1 << SLOT_BITS) - 1 };

struct slot { struct object *obj; uint32_t gen, next_free; };

static pthread_mutex_t table_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct slot *slots;
static uint32_t slot_count, slot_room;
static uint32_t free_first = NO_SLOT, free_last = NO_SLOT;      /* first in, first out: a slot is used again as late as possible */
static struct device *devices;
static unsigned next_serial;

static uint32_t field(uint64_t handle, unsigned lsb, unsigned bits)
{
    return (uint32_t)(handle >> lsb & ((UINT64_C(1) << bits) - 1));
}

/* table_mutex is held */
static struct object *find(const void *handle, enum kind kind, int *err)
{
    uint64_t h = (uintptr_t)handle;
    uint32_t slot = field(h, SLOT_LSB, SLOT_BITS);
    if (!handle) {
        *err = DLP_EINVAL;
        return NULL;
    }
    if ((h & 7) == kind && slot < slot_count && slots[slot].obj && slots[slot].obj->handle == handle)
        return slots[slot].obj;
    *err = DLP_EFREED;
    if ((h & 7) == kind && slot < slot_count) {
        /* the handle of an object whose device is gone */
        const struct device *d = devices;
        while (d && d->serial != field(h, SERIAL_LSB, SERIAL_BITS))
            d = d->next_device;
        if (!d)
            *err = DLP_ECLOSED;
    }
    return NULL;
}

int dlp_enter(const void *handle, enum kind kind, struct object **out)
{
    int err = 0;
    pthread_mutex_lock(&table_mutex);
    struct object *obj = find(handle, kind, &err);
    struct device *dev = obj ? obj->dev : NULL;
    if (obj)
        dev->users++;
    pthread_mutex_unlock(&table_mutex);
    if (!obj)
        return err;

    pthread_mutex_lock(&dev->mutex);
    /* another thread may have freed the object while we waited */
    pthread_mutex_lock(&table_mutex);
    obj = find(handle, kind, &err);
    pthread_mutex_unlock(&table_mutex);
    if (!obj) {
        dlp_leave(dev);
        return err;
    }
    *out = obj;
    return 0;
}

int dlp_enter_alive(const void *handle, enum kind kind, struct object **out)
{
    struct object *obj;
    int err = dlp_enter(handle, kind, &obj);
    if (err)
        return err;
    if (obj->dev->lost) {
        err = obj->dev->lost;
        dlp_leave(obj->dev);
        return err;
    }
    obj->dev->detail[0] = 0;
    *out = obj;
    return 0;
}

/* The last user of a closed device frees it. */
void dlp_leave(struct device *dev)
{
    pthread_mutex_unlock(&dev->mutex);
    pthread_mutex_lock(&table_mutex);
    bool last = --dev->users == 0 && !dev->obj.handle;
    pthread_mutex_unlock(&table_mutex);
    if (last) {
        pthread_mutex_destroy(&dev->mutex);
        free(dev);
    }
}

struct object *dlp_second(struct device *dev, const void *handle, enum kind kind, int *err)
{
    pthread_mutex_lock(&table_mutex);
    struct object *obj = find(handle, kind, err);
    if (obj && obj->dev != dev) {       /* asked while the table is locked: another device's object may go at any time */
        *err = DLP_EINVAL;
        obj = NULL;
    }
    pthread_mutex_unlock(&table_mutex);
    return obj;
}

/* table_mutex is held.  NO_SLOT: no memory. */
static uint32_t slot_get(void)
{
    uint32_t slot = free_first;
    if (slot != NO_SLOT) {
        free_first = slots[slot].next_free;
        if (free_first == NO_SLOT)
            free_last = NO_SLOT;
        return slot;
    }
    if (slot_count == slot_room) {
        uint32_t room = slot_room ? 2 * slot_room : 64;
        struct slot *more = room < NO_SLOT ? realloc(slots, room * sizeof *more) : NULL;
        if (!more)
            return NO_SLOT;
        slots = more;
        slot_room = room;
    }
    slots[slot_count] = (struct slot){ 0 };
    return slot_count++;
}

int dlp_object_publish(struct device *dev, struct object *obj, enum kind kind)
{
    pthread_mutex_lock(&table_mutex);
    uint32_t slot = slot_get();
    if (slot == NO_SLOT) {
        pthread_mutex_unlock(&table_mutex);
        return DLP_ENOMEM;
    }
    if (kind == KIND_DEVICE) {
        dev->serial = next_serial++ % (1u << SERIAL_BITS);
        dev->next_device = devices;
        devices = dev;
    } else {
        obj->next = dev->objects;
        obj->prev = NULL;
        if (obj->next)
            obj->next->prev = obj;
        dev->objects = obj;
    }
    slots[slot].obj = obj;
    slots[slot].gen = (slots[slot].gen + 1) % (1u << GEN_BITS);
    obj->kind = kind;
    obj->dev = dev;
    obj->handle = (void *)(uintptr_t)((uint64_t)kind | (uint64_t)slot << SLOT_LSB | (uint64_t)slots[slot].gen << GEN_LSB |
                                      (uint64_t)dev->serial << SERIAL_LSB);
    pthread_mutex_unlock(&table_mutex);
    return 0;
}

void dlp_object_retire(struct object *obj)
{
    pthread_mutex_lock(&table_mutex);
    uint32_t slot = field((uintptr_t)obj->handle, SLOT_LSB, SLOT_BITS);
    slots[slot].obj = NULL;
    slots[slot].next_free = NO_SLOT;
    if (free_last == NO_SLOT)
        free_first = slot;
    else
        slots[free_last].next_free = slot;
    free_last = slot;
    obj->handle = NULL;
    if (obj->kind == KIND_DEVICE) {
        struct device **link = &devices;
        while (*link != obj->dev)
            link = &(*link)->next_device;
        *link = obj->dev->next_device;
    } else {
        if (obj->next)
            obj->next->prev = obj->prev;
        if (obj->prev)
            obj->prev->next = obj->next;
        else
            obj->dev->objects = obj->next;
    }
    pthread_mutex_unlock(&table_mutex);
}
