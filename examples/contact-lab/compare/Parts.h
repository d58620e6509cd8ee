#ifndef CONTACT_LAB_PARTS_H
#define CONTACT_LAB_PARTS_H

#include "Page.h"

#include <filesystem>
#include <optional>

namespace lab {

/** The sections that are finished, a file each, until the page is written: an interrupted run goes on where it was. They
belong to one process at a time, as long as this lives. */
class Parts {
public:
    /** @param folder  of the page; it is made if it is not there, and the parts are in a folder in it
    @throws std::invalid_argument if another process is at work there */
    explicit Parts(const std::filesystem::path& folder);
    ~Parts();
    Parts(const Parts&) = delete;

    /** All at once or not at all, whatever interrupts it. @throws std::runtime_error if it cannot be written */
    void write(const Chapter&) const;
    /** Nothing if there is no such part or if another build made it: a page is of one build.
    @throws std::runtime_error if it is not what was written */
    std::optional<Chapter> read(const std::string& name) const;
    void remove(const std::string& name) const;
    /** The folder as well, if nothing is left in it. */
    void removeFolder() const;

private:
    std::filesystem::path fileOf(const std::string& name, const char* ending) const;

    const std::filesystem::path folder;
    const std::string build; ///< when program and library were linked
    const int lock; ///< of the page's folder, which the system lets go of when the process ends, however it ends
};

} // namespace lab

#endif
