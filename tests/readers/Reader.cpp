#include "Reader.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <typeinfo>

#include <unistd.h>

namespace fuzz {

namespace {

const Reader* chosen = nullptr;
std::string folder;

void removeFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

// Makes a folder in memory for the files of this process.
void makeFolder() {
    std::error_code ignored;
    const bool hasMemory = std::filesystem::is_directory("/dev/shm", ignored);
    folder = (hasMemory ? "/dev/shm" : std::filesystem::temp_directory_path().string()) + "/simbodydem_fuzz_" +
             std::to_string(getpid());
    std::filesystem::create_directories(folder);
    std::atexit(removeFolder);
}

void printWords(const Reader& reader) {
    for (const std::string& word : reader.words) {
        std::cout << '"';
        for (const char c : word) {
            char code[5];
            std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned char>(c));
            std::cout << code;
        }
        std::cout << "\"\n";
    }
}

} // namespace

AddReader::AddReader(const Reader& reader) { listReaders().push_back(reader); }

std::vector<Reader>& listReaders() {
    static std::vector<Reader> all;
    return all;
}

std::string inFile(const std::string& name, std::string_view bytes) {
    const std::string path = folder + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
}

void expect(bool holds, const std::string& what) {
    if (holds) return;
    std::cerr << "fuzz_readers: " << what << std::endl;
    std::abort();
}

bool isRead(const std::string& named, const std::function<void()>& read) {
    try {
        read();
        return true;
    } catch (const std::exception& e) {
        const std::string message = e.what();
        if (typeid(e) != typeid(std::invalid_argument) && typeid(e) != typeid(std::runtime_error)) {
            std::cerr << "fuzz_readers: an exception of type " << typeid(e).name() << ": " << message << std::endl;
            std::abort();
        }
        expect(message.find(named) != std::string::npos, "the message has no '" + named + "': " + message);
        if (std::getenv("SIMBODYDEM_FUZZ_MESSAGES")) std::cerr << message << '\n';
        return false;
    }
}

} // namespace fuzz

// Chooses the reader by the argument --reader=NAME, which libFuzzer ignores. --list prints all names, --words prints the words of the reader
// as a dictionary of libFuzzer, and --seeds=FOLDER writes its seeds to a folder.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    using namespace fuzz;
    std::vector<Reader>& readers = listReaders();
    std::sort(readers.begin(), readers.end(), [](const Reader& a, const Reader& b) { return a.name < b.name; });
    std::string name, seeds;
    bool printsWords = false;
    for (int k = 1; k < *argc; ++k) {
        const std::string argument = (*argv)[k];
        if (argument == "--list") {
            for (const Reader& reader : readers) std::cout << reader.name << '\n';
            std::exit(0);
        }
        if (argument.compare(0, 9, "--reader=") == 0) name = argument.substr(9);
        if (argument.compare(0, 8, "--seeds=") == 0) seeds = argument.substr(8);
        printsWords = printsWords || argument == "--words";
    }
    for (const Reader& reader : readers)
        if (reader.name == name) chosen = &reader;
    if (!chosen) {
        std::cerr << "fuzz_readers: there is no reader '" << name << "'; --list prints their names\n";
        std::exit(2);
    }
    if (printsWords) {
        printWords(*chosen);
        std::exit(0);
    }
    makeFolder();
    if (!seeds.empty()) {
        const std::vector<std::string> all = chosen->makeSeeds ? chosen->makeSeeds() : std::vector<std::string>();
        for (std::size_t k = 0; k < all.size(); ++k)
            std::ofstream(seeds + "/seed_" + std::to_string(k + 1), std::ios::binary) << all[k];
        std::exit(0);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::chosen->read({reinterpret_cast<const char*>(data), size});
    return 0;
}
