# SPDX-License-Identifier: Apache-2.0
# slots - from LLVM's text of a source file to a declaration for dlp.h that records how many argument slots each kernel takes.
#
# The text has the parameters as the calling convention passes them, one of at most 64 bits in a slot; kernels are what DLP_KERNEL keeps in
# llvm.used.  A kernel whose parameters are not understood, or that takes any number, is not recorded.

/^@llvm\.used = / {
    n = split($0, part, "ptr @")
    for (i = 2; i <= n; i++) {
        sub(/[],].*/, "", part[i])
        used[part[i]] = 1
    }
}

/^define .* void @[A-Za-z0-9_$.]+\(/ {
    name = $0
    sub(/^.* void @/, "", name)
    parameters = name
    sub(/\(.*/, "", name)
    sub(/^[^(]*\(/, "", parameters)
    if (name in used && (count = slots(parameters)) >= 0)
        text = text sprintf(".globl __dlp_slots.%s; .set __dlp_slots.%s, %d; ", name, name, count)
}

END { if (text != "") printf "__asm__(\"%s\");", text }

# Slots of a list that ends with the parenthesis that closes it; -1: not known.
function slots(list,    depth, sum, k, c, item, one)
{
    for (k = 1; k <= length(list); k++) {
        c = substr(list, k, 1)
        if (depth == 0 && (c == "," || c == ")")) {
            if (item == "" && c == ")")
                return sum + 0
            if ((one = width(item)) < 0)
                return -1
            sum += one
            if (c == ")")
                return sum
            item = ""
            continue
        }
        depth += (c ~ /[[({<]/) - (c ~ /[])}>]/)
        item = item c
    }
    return -1
}

# Slots of a parameter: type, attributes, name.
function width(item)
{
    sub(/^ +/, "", item)
    if (item ~ /^(ptr|i1|i8|i16|i32|i64|half|bfloat|float|double) /)
        return 1
    if (item ~ /^(i128|fp128) /)
        return 2
    if (item ~ /^\[[0-9]+ x i64\] /)
        return substr(item, 2) + 0
    return -1
}
