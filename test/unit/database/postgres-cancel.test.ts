import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, test } from "vitest";
import { cancelStatement } from "../../../runtime/database/dialects/postgres/connection/postgres-cancel.js";
import { atEnd } from "../../at-end.js";

/** Sends a cancel request to a server that handles the connection as given. */
async function cancelAt(answer: (socket: Socket) => unknown): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    atEnd(() => socket.destroy());
    socket.once("data", () => answer(socket));
  }).listen(0, "127.0.0.1");
  atEnd(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = { host: "127.0.0.1", port, processID: 7, secretKey: -5 };
  await cancelStatement(client as unknown as Parameters<typeof cancelStatement>[0]);
}

test("a cancel request is complete when the server has closed its connection", async () => {
  await expect(cancelAt((socket) => socket.end())).resolves.toBeUndefined();
});

test("an open connection of a cancel request is an error: the server may cancel a later statement", async () => {
  await expect(cancelAt(() => undefined)).rejects.toThrow("The server has not answered.");
});
