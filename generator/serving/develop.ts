import cluster, { type Worker } from "node:cluster";
import { bold, red } from "../colors.js";
import { watchCode } from "../watch-code.js";
import { announcement } from "./announce.js";
import type { SupervisorMessage, WorkerMessage } from "./worker-messages.js";

/** Milliseconds that an old worker has to finish its requests. */
const PATIENCE = 5_000;

/**
 * Serves in a worker, and in a new one after each change of the code in the folder, until the process is interrupted. The
 * old worker serves until the new one does: they share the port.
 */
export function develop(folder: string): Promise<void> {
  cluster.setupPrimary({ execArgv: process.execArgv });
  let serving: Worker | undefined;
  let starting: Worker | undefined;
  let hasServed = false;

  const start = () => {
    starting?.process.kill("SIGKILL");
    const begun = Date.now();
    const worker = cluster.fork();
    starting = worker;
    worker.on("message", (message: WorkerMessage) => {
      if (worker !== starting) return;
      if (message.kind === "failed") process.stderr.write(`${red(message.message)}\n`);
      if (message.kind !== "serving") return;
      starting = undefined;
      if (serving !== undefined) end(serving);
      serving = worker;
      if (hasServed) print(`${bold("Serving the change")} after ${Date.now() - begun} ms`);
      else print(announcement(message.listening));
      hasServed = true;
    });
    worker.on("exit", () => {
      if (worker === starting) {
        starting = undefined;
        print(serving === undefined ? "Waiting for a change." : "The state before it keeps serving.");
      } else if (worker === serving) {
        serving = undefined;
        print("The server has ended. Waiting for a change.");
      }
    });
  };

  return new Promise((resolve) => {
    const watching = watchCode(folder, start);
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        watching.close();
        const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
        serving = undefined;
        starting = undefined;
        for (const worker of workers) worker.removeAllListeners("exit");
        workers.forEach(end);
        cluster.disconnect(resolve);
      });
    }
    start();
  });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function end(worker: Worker): void {
  if (worker.isConnected()) worker.send({ kind: "stop", signal: "SIGINT" } satisfies SupervisorMessage);
  setTimeout(() => worker.process.kill("SIGKILL"), PATIENCE).unref();
}
