import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";

/** A proxy that a test can let cut all connections, or keep back what the server answers. */
export async function cuttingProxy(port: number) {
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  let isBuffering = false;
  const proxy = net.createServer((client) => {
    const server = net.connect(port, "127.0.0.1");
    const pair = [client, server] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    client.on("data", (bytes) => server.write(bytes));
    server.on("data", (bytes) => {
      if (!isBuffering) client.write(bytes);
    });
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const cut = () => {
    for (const sockets of [...pairs]) for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Closes all connections. */
    cut,
    /** From now on, answers do not arrive. */
    buffer: () => (isBuffering = true),
    pass: () => (isBuffering = false),
    stop: () => {
      cut();
      proxy.close();
    },
  };
}
