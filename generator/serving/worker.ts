import type { Metrics, MetricsJson } from "../../runtime/index.js";
import { explainError } from "../config/explain-error.js";
import { Questions } from "./questions.js";
import { begin, type Served } from "./begin.js";
import { StopHandler } from "./stop-signals.js";
import type { SupervisorMessage, WorkerMessage } from "./worker-messages.js";

/** How many milliseconds the metrics of all workers may take: more than those of one worker. */
const GATHER_PATIENCE = 2_000;

/** Serves as a worker. The supervising process handles signals and reports failures. */
export async function work(served: Served): Promise<void> {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => undefined);
  const stopping = new StopHandler();
  const gathering = new Questions<readonly MetricsJson[]>();
  let metrics: Metrics | undefined;
  process.on("message", (message: SupervisorMessage) => {
    if (message.kind === "stop") stopping.stop(message.signal);
    else if (message.kind === "gathered") gathering.answered(message.question, message.figures);
    else
      void metrics?.asJson().then((figures) => {
        tell({ kind: "figures", question: message.question, figures });
      });
  });
  tell({ kind: "listening" });
  try {
    const serving = await begin(served);
    stopping.stop = serving.stop;
    const own = serving.metrics;
    metrics = own;
    own?.gatherWith(() => gather(own, gathering));
    const { port, host, addresses } = await serving.listening;
    tell({ kind: "serving", listening: { port, host, addresses } });
  } catch (error) {
    const { withPlaces } = await import("../config/locate-problems.js");
    const message = explainError(await withPlaces(error, served.config));
    tell({ kind: "failed", message }, () => process.exit(1));
  }
}

/** The metrics of all workers, or only of this one if the supervising process does not answer. */
async function gather(
  metrics: Metrics,
  gathering: Questions<readonly MetricsJson[]>,
): Promise<readonly MetricsJson[]> {
  const all = await gathering.ask(GATHER_PATIENCE, (question) => {
    tell({ kind: "gather", question });
  });
  return all ?? [await metrics.asJson()];
}

function tell(message: WorkerMessage, then: () => void = () => undefined): void {
  // Without a supervising process, the worker ends with it.
  process.send?.(message, undefined, undefined, then);
}
