import type { Sessions, StoredSession } from "../../runtime/repository/users/sessions.js";
import { auditAccountChange } from "../../runtime/write/steps/audit.js";
import { CommandError } from "../command-error.js";
import { oneLine, quoted } from "../one-line.js";
import {
  exitHelp,
  jsonHelp,
  jsonOption,
  operator,
  userNamed,
  withAccounts,
  type Accounts,
} from "./accounts.js";
import { command, configHelp, configOption, print } from "./command.js";

export const sessionsList = command({
  help: `Usage: data-api sessions list NAME [--config FILE] [--json]

Lists the sessions of a user, the newest first: the id, the device, when it was used last, and when it expires.

${configHelp}
${jsonHelp}

${exitHelp}`,
  options: { ...configOption, ...jsonOption },
  takesPaths: true,
  run: (options, [name]) =>
    withAccounts(options.config, async (accounts) => {
      const sessions = sessionsOf(accounts);
      const shown = (await sessions.ofUser(await userNamed(name, accounts))).map(shownSession);
      if (options.json === true) print(JSON.stringify(shown, null, 2));
      else if (shown.length === 0) print("There are no sessions.");
      else
        for (const { id, device, usedAt, expiresAt } of shown)
          print(oneLine(`${id}  ${device ?? "unknown device"}  used ${usedAt}  expires ${expiresAt}`));
    }),
});

export const sessionsEnd = command({
  help: `Usage: data-api sessions end NAME ID… [--config FILE]

Ends sessions of a user, with their tokens. Servers learn it within seconds. "data-api users end-sessions" ends all.

${configHelp}

${exitHelp}`,
  options: configOption,
  takesPaths: true,
  run: (options, [name, ...ids]) =>
    withAccounts(options.config, async (accounts) => {
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
    }),
});

/** @throws {CommandError} if log-ins have none. */
function sessionsOf({ sessions }: Accounts): Sessions {
  if (sessions === undefined)
    throw new CommandError('The configuration has no sessions: neither "auth.refreshTokens" nor cookies.');
  return sessions;
}

/** Never a hash. */
function shownSession({ id, device, createdAt, usedAt, expiresAt }: StoredSession) {
  const text = (time: number) => new Date(time).toISOString();
  return {
    id,
    device,
    createdAt: createdAt === null ? null : text(createdAt),
    usedAt: text(usedAt),
    expiresAt: text(expiresAt),
  };
}
