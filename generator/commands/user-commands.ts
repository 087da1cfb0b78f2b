import { isLocked, LOCKED } from "../../runtime/access/current-user.js";
import { isKey } from "../../runtime/condition/key-condition.js";
import { firstKey } from "../../runtime/model/fields.js";
import { changeLogIn, type LogInChange } from "../../runtime/repository/users/lock-user.js";
import { TableAccess, type StoredRow } from "../../runtime/write/steps/table-access.js";
import { oneLine, quoted } from "../one-line.js";
import { exitHelp, jsonHelp, jsonOption, MAX_LISTED, userNamed, withAccounts } from "./accounts.js";
import { command, configHelp, configOption, print } from "./command.js";

/** The fields that these commands show, if the users have them. */
const SHOWN = ["username", "email", "firstname", "lastname", "createdat"];

export const usersList = command({
  help: `Usage: data-api users list [--config FILE] [--json]

Lists the users in the order of their ids, at most ${MAX_LISTED}: the id, the name, the roles, and whether the user is locked.

${configHelp}
${jsonHelp}

${exitHelp}`,
  options: { ...configOption, ...jsonOption },
  run: (options) =>
    withAccounts(options.config, async ({ users, database }) => {
      const rows = new TableAccess(database, users);
      const key = firstKey(users).name;
      const found = await rows.first(rows.compare(key, "<>", null), key, MAX_LISTED);
      const shown = found.map((row) => shownUser(row, key));
      if (options.json === true) print(JSON.stringify(shown, null, 2));
      else for (const user of shown) print(lineOf(user));
    }),
});

export const usersShow = command({
  help: `Usage: data-api users show NAME [--config FILE] [--json]

Shows a user: the id, the names, the e-mail address, the roles, whether the user is locked, and how many API keys there are.

${configHelp}
${jsonHelp}

${exitHelp}`,
  options: { ...configOption, ...jsonOption },
  takesPaths: true,
  run: (options, [name]) =>
    withAccounts(options.config, async (accounts) => {
      const { users, database, apiKeys } = accounts;
      const user = await userNamed(name, accounts);
      const [row = {}] = await new TableAccess(database, users).all(isKey(users, [user.id]));
      const keys = apiKeys && { apiKeys: (await apiKeys.list(user.id)).length };
      const shown = { ...shownUser(row, firstKey(users).name), ...keys };
      if (options.json === true) print(JSON.stringify(shown, null, 2));
      else
        for (const [member, value] of Object.entries(shown))
          if (value !== null) print(oneLine(`${member.padEnd(9)}  ${textOf(value)}`));
    }),
});

export const usersLock = changeCommand(
  "lock",
  "Locks a user out: the user cannot log in, and their tokens, sessions and API keys end within seconds. Only unlock undoes it.",
  ["is now locked", "was already locked"],
);
export const usersUnlock = changeCommand(
  "unlock",
  "Lets a locked user log in again. Their API keys work again, and earlier sessions do not.",
  ["can log in again", "was not locked"],
);
export const usersEndSessions = changeCommand(
  "end-sessions",
  "Ends all tokens and sessions of a user, as a log-out everywhere does. API keys go on.",
  ["must log in again", "is locked and has no sessions"],
);

function changeCommand(change: LogInChange, description: string, [done, none]: readonly [string, string]) {
  return command({
    help: `Usage: data-api users ${change} NAME [--config FILE]

${description}

${configHelp}

${exitHelp}`,
    options: configOption,
    takesPaths: true,
    run: (options, [name]) =>
      withAccounts(options.config, async (accounts) => {
        const { id, username } = await userNamed(name, accounts);
        const isChanged = await changeLogIn(change, id, accounts.users, accounts.database);
        print(`The user ${quoted(username)} ${isChanged ? done : none}.`);
      }),
  });
}

/** Only these members: never the hash of the password. */
function shownUser(row: StoredRow, key: string) {
  return {
    id: row[key],
    ...Object.fromEntries(SHOWN.flatMap((name) => (name in row ? [[name, row[name]]] : []))),
    roles: Array.isArray(row["roles"]) ? (row["roles"] as readonly unknown[]) : [],
    isLocked: isLocked({ version: row["tokenversion"] === LOCKED ? LOCKED : null }),
  };
}

function lineOf(user: ReturnType<typeof shownUser>): string {
  const { id, roles, isLocked: hasLock } = user;
  const { username } = user as { readonly username?: unknown };
  return oneLine(
    [String(id), String(username), roles.join(" "), hasLock ? "locked" : ""]
      .filter((part) => part !== "")
      .join("  "),
  );
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(" ") : String(value);
}
