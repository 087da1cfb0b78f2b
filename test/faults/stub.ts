import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import tls from "node:tls";
import type { Certificate } from "./certificate.js";

/** A server that speaks its database's protocol up to the encryption, and then closes the connection. */
export interface Stub {
  readonly port: number;
  readonly close: () => void;
}

type Greeting = (socket: net.Socket, takesTls: boolean) => Promise<void>;

const REQUEST = { postgres: 8, mysql: 36 } as const;

/**
 * How a server answers a request for TLS (postgresql.org/docs/current/protocol-flow.html, dev.mysql.com:
 * Protocol::SSLRequest).
 */
const greetings: Readonly<Record<string, Greeting>> = {
  postgres: async (socket, takesTls) => {
    await read(socket, REQUEST.postgres);
    socket.write(takesTls ? "S" : "N");
  },
  mysql: async (socket, takesTls) => {
    const capabilities = 0x0008_8200 | (takesTls ? 0x0800 : 0);
    const payload = Buffer.concat([
      Buffer.from("\x0a8.4.0\0\x01\0\0\0abcdefgh\0", "latin1"),
      Buffer.from([capabilities & 0xff, (capabilities >> 8) & 0xff, 45, 2, 0, capabilities >> 16, 0, 21]),
      Buffer.from(`${"\0".repeat(10)}ijklmnopqrst\0mysql_native_password\0`, "latin1"),
    ]);
    socket.write(Buffer.concat([Buffer.from([payload.length, 0, 0, 0]), payload]));
    await read(socket, REQUEST.mysql);
  },
};

/** Accepts TLS if it has a certificate. */
export async function startStub(dialect: string, certificate?: Certificate): Promise<Stub> {
  const greet = greetings[dialect];
  return listen((socket) => {
    greet?.(socket, certificate !== undefined).then(
      () => {
        if (certificate === undefined) return;
        const secure = new tls.TLSSocket(socket, { isServer: true, ...certificate });
        secure.on("error", () => undefined);
        // The client has accepted the certificate: the test needs no more.
        secure.once("data", () => secure.destroy());
      },
      () => undefined,
    );
  });
}

/** A server that runs `take` for each connection. */
export async function listen(take: (socket: net.Socket) => void): Promise<Stub> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    take(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Reads this number of bytes, and leaves later ones in the socket. */
async function read(socket: net.Socket, length: number): Promise<void> {
  while (socket.read(length) === null) await once(socket, "readable");
}
