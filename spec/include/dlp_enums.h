/* SPDX-License-Identifier: Apache-2.0
 * Generated from spec/ by gen.c, do not edit.
 * C only: error codes.  Functions return 0 or one of these. */
#ifndef DLP_ENUMS_H
#define DLP_ENUMS_H

enum dlp_error {
    DLP_EINVAL     =  -1,  /* invalid argument */
    DLP_ENOMEM     =  -2,  /* out of host memory */
    DLP_ENODEV     =  -3,  /* no such device or backend */
    DLP_ECLOSED    =  -4,  /* the device is closed or lost */
    DLP_EDEVMEM    =  -5,  /* out of device memory */
    DLP_ERANGE     =  -6,  /* access outside the buffer */
    DLP_EOVERLAP   =  -7,  /* source and destination overlap */
    DLP_ESIZE      =  -8,  /* size is zero or too large */
    DLP_EELF       =  -9,  /* not a usable ELF file for this device */
    DLP_ENOSYM     = -10,  /* no such kernel in the module */
    DLP_EARGS      = -11,  /* kernel arguments too large */
    DLP_EFULL      = -12,  /* the job ring is full */
    DLP_ETIMEOUT   = -13,  /* the device did not answer in time */
    DLP_EFAULT     = -14,  /* the kernel ended with a fault */
    DLP_ESPEC      = -15,  /* hardware, firmware and library were built from different specifications */
    DLP_EFW        = -16,  /* the firmware did not start or stopped */
    DLP_EMAP       = -17,  /* host memory is not mapped for the device */
    DLP_EIO        = -18,  /* input/output error */
    DLP_EBUSY      = -19,  /* the object is in use */
    DLP_EFREED     = -20,  /* the object was already freed */
    DLP_ECANCEL    = -21,  /* the job was cancelled */
    DLP_EDONE      = -22,  /* the job has already ended */
};

#endif
