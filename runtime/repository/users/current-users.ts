import type { CurrentUser, CurrentUsers } from "../../access/current-user.js";
import type { DatabaseSession, OpenTransaction } from "../../database/database-session.js";
import type { Model, UserId } from "../../model/model.js";
import { LookUps } from "./look-ups.js";
import type { FindUsers } from "./user-rows.js";

/** The user look-ups of each server. Writes use them to invalidate cached users. */
const lookUps = new WeakMap<Model, LookUps<UserId, CurrentUser>>();

/** @param interval How long a user is cached, in milliseconds. */
export function createCurrentUsers(
  find: Pick<FindUsers, "byId">,
  model: Model,
  interval: number,
): CurrentUsers {
  const look = async (id: UserId): Promise<CurrentUser | undefined> => {
    const user = await find.byId(id);
    return user && { version: user.version, roles: user.roles, claims: user.claims };
  };
  const created = new LookUps(look, interval);
  lookUps.set(model, created);
  return {
    known: (id) => created.known(id),
    find: (id, version) => created.find(id, (user) => user.version === version),
    findNow: (id) => created.findNow(id),
  };
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
