import type { CurrentSessions } from "../../access/current-session.js";
import type { TokenSubject } from "../../access/own-tokens.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { withApiErrors } from "../../database/fault-to-error.js";
import type { SessionSettings, UserId } from "../../model/model.js";
import { removeExpired } from "../../write/steps/remove-expired.js";
import { all, TableAccess, timeAt, timeOrNull, type StoredRow } from "../../write/steps/table-access.js";
import type { RowValues } from "../../write/steps/table-rows.js";
import { LookUps } from "./look-ups.js";
import { newPublicId } from "./public-id.js";

/** The most sessions of a user that are listed. */
const MAX_LISTED = 500;
const MAX_DEVICE_LENGTH = 200;

/** A session of a user. Times are in milliseconds since 1970. */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly version: string | null;
  /** What the client says of itself. `null` for a session from before this was stored. */
  readonly device: string | null;
  readonly createdAt: number | null;
  readonly usedAt: number;
  readonly expiresAt: number;
  /** When it ends at the latest. */
  readonly endsAt: number;
  /** The hashes of its name, of the token or cookie that is valid now, and of the token before. */
  readonly nameHash: string;
  readonly currentHash: string;
  readonly previousHash: string | null;
}

/** The sessions of users: a row for each log-in that has a refresh token or a cookie. */
export class Sessions implements CurrentSessions {
  readonly #session: DatabaseSession;
  readonly #settings: SessionSettings;
  readonly #rows: TableAccess;
  readonly #lookUps: LookUps<string, StoredSession>;

  /** @param interval How long a session is cached, in milliseconds. */
  constructor(session: DatabaseSession, settings: SessionSettings, interval: number) {
    this.#session = session;
    this.#settings = settings;
    this.#rows = new TableAccess(session, settings.table);
    this.#lookUps = new LookUps((id) => this.#read(id), interval);
  }

  /** Begins a session of a user. @throws {ApiError} if the database cannot be reached. */
  async begin(
    { id: userId, version }: TokenSubject,
    device: string | undefined,
    hashes: (id: string) => RowValues,
  ): Promise<string> {
    const id = newPublicId();
    const now = Date.now();
    const endsAt = now + this.#settings.sessionLifetime;
    await this.#run(async () => {
      await removeExpired(this.#session, this.#settings.table);
      await this.#rows.insert([
        {
          ...hashes(id),
          id,
          userid: String(userId),
          tokenversion: version,
          device: device === undefined ? null : shortened(device),
          createdat: timeAt(now),
          changedat: timeAt(now),
          endsat: timeAt(endsAt),
          expiresat: this.expiry(now, endsAt),
        },
      ]);
    });
    return id;
  }

  /** When a session expires that is used now. */
  expiry(now: number, endsAt: number): string {
    return timeAt(Math.min(now + this.#settings.lifetime, endsAt));
  }

  readonly known = (id: string): StoredSession | undefined => {
    const session = this.#lookUps.known(id);
    return session !== undefined && session.expiresAt > Date.now() ? session : undefined;
  };

  readonly find = (id: string, userId: string): Promise<StoredSession | undefined> =>
    this.findFit(id, (session) => session.userId === userId);

  /** The session, if it fits and has not ended. @throws {ApiError} if the database cannot be reached. */
  findFit(id: string, fits: (session: StoredSession) => boolean): Promise<StoredSession | undefined> {
    return this.#lookUps.find(id, fits);
  }

  /**
   * The sessions of a user that have not ended, the newest first.
   * @param version The current version of the user's tokens: sessions of others have ended.
   * @throws {ApiError}
   */
  ofUser({ id, version }: Pick<TokenSubject, "id" | "version">): Promise<readonly StoredSession[]> {
    const isOfUser = this.#rows.has({ userid: String(id), tokenversion: version });
    const where = all(isOfUser, this.#rows.compare("expiresat", ">", timeAt()));
    const order = ["changedat", "sessionhash"];
    return this.#run(async () => {
      const rows = await this.#rows.first(where, order, MAX_LISTED, { isDescending: true });
      const sessions: StoredSession[] = [];
      for (const row of rows) sessions.push(toSession({ ...row, id: row["id"] ?? (await this.#name(row)) }));
      return sessions.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0) || b.usedAt - a.usedAt);
    });
  }

  /** The session with one of these hashes of its name. @throws {ApiError} */
  async named(hashes: readonly string[]): Promise<StoredSession | undefined> {
    await removeExpired(this.#session, this.#settings.table);
    const [row] = await this.#run(() => this.#rows.all(this.#rows.isOneOf("sessionhash", hashes)));
    return row && toSession(row);
  }

  /** Removes a session from the cache: later requests look it up again. */
  forget(id: string): void {
    this.#lookUps.forget(id);
  }

  /** Ends a session of this user. Returns whether there was one. @throws {ApiError} */
  end(userId: Exclude<UserId, null>, id: string): Promise<boolean> {
    return this.#end(id, { userid: String(userId), id });
  }

  /** Ends a session, even if it began before sessions had ids. @throws {ApiError} */
  async endNamed({ id, nameHash }: StoredSession): Promise<void> {
    await this.#end(id, { sessionhash: nameHash });
  }

  async #end(id: string, values: RowValues): Promise<boolean> {
    try {
      return (await this.#run(() => this.#rows.delete(this.#rows.has(values)))) > 0;
    } finally {
      this.forget(id);
    }
  }

  /** Ends all sessions of this user but one, and counts them. @throws {ApiError} */
  async endOthers(userId: Exclude<UserId, null>, kept: string | undefined): Promise<number> {
    const isOther = [this.#rows.compare("id", "<>", kept ?? null), this.#rows.compare("id", "=", null)];
    const where = all(this.#rows.has({ userid: String(userId) }), { kind: "or", conditions: isOther });
    try {
      return await this.#run(() => this.#rows.delete(where));
    } finally {
      this.#lookUps.forgetAll((session) => session.userId === String(userId));
    }
  }

  /** Changes a session, if it is as it was seen. Returns whether it was. @throws {ApiError} */
  async change(seen: RowValues, values: RowValues): Promise<boolean> {
    return (await this.#run(() => this.#rows.update(values, this.#rows.has(seen)))) > 0;
  }

  async #read(id: string): Promise<StoredSession | undefined> {
    const [row] = await this.#run(() => this.#rows.all(this.#rows.has({ id })));
    const session = row && toSession(row);
    return session !== undefined && session.expiresAt > Date.now() ? session : undefined;
  }

  /** Gives an id to a session that began before sessions had one. */
  async #name({ sessionhash }: StoredRow): Promise<string> {
    const id = newPublicId();
    const row = { sessionhash: String(sessionhash) };
    if ((await this.#rows.update({ id }, this.#rows.has({ ...row, id: null }))) > 0) return id;
    const [named] = await this.#rows.all(this.#rows.has(row));
    return typeof named?.["id"] === "string" ? named["id"] : id;
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return withApiErrors(this.#settings.table, this.#session, work);
  }
}

/** What users and operators see of a session: no hash. */
export function shownSession({ id, device, createdAt, usedAt, expiresAt }: StoredSession) {
  const times = { createdAt: timeOrNull(createdAt), usedAt: timeAt(usedAt), expiresAt: timeAt(expiresAt) };
  return { id, device, ...times };
}

/** Without characters that cannot be seen. */
function shortened(device: string): string {
  return device.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").slice(0, MAX_DEVICE_LENGTH);
}

function toSession(row: StoredRow): StoredSession {
  const time = (name: string) => Date.parse(String(row[name]));
  return {
    id: typeof row["id"] === "string" ? row["id"] : newPublicId(),
    userId: String(row["userid"]),
    version: typeof row["tokenversion"] === "string" ? row["tokenversion"] : null,
    device: typeof row["device"] === "string" ? row["device"] : null,
    createdAt: typeof row["createdat"] === "string" ? time("createdat") : null,
    usedAt: time("changedat"),
    expiresAt: time("expiresat"),
    endsAt: time("endsat"),
    nameHash: String(row["sessionhash"]),
    currentHash: String(row["currenthash"]),
    previousHash: typeof row["previoushash"] === "string" ? row["previoushash"] : null,
  };
}
