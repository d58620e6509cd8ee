#ifndef CONTACT_LAB_STUDY_STUDY_PAGE_H
#define CONTACT_LAB_STUDY_STUDY_PAGE_H

#include "ResultFile.h"

namespace lab {

/** Writes FOLDER/index.html, one file that needs no other: what was asked, each result's range, its plot along every
parameter, and the indices of a sobol design. @returns the page's file
@throws std::runtime_error if it cannot be written, or there is no gnuplot */
std::string writeStudyPage(const std::string& folder, const StudySpec&, const Rows&);

} // namespace lab

#endif
