import type { Model, UserId } from "../../model/model.js";
import { verifiedFieldOf } from "../../model/fields.js";
import { afterStep } from "../plan-write.js";
import type { PlannedWrite } from "../write.js";
import type { Step } from "./step.js";

/** A committed change of a user that the user should hear of. */
export interface AccountChange {
  readonly kind: "verify-email" | "email-changed" | "password-changed";
  readonly userId: Exclude<UserId, null>;
  /** The address to write to. */
  readonly to: string;
}

type Listener = (change: AccountChange) => void;

/** Those who send the messages of each server. */
const listeners = new WeakMap<Model, Listener>();

/** @param listener Called after the commit. It must neither throw nor take time. */
export function onAccountChange(model: Model, listener: Listener): void {
  listeners.set(model, listener);
}

/** An address that the write changes is not verified, unless a link that was sent to it caused the write. */
export const unverify: Step = {
  isNeeded: (write) => verifiedFieldOf(write.entity) !== undefined && given(write, "email") !== undefined,
  run: (write) => {
    const { entity, set, options } = write;
    const field = verifiedFieldOf(entity);
    if (field === undefined || options.verifiedFor !== undefined || !hasNewEmail(write)) return;
    const { fields, values } = set;
    const changed = { ...set, fields: [...fields, field], values: [...values, false] };
    return afterStep(write, { set: changed });
  },
};

/** Reports after the commit what the user should hear of. */
export const noteAccount: Step = {
  isNeeded: (write) =>
    verifiedFieldOf(write.entity) !== undefined &&
    ["email", "password"].some((name) => given(write, name) !== undefined),
  run: (write, { session }) => {
    const changes = changesOf(write);
    if (changes.length > 0)
      session.onCommit(() => {
        for (const change of changes) listeners.get(session.model)?.(change);
        return Promise.resolve();
      });
  },
};

function changesOf(write: PlannedWrite): readonly AccountChange[] {
  const { kind, key, previous, options } = write;
  const [userId] = key as readonly Exclude<UserId, null>[];
  if (userId === undefined) return [];
  const isByLink = options.verifiedFor !== undefined;
  const isNew = hasNewEmail(write);
  const email = given(write, "email");
  const former = previous?.["email"];
  // Nobody may make the server write again and again to an address that the user never proved to have.
  const isKnown = typeof former === "string" && (isByLink || previous?.["emailverified"] === true);
  return [
    ...(isNew && !isByLink && typeof email === "string"
      ? [{ kind: "verify-email", userId, to: email } as const]
      : []),
    ...(isNew && isKnown ? [{ kind: "email-changed", userId, to: former } as const] : []),
    ...(kind === "update" && isKnown && given(write, "password") !== undefined
      ? [{ kind: "password-changed", userId, to: former } as const]
      : []),
  ];
}

function hasNewEmail(write: PlannedWrite): boolean {
  const email = given(write, "email");
  return email !== undefined && email !== (write.previous?.["email"] ?? null);
}

/** The value that the write sets. `undefined` for none. */
function given({ set: { fields, values } }: PlannedWrite, name: string) {
  return values[fields.findIndex((field) => field.name === name)];
}
