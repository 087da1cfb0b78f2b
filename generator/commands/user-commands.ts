import { isLockedOut } from "../../runtime/access/current-user.js";
import { firstKey } from "../../runtime/model/fields.js";
import { changeLogIn, type LogInChange } from "../../runtime/repository/users/end-tokens.js";
import type { UserRow } from "../../runtime/repository/users/user-rows.js";
import { auditAccountChange, operator } from "../../runtime/write/steps/audit.js";
import { TableAccess, type StoredRow } from "../../runtime/write/steps/table-access.js";
import { CommandError } from "../command-error.js";
import { quoted } from "../one-line.js";
import { accountCommand, MAX_LISTED, userNamed, type Accounts } from "./accounts.js";
import { print } from "./command.js";
import { jsonHelp, jsonOption, printFound } from "./commands-on.js";

/** The fields that these commands show, if the users have them. */
const SHOWN = ["email", "firstname", "lastname", "createdat"];

export const usersList = accountCommand({
  usage: "users list [--config FILE] [--json]",
  does: `Lists the users in the order of their ids, at most ${MAX_LISTED}: the id, the name, the roles, and whether the user is locked.`,
  options: jsonOption,
  lines: [jsonHelp],
  run: async (accounts, options) => {
    const { rows, key } = rowsOf(accounts);
    const stored = await rows.first(rows.compare(key, "<>", null), key, MAX_LISTED);
    const shown = await shownUsers(stored, accounts);
    printFound(shown, options, shown.map(lineOf));
  },
});

export const usersShow = accountCommand({
  usage: "users show NAME [--config FILE] [--json]",
  does: "Shows a user: the id, the names, the e-mail address, the roles, whether the user is locked, and how many API keys there are.",
  options: jsonOption,
  lines: [jsonHelp],
  takesPaths: true,
  run: async (accounts, options, [name]) => {
    const { id } = await userNamed(name, accounts);
    const { rows, key } = rowsOf(accounts);
    const [user] = await shownUsers(await rows.all(rows.has({ [key]: id })), accounts);
    const { apiKeys } = accounts;
    const shown = { ...user, ...(apiKeys && { apiKeys: (await apiKeys.list(id)).length }) };
    const known = Object.entries<unknown>(shown).filter(([, value]) => value !== null);
    printFound(
      shown,
      options,
      known.map(([member, value]) => `${member.padEnd(9)}  ${textOf(value)}`),
    );
  },
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

export const usersResetSecondFactor = accountCommand({
  usage: "users reset-second-factor NAME [--config FILE]",
  does: `Removes the second factor of a user who has lost the device and the recovery codes, and ends all tokens and sessions of the
user. Make sure first that it is the user who asks.`,
  takesPaths: true,
  run: async (accounts, _, [name]) => {
    const { secondFactors, users, database } = accounts;
    if (secondFactors === undefined) throw new CommandError('The configuration has no "auth.secondFactor".');
    const { id, username } = await userNamed(name, accounts);
    const hadFactor = await secondFactors.isActive(id);
    await secondFactors.remove({ id });
    const done = { entity: users.name, operation: "second-factor", id: String(id) };
    await auditAccountChange(database, operator, done);
    print(
      `The user ${quoted(username)} ${hadFactor ? "now logs in with the password alone" : "had no second factor"}.`,
    );
  },
});

function changeCommand(change: LogInChange, does: string, [done, none]: readonly [string, string]) {
  return accountCommand({
    usage: `users ${change} NAME [--config FILE]`,
    does,
    takesPaths: true,
    run: async (accounts, _, [name]) => {
      const { id, username } = await userNamed(name, accounts);
      const isChanged = await changeLogIn(change, id, accounts.users, accounts.database);
      print(`The user ${quoted(username)} ${isChanged ? done : none}.`);
    },
  });
}

function rowsOf({ users, database }: Accounts) {
  return { rows: new TableAccess(database, users), key: firstKey(users).name };
}

type ShownUser = Readonly<Record<string, unknown>> & Pick<UserRow, "username" | "roles">;

/** Only these members: never the hash of a password. */
async function shownUsers(stored: readonly StoredRow[], accounts: Accounts): Promise<readonly ShownUser[]> {
  const { rows, key } = rowsOf(accounts);
  const ids = stored.map((row) => row[key] as UserRow["id"]);
  const found = ids.length === 0 ? [] : await accounts.find.where(rows.isOneOf(key, ids));
  const byId = new Map(found.map((user) => [String(user.id), user]));
  return stored.flatMap((row) => {
    const user = byId.get(String(row[key]));
    if (user === undefined) return [];
    const { id, username, roles } = user;
    const others = SHOWN.flatMap((name) => (name in row ? [[name, row[name]] as const] : []));
    return { id, username, ...Object.fromEntries(others), roles, isLocked: isLockedOut(user) };
  });
}

function lineOf({ id, username, roles, isLocked: hasLock }: ShownUser): string {
  const parts = [String(id), username, roles.join(" "), hasLock === true ? "locked" : ""];
  return parts.filter((part) => part !== "").join("  ");
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(" ") : String(value);
}
