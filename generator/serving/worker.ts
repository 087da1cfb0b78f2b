import type { Config } from "../../runtime/config/config.js";
import { explainError } from "../explain-error.js";
import { serve } from "./serve.js";
import type { StopMessage, WorkerMessage } from "./worker-messages.js";

/** Serves as one of several workers. The process that supervises them speaks for all. */
export async function work(config: Config, port: number): Promise<void> {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => undefined);
  try {
    const serving = await serve(config, port);
    process.on("message", (message: StopMessage) => {
      serving.stop(message.signal);
    });
    tell({ kind: "serving", port: await serving.port });
  } catch (error) {
    tell({ kind: "failed", message: explainError(error) }, () => process.exit(1));
  }
}

function tell(message: WorkerMessage, then: () => void = () => undefined): void {
  // Where nobody listens any more, the worker is ended with the one that supervised it.
  process.send?.(message, undefined, undefined, then);
}
