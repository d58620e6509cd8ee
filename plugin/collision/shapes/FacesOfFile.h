// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_FACES_OF_FILE_H
#define SIMBODYDEM_COLLISION_SHAPES_FACES_OF_FILE_H

#include "base/EigenBridge.h"

#include <string>
#include <string_view>
#include <vector>

namespace simbodydem {

/** Vertices and faces as a file lists them. Each format has one function that fills it. */
struct FacesOfFile {
    struct Face {
        int place; // its line, or its number in a binary file
        int first, count;
    };
    std::string path;
    std::string placeName = "line";
    std::vector<Vector3> vertices; // [m]
    std::vector<Face> faces;
    std::vector<int> corners;    // of all faces, one after the other
    bool mayHaveSlivers = false; // a triangle with two equal corners is no error, and no face

    /** Adds a face whose corners are the last ones of `corners`, from `first` on. */
    void closeFace(int place, int first) { faces.push_back({place, first, int(corners.size()) - first}); }

    /** Throws std::invalid_argument with the file, the place (0: of the whole file) and the reason. */
    [[noreturn]] void fail(int place, const std::string& reason) const;
    /** Returns the number. Fails unless the word is a finite one. */
    double numberOf(std::string_view word, int place, const std::string& what) const;
};

/** Each reads the whole text of its format, or fails. Corners may still be those of vertices that are at one place. */
void readObj(FacesOfFile&, std::string_view text);
void readStl(FacesOfFile&, std::string_view text);
void readVtp(FacesOfFile&, std::string_view text);

} // namespace simbodydem

#endif
