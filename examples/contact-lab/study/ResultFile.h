#ifndef CONTACT_LAB_STUDY_RESULT_FILE_H
#define CONTACT_LAB_STUDY_RESULT_FILE_H

#include "Sample.h"

#include <map>
#include <string>

namespace lab {

/** Returns the lines above the rows: the spec, the versions that made the file, and the columns with their units. */
std::string writeHeader(const StudySpec&, std::size_t samples);

/** Returns a row with the end of its line. */
std::string writeRow(const StudySpec&, std::size_t index, const std::vector<Value>&, const Outcome&, double seconds);

/** Maps an index to its row, which has the end of its line. */
using Rows = std::map<std::size_t, std::string>;

/** Returns the cells of a row, without the quotes that texts may have. */
std::vector<std::string> splitRow(const std::string& row);
bool hasError(const std::string& row);

/** Reads the rows of a file with this header. Text after the last end of a line is left out.
@throws std::invalid_argument if the file belongs to another study, is damaged, or has two different rows of a sample */
Rows readRows(const std::string& file, const std::string& header, std::size_t samples);

/** Writes header and rows in their order, or nothing. The old file stays until all is written.
@throws std::runtime_error if it cannot be written */
void writeSorted(const std::string& file, const std::string& header, const Rows&);

/** Holds the file to which a run adds rows. Each row is written as a whole. Whatever ends the run, only the end of the file can have a
part of a row. That part is cut off when the file is opened again. */
class ResultFile {
public:
    /** Opens the file. @throws std::invalid_argument as readRows(), and if another process is writing this file */
    ResultFile(const std::string& file, const std::string& header, std::size_t samples);
    ResultFile(const ResultFile&) = delete;
    ~ResultFile();

    const Rows& getRows() const { return rows; }
    /** Adds a row. @throws std::runtime_error if it cannot be written; the file is then as before */
    void append(std::size_t index, const std::string& row);

private:
    void write(const std::string& text);

    const std::string file;
    int descriptor;
    Rows rows;
};

/** Describes a part of a study: the samples whose index leaves `index` when divided by `count`. */
struct Shard {
    std::size_t index = 0, count = 1;
};

/** Parses a shard. @param text  "i/n" with 0 <= i < n, or "auto" for the one that a scheduler or an MPI launcher has put into the
environment
@throws std::invalid_argument for any other text, or if there is nothing in the environment */
Shard parseShard(const std::string& text);

/** Returns the file of a shard: of "study.csv" it is "study.2-of-8.csv". */
std::string nameShard(const std::string& file, const Shard&);

/** Gathers the rows of a study's file, if it is there, and of all its shards that are beside it.
@throws std::invalid_argument if a file belongs to another study, if two rows of a sample differ, or if there is no file */
Rows gatherRows(const std::string& file, const std::string& header, std::size_t samples);

/** Checks that no sample is missing. @throws std::invalid_argument that names the missing samples */
void checkComplete(const Rows&, std::size_t samples);

/** Writes FOLDER/index.html, one file that needs no other: the spec, the range of each result, its plot along every parameter, and the
indices of a sobol design. @returns the file of the page
@throws std::runtime_error if it cannot be written, or there is no gnuplot */
std::string writeStudyPage(const std::string& folder, const StudySpec&, const Rows&);

} // namespace lab

#endif
