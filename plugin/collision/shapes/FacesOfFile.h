// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_FACES_OF_FILE_H
#define SIMBODYDEM_COLLISION_SHAPES_FACES_OF_FILE_H

#include "base/EigenBridge.h"

#include <string>
#include <string_view>
#include <vector>

namespace simbodydem {

/** Stores vertices and faces as a file lists them. Each format has one function that fills it. */
struct FacesOfFile {
    struct Face {
        int location; // line in the file, or number in a binary file
        int first, count;
    };
    std::string path;
    std::string locationUnit = "line";
    std::vector<Vector3> vertices; // [m]
    std::vector<Face> faces;
    std::vector<int> corners;                // of all faces, one after the other
    bool areFaultsKept = false;              // if true, doubt() stores a fault
    std::string fault;                       // the first one
    bool mayHaveDegenerateTriangles = false; // if true, a triangle with two equal corners is left out without an error

    /** Adds a face whose corners are the last ones of `corners`, from `first` on. */
    void closeFace(int location, int first) { faces.push_back({location, first, int(corners.size()) - first}); }

    /** Throws std::invalid_argument with the file, the location and the reason. @param location  0: the whole file */
    [[noreturn]] void fail(int location, const std::string& reason) const;
    /** Stores a fault of a file that is read as a whole, or fails. */
    void doubt(int location, const std::string& reason);
    /** Returns the number of a word. Fails unless it is finite. @param what  name of the number in messages */
    double numberOf(std::string_view word, int location, const std::string& what) const;
};

/** Reads the whole text of a format, or fails. Several vertices may be at the same position. */
void readObj(FacesOfFile&, std::string_view text);
void readStl(FacesOfFile&, std::string_view text);
void readVtp(FacesOfFile&, std::string_view text);

} // namespace simbodydem

#endif
