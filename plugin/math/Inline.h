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

#endif
