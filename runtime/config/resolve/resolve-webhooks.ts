import type { Operation, Webhook } from "../../model/model.js";
import { operations } from "../../model/operation.js";
import { parseOptions } from "../../model/settings/option.js";
import { webhooksShape } from "../../model/settings/webhooks-settings.js";
import type { Config } from "../config.js";
import { findName } from "../find-name.js";

type WriteKind = Exclude<Operation, "read">;

/** The operations of events, by the names that events have for them. */
const kinds: ReadonlyMap<string, readonly WriteKind[]> = new Map([
  ["*", operations.filter((operation) => operation !== "read")],
  ...operations.flatMap((operation): [string, WriteKind[]][] =>
    operation === "read" ? [] : [[operation, [operation]]],
  ),
]);

/** The names of operations in an event. */
export const eventKinds: readonly string[] = [...kinds.keys()];

/** The parts of an event such as `order.create`. Entity names have no dot. */
export function splitEvent(event: string): { readonly entityName: string; readonly kind: string } {
  const [entityName = "", ...kind] = event.split(".");
  return { entityName, kind: kind.join(".") };
}

/** The name of a webhook that has none: the host of its URL. */
export function defaultName(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

/** The webhooks of a checked configuration. */
export function resolveWebhooks({
  webhooks,
  entities,
}: Pick<Config, "webhooks" | "entities">): readonly Webhook[] {
  return parseOptions(webhooksShape, webhooks ?? []).map(
    ({ name, url, events, secret, secrets, select, ...settings }) => {
      const wanted = new Map<string, Set<WriteKind>>();
      for (const event of events) {
        const { entityName, kind } = splitEvent(event);
        const known = findName(entityName, entities) ?? entityName;
        wanted.set(known, new Set([...(wanted.get(known) ?? []), ...(kinds.get(kind) ?? [])]));
      }
      return {
        ...settings,
        name: name ?? defaultName(url),
        url,
        events: wanted,
        secrets: secrets ?? (secret === undefined ? [] : [secret]),
        select,
      };
    },
  );
}
