// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_REPLAY_VIEWER_H
#define SIMBODYDEM_REPLAY_VIEWER_H

namespace simbodydem {

/** Contains the page that shows rows, with three.js: viewer.html, viewer.css and viewer.js, joined by CMake. Rows follow as <script>
elements, each replay.row({...}). The text is empty if there was no three.js. */
extern const char* const viewerPage;

} // namespace simbodydem

#endif
