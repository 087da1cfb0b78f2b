import { signal } from "@preact/signals";
import type { ShownEntity, ShownField, ShownLink } from "../shown-model.js";
import { ask, messageOf, Refusal, type Issue } from "./api.js";
import { notice } from "./state.js";
import {
  fieldNamed,
  idOf,
  isJson,
  isReadable,
  textOf,
  toJson,
  toObject,
  type Row,
  type Text,
} from "./values.js";

/** Changes of a record that are not saved yet. They outlive the screen that they were made on. */
export interface Draft {
  readonly entity: ShownEntity;
  /** The path of the record. `undefined` for a new one. */
  readonly id: string | undefined;
  /** The record as it was read, and its version. */
  readonly base: Row;
  readonly tag: string | undefined;
  readonly changes: Readonly<Record<string, Text>>;
  readonly issues: Readonly<Record<string, string>>;
  /** What is wrong with the record as a whole. */
  readonly problem: string | undefined;
  /** The record as another user has changed it meanwhile. */
  readonly theirs: { readonly record: Row; readonly tag: string | undefined } | undefined;
  /** Another user has deleted the record. */
  readonly isGone: boolean;
  /** Repeats of a create have the same key, so that it is done once. */
  readonly repeatKey: string;
}

export type DraftKey = string;

export const drafts = signal<ReadonlyMap<DraftKey, Draft>>(new Map());

/** The records that were saved or deleted last, so that lists show them as they are now. */
export const saved = signal<
  | {
      readonly entity: string;
      readonly id: string;
      /** `undefined` if it is deleted. */
      readonly record: Row | undefined;
      readonly tag?: string | undefined;
    }
  | undefined
>(undefined);

export function draftKey(entity: string, id: string | undefined): DraftKey {
  return `${entity}/${id ?? ""}`;
}

addEventListener("beforeunload", (event) => {
  if ([...drafts.value.values()].some(hasChanges)) event.preventDefault();
});

export function hasChanges({ changes }: Draft): boolean {
  return Object.keys(changes).length > 0;
}

export function setDraft(key: DraftKey, draft: Draft | undefined): void {
  const all = new Map(drafts.value);
  if (draft === undefined) all.delete(key);
  else all.set(key, draft);
  drafts.value = all;
}

function update(key: DraftKey, changes: Partial<Draft>): void {
  const draft = drafts.value.get(key);
  if (draft !== undefined) setDraft(key, { ...draft, ...changes });
}

/** The draft of a record that is there already, or a new one. */
export function openDraft(entity: ShownEntity, id: string | undefined, base: Row = {}, tag?: string): Draft {
  const known = drafts.value.get(draftKey(entity.name, id));
  if (known !== undefined) return known;
  return {
    entity,
    id,
    base,
    tag,
    changes: {},
    issues: {},
    problem: undefined,
    theirs: undefined,
    isGone: false,
    repeatKey: randomKey(),
  };
}

/** Changes a member, or takes a change back if the text is what the record has. */
export function edit(draft: Draft, member: Pick<ShownField, "name" | "type">, text: Text): void {
  const key = draftKey(draft.entity.name, draft.id);
  const current = drafts.value.get(key) ?? draft;
  const { [member.name]: _former, ...others } = current.changes;
  const { [member.name]: _issue, ...issues } = current.issues;
  const isSame = draft.id !== undefined && textOf(member, current.base[member.name]) === text;
  const changes = isSame ? others : { ...others, [member.name]: text };
  const isUnchanged = Object.keys(changes).length === 0;
  notice.value = "";
  setDraft(key, isUnchanged && draft.id !== undefined ? undefined : { ...current, changes, issues });
}

/** The text of a member, with the change. */
export function textIn(draft: Draft, member: Pick<ShownField, "name" | "type">): Text {
  const { [member.name]: changed } = draft.changes;
  return changed === undefined ? textOf(member, draft.base[member.name]) : changed;
}

/** Many-to-many lists are edited as JSON lists of ids. */
export function asField({ name }: Pick<ShownLink, "name">): Pick<ShownField, "name" | "type"> {
  return { name, type: "list" };
}

function memberOf(entity: ShownEntity, name: string): Pick<ShownField, "name" | "type"> {
  const link = entity.links.find((each) => each.name === name);
  return link === undefined ? (fieldNamed(entity, name) ?? { name, type: "string" }) : asField(link);
}

/** The body of the request that saves the draft. */
export function bodyOf({ entity, changes }: Draft): string {
  const members = Object.entries(changes).map(
    ([name, text]) => [name, toJson(memberOf(entity, name), text)] as const,
  );
  return toObject(members);
}

const running = new Map<DraftKey, Promise<string | undefined>>();

/**
 * Saves a draft. While it is being saved, another call waits for the same answer: a second request with the former
 * version would look like a conflict.
 * @returns The path of the record, or `undefined` if it is not saved; the draft then says why.
 */
export function save(draft: Draft): Promise<string | undefined> {
  const key = draftKey(draft.entity.name, draft.id);
  const known = running.get(key);
  if (known !== undefined) return known;
  const saving = send(draft).finally(() => running.delete(key));
  running.set(key, saving);
  return saving;
}

async function send(draft: Draft): Promise<string | undefined> {
  const { entity, id, tag, repeatKey } = draft;
  const key = draftKey(entity.name, id);
  const issues = brokenJson(draft);
  if (Object.keys(issues).length > 0) {
    setDraft(key, { ...draft, issues });
    return undefined;
  }
  const headers = { "Content-Type": "application/json", Prefer: "return=representation" };
  try {
    const answer =
      id === undefined
        ? await ask(`api/data/${entity.name}`, {
            method: "POST",
            headers: { ...headers, "Idempotency-Key": repeatKey },
            body: bodyOf(draft),
          })
        : await ask(`api/data/${entity.name}/${id}`, {
            method: "PATCH",
            headers: { ...headers, "If-Match": tag ?? "*" },
            body: bodyOf(draft),
          });
    const record = recordIn(answer.body);
    const savedId = id ?? (record === undefined ? createdId(answer.body) : idOf(entity, record));
    if (savedId !== undefined)
      saved.value = { entity: entity.name, id: savedId, record: record ?? {}, tag: answer.tag };
    dropSaved(draft, savedId, record, answer.tag);
    notice.value = "Saved.";
    return savedId ?? "";
  } catch (error) {
    await refused(key, draft, error);
    return undefined;
  }
}

/** What was typed while the answer was on its way stays a change. */
function dropSaved(
  { entity, id, changes: sent }: Draft,
  savedId: string | undefined,
  record: Row | undefined,
  tag: string | undefined,
): void {
  const key = draftKey(entity.name, id);
  const now = drafts.value.get(key);
  if (now === undefined) return;
  const changes = Object.fromEntries(
    Object.entries(now.changes).filter(([name, text]) => sent[name] !== text),
  );
  setDraft(key, undefined);
  if (Object.keys(changes).length > 0 && savedId !== undefined)
    setDraft(draftKey(entity.name, savedId), {
      ...openDraft(entity, savedId, { ...now.base, ...record }, tag),
      changes,
    });
}

function brokenJson({ entity, changes }: Draft): Record<string, string> {
  const issues: Record<string, string> = {};
  for (const [name, text] of Object.entries(changes)) {
    const member = memberOf(entity, name);
    if (!isJson(member)) continue;
    try {
      toJson(member, text);
    } catch (error) {
      issues[name] = messageOf(error);
    }
  }
  return issues;
}

function recordIn(body: unknown): Row | undefined {
  return typeof body === "object" && body !== null && !("count" in body && Object.keys(body).length === 1)
    ? (body as Row)
    : undefined;
}

/** A caller who may not read gets the id alone. */
function createdId(body: unknown): string | undefined {
  return typeof body === "number" || typeof body === "string" ? encodeURIComponent(body) : undefined;
}

async function refused(key: DraftKey, draft: Draft, error: unknown): Promise<void> {
  const refusal = error instanceof Refusal ? error : new Refusal(0, "failed", messageOf(error));
  if (refusal.status === 412 && draft.id !== undefined) {
    await readTheirs(key, draft);
    return;
  }
  const isGone = refusal.code === "unknown-record" && draft.id !== undefined;
  const isRepeat = refusal.code === "idempotency-key-reused";
  const { issues, rest } = byMember(draft, refusal.issues);
  update(key, {
    issues,
    isGone,
    ...(isRepeat && { repeatKey: randomKey() }),
    problem: isRepeat
      ? "A former try was stored, although its answer was lost: look for it in the list. If you save again, this is another record."
      : isGone
        ? "Another user has deleted this record, or you may no longer see it. What you typed is still here."
        : Object.keys(issues).length === 0 || rest.length > 0
          ? [refusal.message, ...rest].join(" ")
          : undefined,
  });
  notice.value = "Not saved.";
  if (!drafts.value.has(key)) setDraft(key, { ...draft, issues, isGone, problem: refusal.message });
}

/** `randomUUID` is only there in secure contexts, and a server in a local network may have no certificate. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

function byMember(
  { entity }: Draft,
  found: readonly Issue[],
): { readonly issues: Record<string, string>; readonly rest: readonly string[] } {
  const issues: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of found) {
    const [name = ""] = path.split(".");
    const isShown = fieldNamed(entity, name) !== undefined || entity.links.some((link) => link.name === name);
    if (isShown || name === "confirmPassword")
      issues[name] = issues[name] === undefined ? message : `${issues[name]} ${message}`;
    else rest.push(message);
  }
  return { issues, rest };
}

async function readTheirs(key: DraftKey, draft: Draft): Promise<void> {
  try {
    const { record, tag } = await readRecord(draft.entity, draft.id ?? "");
    update(key, { theirs: { record, tag }, problem: undefined });
    notice.value = "Another user has changed this record.";
  } catch (error) {
    await refused(key, draft, error);
  }
}

/** All fields, and the ids of many-to-many lists, which no answer has unless they are selected. */
export function ownMembers({ links }: ShownEntity): string {
  return ["*", ...links.filter(isReadable).map(({ name }) => name)].join(",");
}

/**
 * A record with its version. The version is read first, so that it is never newer than the record.
 * @throws {Refusal}
 */
export async function readRecord(
  entity: ShownEntity,
  id: string,
  select = ownMembers(entity),
): Promise<{ readonly record: Row; readonly tag: string | undefined }> {
  const path = `api/data/${entity.name}/${id}`;
  const { body, tag } = await ask(path);
  if (select === "*") return { record: body as Row, tag };
  const { body: more } = await ask(`${path}?select=${encodeURIComponent(select)}`);
  return { record: { ...(body as Row), ...(more as Row) }, tag };
}

/** Ends a conflict: the version of now counts as read, and these members get their values. */
export function settle(draft: Draft, takeTheirs: readonly string[]): void {
  const { entity, id, theirs, changes } = draft;
  if (theirs === undefined) return;
  const settled: Draft = {
    ...draft,
    base: { ...draft.base, ...theirs.record },
    tag: theirs.tag,
    changes: Object.fromEntries(Object.entries(changes).filter(([name]) => !takeTheirs.includes(name))),
    theirs: undefined,
    issues: {},
    problem: undefined,
  };
  if (id !== undefined) saved.value = { entity: entity.name, id, ...theirs };
  setDraft(draftKey(entity.name, id), hasChanges(settled) ? settled : undefined);
}

/** Makes a new record of what was typed into one that is gone. */
export function recreate({ entity, id, base, changes }: Draft): void {
  setDraft(draftKey(entity.name, id), undefined);
  const former = entity.fields
    .filter(({ isCreatable, name }) => isCreatable && base[name] !== undefined)
    .map((field) => [field.name, textOf(field, base[field.name])] as const);
  setDraft(draftKey(entity.name, undefined), {
    ...openDraft(entity, undefined),
    changes: { ...Object.fromEntries(former), ...changes },
  });
}

/** Saves all drafts that have not been discarded by their turn. @returns How many could not be saved. */
export async function saveAll(): Promise<number> {
  let failed = 0;
  for (const key of drafts.value.keys()) {
    const draft = drafts.value.get(key);
    if (draft === undefined || !hasChanges(draft)) continue;
    const isAsked = draft.theirs !== undefined || draft.isGone;
    if (isAsked || (await save(draft)) === undefined) failed += 1;
  }
  return failed;
}

/** Deletes a record in the version that was read. @returns Why it could not be deleted. */
export async function remove(
  entity: ShownEntity,
  id: string,
  tag: string | undefined,
): Promise<string | undefined> {
  try {
    await ask(`api/data/${entity.name}/${id}`, { method: "DELETE", headers: { "If-Match": tag ?? "*" } });
  } catch (error) {
    const refusal = error instanceof Refusal ? error : undefined;
    if (refusal?.code !== "unknown-record")
      return refusal?.status === 412
        ? "Another user has changed this record since you opened it. Look at it again before you delete it."
        : messageOf(error);
  }
  setDraft(draftKey(entity.name, id), undefined);
  saved.value = { entity: entity.name, id, record: undefined };
  notice.value = "Deleted.";
  return undefined;
}
