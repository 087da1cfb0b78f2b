import { ChangeLog } from "../../runtime/changes/change-log.js";
import type { LogSummary } from "../../runtime/changes/change.js";
import { CommandError } from "../command-error.js";
import { loadModel } from "../config/load-model.js";
import { oneLine } from "../one-line.js";
import { command, configHelp, configOption, print } from "./command.js";
import { withOwnTables } from "./with-own-tables.js";

export const outbox = command({
  help: `Usage: data-api outbox [--config FILE] [--json]

Shows the table of changes, which live changes and webhooks read: how many changes it has of each entity, from when they are,
and how many no server has put in order yet. Changes nothing.

${configHelp}
  --json            print it as JSON`,
  options: { ...configOption, json: { type: "boolean" } },
  run: async (options) => {
    const model = await loadModel(options.config);
    const { outbox: settings } = model;
    if (settings === undefined)
      throw new CommandError('The configuration has no "changes": no change is kept.');
    const summary = await withOwnTables(model, "tables of changes", (database) =>
      new ChangeLog(database, settings).summary(settings.entityNames),
    );
    print(options.json === true ? JSON.stringify(summary, null, 2) : inWords(summary).join("\n"));
    return undefined;
  },
});

function inWords({ kept, waiting, oldest, newest, lastBatch, byEntity }: LogSummary): readonly string[] {
  if (kept === 0) return ["No change is kept."];
  const changes = `${kept} ${kept === 1 ? "change" : "changes"}`;
  return [
    oldest === undefined || newest === undefined
      ? `${changes}.`
      : `${changes} from ${oldest} to ${newest}. The last batch is ${lastBatch}.`,
    `${waiting} of them are not in order yet: a server that runs does that.`,
    ...byEntity.map(({ entity, count }) => oneLine(`${String(count).padStart(10)}  ${entity}`)),
  ];
}
