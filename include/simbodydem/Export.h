// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EXPORT_H
#define SIMBODYDEM_EXPORT_H

/** Exports a symbol of the library; all other symbols are hidden. SIMBODYDEM_STATIC is defined if the library is static. */
#if defined(_WIN32) && !defined(SIMBODYDEM_STATIC)
#ifdef SimbodyDEM_EXPORTS
#define SIMBODYDEM_API __declspec(dllexport)
#else
#define SIMBODYDEM_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define SIMBODYDEM_API __attribute__((visibility("default")))
#else
#define SIMBODYDEM_API
#endif

#endif
