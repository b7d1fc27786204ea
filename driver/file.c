/* SPDX-License-Identifier: Apache-2.0 */
#include "file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "dlp_enums.h"

int dlp_file_read(const char *path, void **bytes, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return DLP_EIO;
    uint8_t *data = NULL;
    size_t have = 0, room = 0, got;
    int err = 0;
    do {
        if (have == room) {
            room = room ? 2 * room : 1 << 16;
            uint8_t *more = realloc(data, room);
            if (!more) {
                err = DLP_ENOMEM;
                break;
            }
            data = more;
        }
        got = fread(data + have, 1, room - have, f);
        have += got;
    } while (got > 0);
    if (!err && ferror(f))
        err = DLP_EIO;
    fclose(f);
    if (err) {
        free(data);
        return err;
    }
    *bytes = data;
    *size = have;
    return 0;
}
