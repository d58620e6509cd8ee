// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_EXPORT_H
#define SIMBODYDEM_GRAINS_EXPORT_H

/** Marks the public part of the library SimbodyDEM::grains; everything else is hidden in it. */
#if defined(_WIN32) && !defined(SIMBODYDEM_STATIC)
#ifdef SIMBODYDEM_GRAINS_EXPORTS
#define SIMBODYDEM_GRAINS_API __declspec(dllexport)
#else
#define SIMBODYDEM_GRAINS_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define SIMBODYDEM_GRAINS_API __attribute__((visibility("default")))
#else
#define SIMBODYDEM_GRAINS_API
#endif

#endif
