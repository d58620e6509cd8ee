#ifndef CONTACT_LAB_STUDY_SHARDS_H
#define CONTACT_LAB_STUDY_SHARDS_H

#include "ResultFile.h"

namespace lab {

/** A part of a study: samples whose index leaves `index` when divided by `count`. */
struct Shard {
    std::size_t index = 0, count = 1;
};

/** @param text  "i/n" with 0 <= i < n, or "auto": what a scheduler or an MPI launcher has put into the environment
@throws std::invalid_argument for anything else, or if there is nothing in the environment */
Shard parseShard(const std::string& text);

/** "study.csv" is "study.2-of-8.csv". */
std::string nameShard(const std::string& file, const Shard&);

/** Rows of a study's file, if it is there, and of all its shards that are beside it.
@throws std::invalid_argument if one is another study's, if two of them differ, or if there is none */
Rows gatherRows(const std::string& file, const std::string& header, std::size_t samples);

/** @throws std::invalid_argument that names the samples that are missing, if any are */
void checkComplete(const Rows&, std::size_t samples);

} // namespace lab

#endif
