// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_EXPORT_H
#define OSIM_SIMBODYDEM_EXPORT_H

#ifndef _WIN32
#define OSIMSIMBODYDEM_API
#elif defined(OSIMSIMBODYDEM_EXPORTS)
#define OSIMSIMBODYDEM_API __declspec(dllexport)
#else
#define OSIMSIMBODYDEM_API __declspec(dllimport)
#endif

#endif
