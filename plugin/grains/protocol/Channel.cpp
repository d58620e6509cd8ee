// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "protocol/Channel.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace simbodydem::grains {

namespace {

constexpr std::uint32_t messageMark = 0x53444d47; // begins every message
constexpr std::uint64_t longest = std::uint64_t(1) << 36;

struct Header {
    std::uint32_t mark, kind;
    std::uint64_t size;
};

std::string reasonOf(int error) { return std::strerror(error); }

void sendAll(int socket, const char* data, std::size_t size) {
    while (size > 0) {
        const ssize_t sent = ::send(socket, data, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) throw ChannelClosed("the connection is gone: " + reasonOf(errno));
        data += sent;
        size -= std::size_t(sent);
    }
}

void receiveAll(int socket, char* data, std::size_t size) {
    while (size > 0) {
        const ssize_t got = ::recv(socket, data, size, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw ChannelClosed("the connection is gone: " + reasonOf(errno));
        if (got == 0) throw ChannelClosed("the connection is closed");
        data += got;
        size -= std::size_t(got);
    }
}

} // namespace

Channel::~Channel() {
    if (socket >= 0) ::close(socket);
}

void Channel::send(const Envelope& envelope) {
    const Header header{messageMark, envelope.kind, envelope.bytes.size()};
    sendAll(socket, reinterpret_cast<const char*>(&header), sizeof header);
    sendAll(socket, envelope.bytes.data(), envelope.bytes.size());
}

Envelope Channel::receive() {
    Header header;
    receiveAll(socket, reinterpret_cast<char*>(&header), sizeof header);
    if (header.mark != messageMark || header.size > longest)
        throw std::runtime_error("the other end does not speak SimbodyDEM's protocol");
    Envelope envelope{header.kind, std::string(std::size_t(header.size), '\0')};
    receiveAll(socket, envelope.bytes.data(), envelope.bytes.size());
    return envelope;
}

int connectTo(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        throw std::runtime_error("the path of the socket is longer than " +
                                 std::to_string(sizeof address.sun_path - 1) + " characters: " + path);
    std::memcpy(address.sun_path, path.c_str(), path.size());
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0 || ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        const std::string reason = reasonOf(errno);
        if (socket >= 0) ::close(socket);
        throw std::runtime_error("cannot connect to the socket " + path + ": " + reason);
    }
    return socket;
}

} // namespace simbodydem::grains
