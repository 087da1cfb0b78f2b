import { shownSession, type Sessions } from "../../runtime/repository/users/sessions.js";
import { auditAccountChange, operator } from "../../runtime/write/steps/audit.js";
import { CommandError } from "../command-error.js";
import { quoted } from "../one-line.js";
import { accountCommand, userNamed, type Accounts } from "./accounts.js";
import { print } from "./command.js";
import { jsonHelp, jsonOption, printFound } from "./commands-on.js";

export const sessionsList = accountCommand({
  usage: "sessions list NAME [--config FILE] [--json]",
  does: "Lists the sessions of a user, the newest first: the id, the device, when it was used last, and when it expires.",
  options: jsonOption,
  lines: [jsonHelp],
  takesPaths: true,
  run: async (accounts, options, [name]) => {
    const sessions = sessionsOf(accounts);
    const found = (await sessions.ofUser(await userNamed(name, accounts))).map(shownSession);
    const lines = found.map(
      ({ id, device, usedAt, expiresAt }) =>
        `${id}  ${device ?? "unknown device"}  used ${usedAt}  expires ${expiresAt}`,
    );
    printFound(found, options, lines.length === 0 ? ["There are no sessions."] : lines);
  },
});

export const sessionsEnd = accountCommand({
  usage: "sessions end NAME ID… [--config FILE]",
  does: 'Ends sessions of a user, with their tokens. Servers learn it within seconds. "data-api users end-sessions" ends all.',
  takesPaths: true,
  run: async (accounts, _, [name, ...ids]) => {
    const sessions = sessionsOf(accounts);
    const { id: userId, username } = await userNamed(name, accounts);
    if (ids.length === 0)
      throw new CommandError('Name the ids of sessions. "data-api sessions list" shows them.');
    for (const id of ids) {
      if (!(await sessions.end(userId, id)))
        throw new CommandError(`The user ${quoted(username)} has no session ${quoted(id)}.`);
      const done = { entity: accounts.users.name, operation: "end-session", id: String(userId) };
      await auditAccountChange(accounts.database, operator, done);
    }
    print(`${ids.length} ${ids.length === 1 ? "session was" : "sessions were"} ended.`);
  },
});

/** @throws {CommandError} if log-ins have none. */
function sessionsOf({ sessions }: Accounts): Sessions {
  if (sessions === undefined)
    throw new CommandError('The configuration has no sessions: neither "auth.refreshTokens" nor cookies.');
  return sessions;
}
