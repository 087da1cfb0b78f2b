import type { ApiKeys, ListedKey } from "../../runtime/repository/users/api-keys.js";
import { checkNewKey } from "../../runtime/repository/users/check-new-key.js";
import { CommandError } from "../command-error.js";
import { oneLine, quoted } from "../one-line.js";
import {
  exitHelp,
  jsonHelp,
  jsonOption,
  MAX_LISTED,
  operator,
  userNamed,
  withAccounts,
  type Accounts,
} from "./accounts.js";
import { command, configHelp, configOption, print } from "./command.js";

export const keysList = command({
  help: `Usage: data-api keys list [--user NAME] [--config FILE] [--json]

Lists the API keys that have not expired, the oldest first, at most ${MAX_LISTED}: the id, the name, the id of the owner, when it
expires, when it was used last, and what it is narrowed to. Keys themselves are not stored.

${configHelp}
  --user NAME       only the keys of this user
${jsonHelp}

${exitHelp}`,
  options: { ...configOption, ...jsonOption, user: { type: "string" } },
  run: (options) =>
    withAccounts(options.config, async (accounts) => {
      const keys = keysOf(accounts);
      const owner = options.user === undefined ? undefined : await userNamed(options.user, accounts);
      const found = await keys.listAll(owner?.id, MAX_LISTED);
      if (options.json === true) print(JSON.stringify(found, null, 2));
      else if (found.length === 0) print("There are no keys.");
      else for (const key of found) print(lineOf(key));
    }),
});

export const keysCreate = command({
  help: `Usage: data-api keys create --user NAME --name TEXT [options]

Makes an API key for a user and prints it. It is shown this once: only a hash is stored.

${configHelp}
  --user NAME       the owner, whose rights the key has
  --name TEXT       what the key is for
  --operation NAME  narrows the key to "read", "create", "update", "delete" or an operation; can be repeated
  --entity NAME     narrows the key to an entity; can be repeated
  --expires-in-days NUMBER  (default: the maximum of the configuration)
  --json            print the key and what it is as JSON

${exitHelp}`,
  options: {
    ...configOption,
    ...jsonOption,
    user: { type: "string" },
    name: { type: "string" },
    operation: { type: "string", multiple: true },
    entity: { type: "string", multiple: true },
    "expires-in-days": { type: "string" },
  },
  run: (options) =>
    withAccounts(options.config, async (accounts) => {
      const keys = keysOf(accounts);
      const { name, "expires-in-days": days } = options;
      if (options.user === undefined) throw new CommandError("The owner is missing: add --user NAME.");
      if (name === undefined) throw new CommandError("The name is missing: add --name TEXT.");
      const asked = {
        name,
        expiresInDays: days === undefined ? undefined : Number(days),
        operations: options.operation,
        entities: options.entity,
      };
      const { key, issues } = checkNewKey(asked, accounts.model, keys.maxDays);
      if (issues.length > 0)
        throw new CommandError(
          ["No key was made:", ...issues.map(({ message }) => `  - ${message}`)].join("\n"),
        );
      const { id } = await userNamed(options.user, accounts);
      const made = await keys.create(id, key, operator);
      print(options.json === true ? JSON.stringify(made, null, 2) : made.key);
    }),
});

export const keysRevoke = command({
  help: `Usage: data-api keys revoke ID… [--config FILE]
       data-api keys revoke --user NAME [--config FILE]

Revokes the keys with these ids, or all keys of a user. Servers refuse them within seconds.

${configHelp}
  --user NAME       all keys of this user

${exitHelp}`,
  options: { ...configOption, user: { type: "string" } },
  takesPaths: true,
  run: (options, ids) =>
    withAccounts(options.config, async (accounts) => {
      const keys = keysOf(accounts);
      if ((options.user === undefined) === (ids.length === 0))
        throw new CommandError(
          'Name the ids of keys, or all keys of a user with --user. "keys list" shows them.',
        );
      let count = 0;
      if (options.user !== undefined) {
        const { id } = await userNamed(options.user, accounts);
        count = await keys.revoke(id, undefined, operator);
      }
      for (const id of ids) {
        if (!(await keys.revokeById(id, operator))) throw new CommandError(`There is no key ${quoted(id)}.`);
        count++;
      }
      print(`${count} ${count === 1 ? "key was" : "keys were"} revoked.`);
    }),
});

/** @throws {CommandError} if they are off. */
function keysOf({ apiKeys }: Accounts): ApiKeys {
  if (apiKeys === undefined) throw new CommandError('The configuration has no "auth.apiKeys".');
  return apiKeys;
}

function lineOf({ id, name, userId, expiresAt, usedAt, operations, entities }: OwnedKey): string {
  const narrowed = [...(operations ?? []), ...(entities ?? [])].join(" ");
  return oneLine(
    [
      ...[id, quoted(name), `user ${userId}`, `expires ${expiresAt ?? "never"}`, `used ${usedAt ?? "never"}`],
      ...(narrowed === "" ? [] : [narrowed]),
    ].join("  "),
  );
}

type OwnedKey = ListedKey & { readonly userId: string };
