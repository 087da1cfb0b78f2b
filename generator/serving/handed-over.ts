import cluster, { type Worker } from "node:cluster";

/** Node.js's own end of a connection (lib/internal/cluster/round_robin_handle.js). */
interface Handle {
  readonly close: () => void;
}

type Send = (message: object, handle?: Handle, ...rest: readonly unknown[]) => boolean;

/**
 * Closes connections that die with their worker. The primary process accepts each connection, hands it to a
 * worker, and closes its own end after the worker has confirmed. A worker that is killed before that never
 * confirms, and Node.js would leave the end open, so that the client waits forever. This closes the end when
 * the worker exits. There is at most one such end, because the next connection is handed over only after the
 * confirmation. Closing an end again does nothing.
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
