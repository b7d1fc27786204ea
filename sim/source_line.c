/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE     /* pipe2, environ */
#include "source_line.h"

#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const tools[] = { "llvm-addr2line-19", "llvm-addr2line" };

static bool entry_of(const char *path, uint64_t *entry)
{
    Elf64_Ehdr head;
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    bool ok = fread(&head, sizeof head, 1, f) == 1 && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64;
    fclose(f);
    *entry = head.e_entry;
    return ok;
}

/* Addresses that the tool is asked for, from the wanted one backwards: the compiler gives some instructions line 0. */
enum { ADDRESSES = 16, NUMBER_BYTES = 20, LINE_BYTES = 512 };

/* Of the lines that the tool prints, one for each address: the first one, or the first that has a line number. */
static void choose(FILE *in, char *line)
{
    char next[LINE_BYTES];
    line[0] = 0;
    while (fgets(next, sizeof next, in)) {
        next[strcspn(next, "\n")] = 0;
        const char *colon = strrchr(line, ':');
        if (line[0] == 0 || (colon && strcmp(colon, ":0") == 0 && !strstr(line, "??") && !strstr(next, "??")))
            memcpy(line, next, sizeof next);
    }
}

/* 0, or -1: the tool is not there, or it failed. */
static int ask(const char *tool, const char *elf, uint64_t address, char *line)
{
    char number[ADDRESSES][NUMBER_BYTES], option_f[] = "-f", option_p[] = "-p", option_e[] = "-e", name[32], file[PATH_MAX];
    char *argv[5 + ADDRESSES + 1] = { name, option_f, option_p, option_e, file };
    int ends[2], status = -1;
    pid_t child;
    posix_spawn_file_actions_t actions;
    snprintf(name, sizeof name, "%s", tool);
    snprintf(file, sizeof file, "%s", elf);
    for (unsigned i = 0; i < ADDRESSES; i++) {
        snprintf(number[i], NUMBER_BYTES, "0x%" PRIx64, address - 4 * i);
        argv[5 + i] = number[i];
    }
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const int err = posix_spawnp(&child, tool, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    if (in) {
        choose(in, line);
        fclose(in);
    } else {
        close(ends[0]);
    }
    if (err == 0)
        waitpid(child, &status, 0);
    return err == 0 && in && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

int dlp_source_line_in_file(const char *elf, uint64_t address, char *out, size_t n)
{
    char line[LINE_BYTES];
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++) {
        if (ask(tools[i], elf, address, line) != 0)
            continue;
        const bool known = line[0] != 0 && !strstr(line, "??");
        if (known)
            snprintf(out, n, "%s", line);
        else
            snprintf(out, n, "no line information for 0x%" PRIx64 " in %s", address, elf);
        return known ? 0 : -1;
    }
    snprintf(out, n, "no line information: %s not found; address 0x%" PRIx64 " of %s", tools[0], address, elf);
    return -1;
}

void dlp_source_line(const char *elf, uint64_t start_pc, uint64_t pc, char *out, size_t n)
{
    uint64_t entry = 0;
    if (!elf || !entry_of(elf, &entry))
        snprintf(out, n, "no line information: the ELF file is not known");
    else
        dlp_source_line_in_file(elf, pc - start_pc + entry, out, n);
}
