// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_PROTOCOL_CHANNEL_H
#define SIMBODYDEM_GRAINS_PROTOCOL_CHANNEL_H

#include <cstdint>
#include <stdexcept>
#include <string>

namespace simbodydem::grains {

/** Says that the other end of a channel is gone. */
class ChannelClosed : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/** Holds one message: its kind, which is a command or an answer, and its bytes. */
struct Envelope {
    std::uint32_t kind = 0;
    std::string bytes;
};

/** Sends and receives messages over a connected Unix socket, which it closes at the end. */
class Channel {
public:
    explicit Channel(int socket) : socket(socket) {}
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    /** Sends a message. @throws ChannelClosed if the other end is gone */
    void send(const Envelope&);
    /** Waits for a message. @throws ChannelClosed if the other end is gone, std::runtime_error if it is not a message */
    Envelope receive();
    int getSocket() const { return socket; }

private:
    int socket;
};

/** Connects to a listening Unix socket. @throws std::runtime_error with the path, if there is none */
int connectTo(const std::string& path);

} // namespace simbodydem::grains

#endif
