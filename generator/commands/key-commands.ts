import type { ApiKeys, ListedKey } from "../../runtime/repository/users/api-keys.js";
import { checkNewKey } from "../../runtime/repository/users/check-new-key.js";
import { operator } from "../../runtime/write/steps/audit.js";
import { CommandError } from "../command-error.js";
import { quoted } from "../one-line.js";
import { accountCommand, MAX_LISTED, userNamed, type Accounts } from "./accounts.js";
import { print } from "./command.js";
import { jsonHelp, jsonOption, printFound } from "./commands-on.js";

export const keysList = accountCommand({
  usage: "keys list [--user NAME] [--config FILE] [--json]",
  does: `Lists the API keys that have not expired, the oldest first, at most ${MAX_LISTED}: the id, the name, the id of the owner, when it
expires, when it was used last, and what it is narrowed to. Keys themselves are not stored.`,
  options: { ...jsonOption, user: { type: "string" } },
  lines: ["  --user NAME       only the keys of this user", jsonHelp],
  run: async (accounts, options) => {
    const keys = keysOf(accounts);
    const owner = options.user === undefined ? undefined : await userNamed(options.user, accounts);
    const found = await keys.listAll(owner?.id, MAX_LISTED);
    printFound(found, options, found.length === 0 ? ["There are no keys."] : found.map(lineOf));
  },
});

export const keysCreate = accountCommand({
  usage: "keys create --user NAME --name TEXT [options]",
  does: "Makes an API key for a user and prints it. It is shown this once: only a hash is stored.",
  options: {
    ...jsonOption,
    user: { type: "string" },
    name: { type: "string" },
    operation: { type: "string", multiple: true },
    entity: { type: "string", multiple: true },
    "expires-in-days": { type: "string" },
  },
  lines: [
    "  --user NAME       the owner, whose rights the key has",
    "  --name TEXT       what the key is for",
    '  --operation NAME  narrows the key to "read", "create", "update", "delete" or an operation; can be repeated',
    "  --entity NAME     narrows the key to an entity; can be repeated",
    "  --expires-in-days NUMBER  (default: the maximum of the configuration)",
    "  --json            print the key and what it is as JSON",
  ],
  run: async (accounts, { user, name, operation, entity, json, ...options }) => {
    const keys = keysOf(accounts);
    const days = options["expires-in-days"];
    if (user === undefined) throw new CommandError("The owner is missing: add --user NAME.");
    if (name === undefined) throw new CommandError("The name is missing: add --name TEXT.");
    const expiresInDays = days === undefined ? undefined : Number(days);
    const asked = { name, expiresInDays, operations: operation, entities: entity };
    const { key, issues } = checkNewKey(asked, accounts.model, keys.maxDays);
    if (issues.length > 0)
      throw new CommandError(
        ["No key was made:", ...issues.map(({ message }) => `  - ${message}`)].join("\n"),
      );
    const { id } = await userNamed(user, accounts);
    const made = await keys.create(id, key, operator);
    print(json === true ? JSON.stringify(made, null, 2) : made.key);
  },
});

export const keysRevoke = accountCommand({
  usage: `keys revoke ID… [--config FILE]
       data-api keys revoke --user NAME [--config FILE]`,
  does: "Revokes the keys with these ids, or all keys of a user. Servers refuse them within seconds.",
  options: { user: { type: "string" } },
  lines: ["  --user NAME       all keys of this user"],
  takesPaths: true,
  run: async (accounts, { user }, ids) => {
    const keys = keysOf(accounts);
    if ((user === undefined) === (ids.length === 0))
      throw new CommandError(
        'Name the ids of keys, or all keys of a user with --user. "keys list" shows them.',
      );
    let count = 0;
    if (user !== undefined)
      count = await keys.revoke((await userNamed(user, accounts)).id, undefined, operator);
    for (const id of ids) {
      if (!(await keys.revokeById(id, operator))) throw new CommandError(`There is no key ${quoted(id)}.`);
      count++;
    }
    print(`${count} ${count === 1 ? "key was" : "keys were"} revoked.`);
  },
});

/** @throws {CommandError} if they are off. */
function keysOf({ apiKeys }: Accounts): ApiKeys {
  if (apiKeys === undefined) throw new CommandError('The configuration has no "auth.apiKeys".');
  return apiKeys;
}

function lineOf({ id, name, userId, expiresAt, usedAt, operations, entities }: OwnedKey): string {
  const narrowed = [...(operations ?? []), ...(entities ?? [])].join(" ");
  const times = [`expires ${expiresAt ?? "never"}`, `used ${usedAt ?? "never"}`];
  return [id, quoted(name), `user ${userId}`, ...times, ...(narrowed === "" ? [] : [narrowed])].join("  ");
}

type OwnedKey = ListedKey & { readonly userId: string };
