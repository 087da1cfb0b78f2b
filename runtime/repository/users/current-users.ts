import type { CurrentUser, CurrentUsers } from "../../access/current-user.js";
import { isKey } from "../../condition/key-condition.js";
import type { DatabaseSession, OpenTransaction } from "../../database/database-session.js";
import type { Entity, Model, UserId } from "../../model/model.js";
import type { FindUsers } from "./user-rows.js";

const MAX_USERS = 10_000;

/** The user look-ups of each server. Writes use them to invalidate cached users. */
const lookUps = new WeakMap<Model, UserLookUps>();

/** A running look-up, and the next one: a request after a write needs a look-up that began after that write. */
interface Look {
  readonly user: Promise<CurrentUser | undefined>;
  next: Promise<CurrentUser | undefined> | undefined;
}

/** Looks up users by key. Concurrent requests share one look-up, and its result is cached for the interval. */
class UserLookUps implements CurrentUsers {
  readonly #find: (id: UserId) => Promise<CurrentUser | undefined>;
  readonly #interval: number;
  readonly #seen = new Map<string, { readonly user: CurrentUser; readonly until: number }>();
  readonly #looks = new Map<string, Look>();

  constructor(find: (id: UserId) => Promise<CurrentUser | undefined>, interval: number) {
    this.#find = find;
    this.#interval = interval;
  }

  readonly known = (id: UserId): CurrentUser | undefined => {
    const seen = this.#seen.get(String(id));
    return seen !== undefined && performance.now() < seen.until ? seen.user : undefined;
  };

  readonly find = async (id: UserId, version: string | null): Promise<CurrentUser | undefined> => {
    const running = this.#looks.get(String(id));
    if (running !== undefined) {
      const user = await running.user;
      if (user?.version === version) return user;
    }
    // Another server may have issued the token after this look-up began.
    const now = await this.#look(id);
    return now?.version === version ? now : undefined;
  };

  readonly findNow = (id: UserId): Promise<CurrentUser | undefined> => this.#look(id);

  /** Removes a user from the cache: later requests look the user up again. */
  forget(id: UserId): void {
    this.#seen.delete(String(id));
    this.#looks.delete(String(id));
  }

  /** A look-up that begins after this call. */
  #look(id: UserId): Promise<CurrentUser | undefined> {
    const running = this.#looks.get(String(id));
    if (running === undefined) return this.#begin(id);
    return (running.next ??= running.user.then(
      () => this.#look(id),
      () => this.#look(id),
    ));
  }

  async #begin(id: UserId): Promise<CurrentUser | undefined> {
    const key = String(id);
    const look: Look = { user: this.#find(id), next: undefined };
    this.#looks.set(key, look);
    try {
      const user = await look.user;
      if (user !== undefined && this.#looks.get(key) === look) this.#remember(key, user);
      return user;
    } finally {
      if (this.#looks.get(key) === look) this.#looks.delete(key);
    }
  }

  #remember(key: string, user: CurrentUser): void {
    this.#seen.delete(key);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size >= MAX_USERS && oldest !== undefined) this.#seen.delete(oldest);
    this.#seen.set(key, { user, until: performance.now() + this.#interval });
  }
}

/** @param interval How long a user is cached, in milliseconds. */
export function createCurrentUsers(
  users: Entity,
  find: FindUsers,
  model: Model,
  interval: number,
): CurrentUsers {
  const look = async (id: UserId): Promise<CurrentUser | undefined> => {
    const [user] = await find(isKey(users, [id]));
    return user && { version: user.version, roles: user.roles, claims: user.claims };
  };
  const created = new UserLookUps(look, interval);
  lookUps.set(model, created);
  return created;
}

/** Removes a user from the cache after a write and, in a transaction, again after the commit. */
export function forgetUser(session: DatabaseSession, id: UserId): void {
  const known = lookUps.get(session.model);
  known?.forget(id);
  if (known !== undefined && "onCommit" in session)
    (session as OpenTransaction).onCommit(() => {
      known.forget(id);
      return Promise.resolve();
    });
}
