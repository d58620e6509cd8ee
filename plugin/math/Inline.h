// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MATH_INLINE_H
#define SIMBODYDEM_MATH_INLINE_H

// What the loop over contacts needs in one piece, and what would only make it longer. Compilers that know neither decide themselves.
#ifdef __GNUC__
#define SIMBODYDEM_ALWAYS_INLINE [[gnu::always_inline]]
#define SIMBODYDEM_NOINLINE [[gnu::noinline]]
#else
#define SIMBODYDEM_ALWAYS_INLINE
#define SIMBODYDEM_NOINLINE
#endif

#endif
