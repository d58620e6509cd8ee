#ifndef CONTACT_LAB_PARTS_H
#define CONTACT_LAB_PARTS_H

#include "Page.h"

#include <filesystem>
#include <optional>

namespace lab {

/** The sections that are finished, a file each, until the page is written: an interrupted run goes on where it was. */
class Parts {
public:
    /** @param folder is made if it is not there */
    explicit Parts(const std::filesystem::path& folder);

    /** All at once or not at all, whatever interrupts it. @throws std::runtime_error if it cannot be written */
    void write(const Chapter&) const;
    /** Nothing if there is no such part or if another build made it: a page is of one build. */
    std::optional<Chapter> read(const std::string& name) const;
    void remove(const std::string& name) const;
    /** The folder as well, if nothing is left in it. */
    void removeFolder() const;

private:
    std::filesystem::path fileOf(const std::string& name, const char* ending) const;

    const std::filesystem::path folder;
    const std::string build; ///< when program and library were linked
};

} // namespace lab

#endif
