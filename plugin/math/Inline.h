// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_MATH_INLINE_H
#define SIMBODYDEM_MATH_INLINE_H

// The first attribute inlines functions that the loop over contacts calls. The second one keeps rare branches out of that loop. Other
// compilers than GNU and Clang decide themselves.
#ifdef __GNUC__
#define SIMBODYDEM_ALWAYS_INLINE [[gnu::always_inline]]
#define SIMBODYDEM_NOINLINE [[gnu::noinline]]
#else
#define SIMBODYDEM_ALWAYS_INLINE
#define SIMBODYDEM_NOINLINE
#endif

// Compiles a function of the loop over contacts also for AVX, which has instructions with three operands and so needs no copies of registers.
// The loader chooses one. Both have the same results to the last bit, since AVX has no fused multiply-add.
#include <climits> // defines __GLIBC__, whose loader can choose
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SIMBODYDEM_ALSO_FOR_AVX [[gnu::target_clones("avx", "default")]]
#else
#define SIMBODYDEM_ALSO_FOR_AVX
#endif

#endif
