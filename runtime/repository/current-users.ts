import type { CurrentUser, CurrentUsers } from "../access/current-users.js";
import { isKey } from "../condition/key-condition.js";
import type { DatabaseSession, OpenTransaction } from "../database/database-session.js";
import type { Entity, Model, UserId } from "../model/model.js";
import type { FindUsers } from "./user-rows.js";

const MAX_USERS = 10_000;

/** The look-ups of each server, so that its writes can have users looked up anew. */
const lookUps = new WeakMap<Model, UserLookUps>();

/** A look at a user's record, and one that begins after it, for those who came too late for it. */
interface Look {
  readonly user: Promise<CurrentUser | undefined>;
  next: Promise<CurrentUser | undefined> | undefined;
}

/** Looks users up by their keys: each once for all who ask meanwhile, and again only after a while. */
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
    return seen !== undefined && Date.now() < seen.until ? seen.user : undefined;
  };

  readonly find = async (id: UserId, version: string | null): Promise<CurrentUser | undefined> => {
    const running = this.#looks.get(String(id));
    if (running !== undefined) {
      const user = await running.user;
      if (user?.version === version) return user;
    }
    // It may be of another server that a token is newer than what was seen here.
    const now = await this.#look(id);
    return now?.version === version ? now : undefined;
  };

  /** Has everybody who asks from now on see the user as it is from now on. */
  forget(id: UserId): void {
    this.#seen.delete(String(id));
    this.#looks.delete(String(id));
  }

  /** A look that begins from now on. */
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
    this.#seen.set(key, { user, until: Date.now() + this.#interval });
  }
}

/** @param interval How long what was seen is taken for true, in milliseconds. */
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

/** What is known of a user ends with a write, and where that is part of a transaction, with its commit too. */
export function forgetUser(session: DatabaseSession, id: UserId): void {
  const known = lookUps.get(session.model);
  known?.forget(id);
  if (known !== undefined && "onCommit" in session)
    (session as OpenTransaction).onCommit(() => {
      known.forget(id);
      return Promise.resolve();
    });
}
