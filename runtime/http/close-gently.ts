import type { Socket } from "node:net";

/** How long a client may take to read its last answer, in milliseconds. */
const LINGER = 1_000;

const closing = new WeakSet<Socket>();

/** Whether the last request of a connection has come: what was sent behind it is not taken. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * Lets a client that is still sending get its answer when the connection ends with it: closed at once, the connection
 * would be reset, and the answer lost (RFC 9112 §9.6). What still arrives is read and thrown away.
 */
export function closeGently(socket: Socket): void {
  closing.add(socket);
  socket.destroySoon = () => {
    socket.end();
    socket.once("end", () => socket.destroy());
    setTimeout(() => socket.destroy(), LINGER).unref();
  };
}
