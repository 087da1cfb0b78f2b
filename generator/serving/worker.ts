import type { Config } from "../../runtime/config/config.js";
import type { Metrics, MetricsJson } from "../../runtime/index.js";
import { explainError } from "../config/explain-error.js";
import { Questions } from "./questions.js";
import { serve } from "./serve.js";
import { setStartCommand, type ListenOptions } from "../../runtime/start-command.js";
import { StopHandler } from "./stop-signals.js";
import { CURSOR_KEY, type SupervisorMessage, type WorkerMessage } from "./worker-messages.js";

/** How many milliseconds the metrics of all workers may take: more than those of one worker. */
const GATHER_PATIENCE = 2_000;

/** Serves as one of several workers. The supervising process handles signals and reports failures. */
export async function work(readConfig: () => Promise<Config>, options: ListenOptions): Promise<void> {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => undefined);
  const stopping = new StopHandler();
  const gathering = new Questions<readonly MetricsJson[]>();
  let metrics: Metrics | undefined;
  process.on("message", (message: SupervisorMessage) => {
    if (message.kind === "stop") stopping.stop(message.signal);
    else if (message.kind === "gathered") gathering.answered(message.question, message.figures);
    else
      void metrics
        ?.asJson()
        .then((figures) => tell({ kind: "figures", question: message.question, figures }));
  });
  tell({ kind: "listening" });
  try {
    setStartCommand({
      ...options,
      onStart: ({ host, port, addresses }) => tell({ kind: "serving", announced: { host, port, addresses } }),
    });
    const serving = await serve(withCursorKey(await readConfig()));
    stopping.stop = serving.stop;
    const own = serving.metrics;
    metrics = own;
    own?.gatherWith(() => gather(own, gathering));
    await serving.started;
  } catch (error) {
    tell({ kind: "failed", message: explainError(error) }, () => process.exit(1));
  }
}

/** The configuration with the key of all workers, unless it has one. */
function withCursorKey(config: Config): Config {
  const { [CURSOR_KEY]: cursorKey } = process.env;
  const { auth, server } = config;
  const isGiven = auth?.secretKey !== undefined || (server !== undefined && "cursorKey" in server);
  return isGiven || cursorKey === undefined ? config : { ...config, server: { ...server, cursorKey } };
}

/** The metrics of all workers, or only of this one if the supervising process does not answer. */
async function gather(
  metrics: Metrics,
  gathering: Questions<readonly MetricsJson[]>,
): Promise<readonly MetricsJson[]> {
  const all = await gathering.ask(GATHER_PATIENCE, (question) => tell({ kind: "gather", question }));
  return all ?? [await metrics.asJson()];
}

function tell(message: WorkerMessage, then: () => void = () => undefined): void {
  // Without a supervising process, the worker ends with it.
  process.send?.(message, undefined, undefined, then);
}
