#ifndef SIMBODYDEM_TESTS_READER_H
#define SIMBODYDEM_TESTS_READER_H

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// Lets libFuzzer feed the readers of files. Each reader is one function that takes the bytes of a file. An input is read, or it is an error
// of a documented type with a message. The function ends the process if neither holds.

namespace fuzz {

/** Describes a reader. */
struct Reader {
    std::string name;                                         ///< of its folder in corpus/
    std::function<void(std::string_view)> read;               ///< reads these bytes
    std::vector<std::string> words;                           ///< that its files have; libFuzzer tries them
    std::function<std::vector<std::string>()> makeSeeds = {}; ///< files that only the library writes, if there are any
};

/** Adds a reader to the list; a source has one object of this class for each of its readers. */
struct AddReader {
    explicit AddReader(const Reader&);
};

/** Returns all readers, by name. */
std::vector<Reader>& listReaders();

/** Writes the bytes to a file of this process in memory.
@param name  of the file, whose end says what it is
@returns the path */
std::string inFile(const std::string& name, std::string_view bytes);

/** Ends the process with this text unless the condition holds. */
void expect(bool holds, const std::string& what);

/** Calls a function that reads a file.
@param named  must be in the message of a refusal, such as the file's name
@returns true if it returns, false if it throws std::invalid_argument or std::runtime_error themselves. All other exceptions pass */
bool isRead(const std::string& named, const std::function<void()>& read);

} // namespace fuzz

#endif
