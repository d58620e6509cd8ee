#ifndef CONTACT_LAB_STUDY_RESULT_FILE_H
#define CONTACT_LAB_STUDY_RESULT_FILE_H

#include "Sample.h"

#include <map>
#include <string>

namespace lab {

/** What stands above the rows: what was asked, by what it was made, the columns with their units. */
std::string writeHeader(const StudySpec&, std::size_t samples);

/** A row with the end of its line. */
std::string writeRow(const StudySpec&, std::size_t index, const std::vector<Value>&, const Outcome&, double seconds);

/** Rows by their index, each with the end of its line. */
using Rows = std::map<std::size_t, std::string>;

/** Cells of a row, without the quotes that words may have. */
std::vector<std::string> splitRow(const std::string& row);
bool hasError(const std::string& row);

/** Rows of a file of this header; what stands behind the last end of a line is left out.
@throws std::invalid_argument if it is another study's, damaged, or has two different rows of a sample */
Rows readRows(const std::string& file, const std::string& header, std::size_t samples);

/** Writes header and rows in their order, or nothing: what was there stays until all is written.
@throws std::runtime_error if it cannot be written */
void writeSorted(const std::string& file, const std::string& header, const Rows&);

/** The file that a run adds rows to. Each is written whole: whatever ends the run, there is never a part of a row but
perhaps at the end of the file, and that part is cut off when the file is opened again. */
class ResultFile {
public:
    /** @throws std::invalid_argument as readRows(), and if another process is writing this file */
    ResultFile(const std::string& file, const std::string& header, std::size_t samples);
    ResultFile(const ResultFile&) = delete;
    ~ResultFile();

    const Rows& getRows() const { return rows; }
    /** @throws std::runtime_error if it cannot be written, the file being as before */
    void append(std::size_t index, const std::string& row);

private:
    void write(const std::string& text);

    const std::string file;
    int descriptor;
    Rows rows;
};

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

/** Writes FOLDER/index.html, one file that needs no other: what was asked, each result's range, its plot along every
parameter, and the indices of a sobol design. @returns the page's file
@throws std::runtime_error if it cannot be written, or there is no gnuplot */
std::string writeStudyPage(const std::string& folder, const StudySpec&, const Rows&);

} // namespace lab

#endif
