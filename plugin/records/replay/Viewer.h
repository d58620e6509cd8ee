// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_REPLAY_VIEWER_H
#define SIMBODYDEM_REPLAY_VIEWER_H

namespace simbodydem {

/** The page that shows rows, with three.js in it: viewer.html, viewer.css and viewer.js, put together by CMake. Rows are <script> elements
after it, each replay.row({...}). Empty if there was no three.js. */
extern const char* const viewerPage;

} // namespace simbodydem

#endif
