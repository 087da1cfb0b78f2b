import type { Socket } from "node:net";

/** How long a client may take to read its last answer, in milliseconds. */
const LINGER = 1_000;

const closing = new WeakSet<Socket>();

/** Whether the connection is closing. Further requests on it are ignored. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * Closes a connection after its last answer, even if the client is still sending. If it were closed at once,
 * it would be reset and the answer lost (RFC 9112 §9.6). Data that still arrives is discarded.
 */
export function closeGently(socket: Socket): void {
  closing.add(socket);
  socket.destroySoon = () => {
    socket.end();
    socket.once("end", () => socket.destroy());
    setTimeout(() => socket.destroy(), LINGER).unref();
  };
}
