import cluster, { type Worker } from "node:cluster";

/** Node.js's own end of a connection (lib/internal/cluster/round_robin_handle.js). */
interface Handle {
  readonly close: () => void;
}

type Send = (message: object, handle?: Handle, ...rest: readonly unknown[]) => boolean;

/**
 * The first process takes each connection, hands it to a worker, and closes its own end when the worker says that it has
 * it. A worker that is killed meanwhile never says so, and Node.js would leave that end open: the client would wait for
 * nothing. So the end is closed with the worker. There is never more than one, because the next is handed over only then;
 * to close it again does nothing.
 */
export function closeWhatDiesWithWorkers(): void {
  cluster.on("fork", (worker: Worker) => {
    const child = worker.process as unknown as { send: Send };
    const send = child.send.bind(child);
    let handed: Handle | undefined;
    child.send = (message, handle, ...rest) => {
      if ("act" in message && message.act === "newconn") handed = handle;
      return send(message, handle, ...rest);
    };
    worker.once("exit", () => handed?.close());
  });
}
