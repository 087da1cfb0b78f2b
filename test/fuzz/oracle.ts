import type { ProblemCode } from "../../runtime/errors/codes.js";
import { compareStored, holds } from "../unit/condition/in-memory.js";
import { headersOf, type FuzzCaller } from "./callers.js";
import { printCondition } from "./print-condition.js";
import type {
  BodyPart,
  Command,
  CreateCommand,
  DeleteCommand,
  HostileCommand,
  PlainRequest,
  ReadCommand,
  UpdateCommand,
} from "./requests.js";
import { entriesOf, rightsOf, seenIn, typesOf, type Rights } from "./rights.js";
import { fromBigint } from "./values.js";
import type { Member, Operation, World, WorldEntity } from "./world.js";

/** Stands for a time that the server sets, which cannot be predicted. */
export const SOME_TIME = Symbol("a time");

export type StoredRecord = Readonly<Record<string, unknown>>;

/** The expected answer. */
export type Expected =
  | { readonly kind: "problem"; readonly codes: readonly ProblemCode[]; readonly mayPass?: boolean }
  | { readonly kind: "page"; readonly count: number; readonly items: readonly StoredRecord[] }
  | {
      readonly kind: "created";
      readonly entity: WorldEntity;
      readonly prefersRecord: boolean;
      /** Takes the key that the server generated, and returns the record as the answer must have it. */
      readonly add: (key: readonly unknown[]) => StoredRecord;
    }
  | { readonly kind: "changed"; readonly record: StoredRecord | undefined };

/** A request with its expected answer. The oracle applies the request's changes before it returns this. */
export interface Turn {
  readonly request: PlainRequest;
  readonly expected: Expected;
}

/** Documented differences between databases. */
export interface Traits {
  /** Whether a record that refers to itself can be deleted. */
  readonly deletesOwnTargets: boolean;
}

/** A model of the product in memory, written from the documentation. It shares no code with the product. */
export class Oracle {
  readonly #world: World;
  readonly #traits: Traits;
  readonly #records = new Map<string, StoredRecord[]>();

  constructor(world: World, traits: Traits) {
    this.#world = world;
    this.#traits = traits;
    this.forget();
  }

  /** Deletes all records. */
  forget(): void {
    for (const { name } of this.#world.entities) this.#records.set(name, []);
  }

  /** All records of an entity, as server code reads them. */
  all(entity: WorldEntity): readonly StoredRecord[] {
    return this.#of(entity)
      .toSorted((a, b) => compareKeys(entity, a, b))
      .map((record) => this.#view(entity, record, undefined, undefined));
  }

  turn(command: Command): Turn {
    switch (command.kind) {
      case "read":
        return this.#read(command);
      case "create":
        return this.#create(command);
      case "update":
        return this.#update(command);
      case "delete":
        return this.#delete(command);
      case "hostile":
        return this.#hostile(command);
    }
  }

  #hostile({ method, path, headers, body, isBinary, codes, mayPass, authorized }: HostileCommand): Turn {
    const bytes = body === undefined || !isBinary ? body : Buffer.from(body, "latin1");
    const request = { method, path, headers, body: bytes };
    if (authorized !== undefined) {
      const { entity, operation, caller } = authorized;
      const refused = this.#refusal(this.entity(entity), operation, seenIn(this.#world, caller), false);
      // A caller with the role may still get nothing, if rules name claims that the caller lacks.
      if (refused !== undefined) return { request, expected: problem(refused) };
      if (rightsOf(this.entity(entity), operation, seenIn(this.#world, caller)) === undefined)
        return {
          request,
          expected: { kind: "problem", codes: [...codes, denied(seenIn(this.#world, caller))], mayPass },
        };
    }
    return { request, expected: { kind: "problem", codes, mayPass } };
  }

  #read({ entity: name, caller: sender, headers, isPrivate, by }: ReadCommand): Turn {
    const entity = this.entity(name);
    const caller = seenIn(this.#world, sender);
    const start = `/api/data/${name}/${isPrivate ? "private" : "public"}`;
    const request = (path: string): PlainRequest => ({
      method: "GET",
      path: start + path,
      headers: { ...headersOf(sender), ...headers },
      body: undefined,
    });
    if (by.kind === "id") {
      const key = this.#pick(entity, by.pick);
      const rights = this.#authorize(entity, "read", caller, isPrivate);
      const found = this.#at(entity, key);
      return {
        request: request(`/findbyid/${pathOf(key)}`),
        expected:
          "codes" in rights ? rights : this.#page(entity, rights, caller, found === undefined ? [] : [found]),
      };
    }
    const { orderBy, isDescending, skip, take, where } = by;
    const order = `${isDescending ? "~" : ""}${orderBy}`;
    const path =
      where === undefined
        ? `/findall/${order}/${skip}/${take}`
        : `/findbycondition/${order}/${skip}/${take}/${encodeURIComponent(printCondition(where))}`;
    const rights = this.#authorize(entity, "read", caller, isPrivate);
    if ("codes" in rights) return { request: request(path), expected: rights };
    const isUsable = (member: string) => isReadable(memberNamed(entity, member)) && rights.isUsable(member);
    const mistakes: ProblemCode[] = [
      ...(where !== undefined && !fieldsOf(where).every(isUsable) ? (["invalid-condition"] as const) : []),
      ...(isUsable(orderBy) ? [] : (["invalid-order"] as const)),
    ];
    if (mistakes.length > 0) return { request: request(path), expected: problem(...mistakes) };
    const found = this.#of(entity)
      .filter((record) => where === undefined || holds(where, record, typesOf(entity)))
      .filter((record) => rights.covers(record))
      .toSorted((a, b) => {
        const type = typesOf(entity)(orderBy);
        const order = compareStored(type, a[orderBy], b[orderBy]) || compareKeys(entity, a, b);
        return isDescending ? -order : order;
      });
    return { request: request(path), expected: this.#page(entity, rights, caller, found, skip, take) };
  }

  #page(
    entity: WorldEntity,
    rights: Rights,
    caller: FuzzCaller,
    found: readonly StoredRecord[],
    skip = 0,
    take = Infinity,
  ): Expected {
    const covered = found.filter((record) => rights.covers(record));
    const items = covered
      .slice(skip, skip + take)
      .map((record) => this.#view(entity, record, rights, caller));
    return { kind: "page", count: covered.length, items };
  }

  #create(command: CreateCommand): Turn {
    const { entity: name, caller: sender, body, prefersRecord } = command;
    const entity = this.entity(name);
    const caller = seenIn(this.#world, sender);
    const request = this.#write(command, "POST", `/api/data/${name}`, body);
    const refused = this.#refusal(entity, "create", caller, false);
    if (refused !== undefined) return { request, expected: problem(refused) };
    const rights = rightsOf(entity, "create", caller);
    if (rights === undefined) return { request, expected: problem(denied(caller)) };
    const { values, isWrong } = this.#bodyOf(command, entity, rights, isCreatable);
    const required = entity.members.filter((member) => isCreatable(member) && isNeeded(member));
    if (isWrong || required.some((member) => !values.has(member.name)))
      return { request, expected: problem("invalid-fields") };
    const record: StoredRecord = Object.fromEntries(
      entity.members.map((member) => [
        member.name,
        values.has(member.name) ? values.get(member.name) : initialValue(member, caller),
      ]),
    );
    const set = [...values].filter(([each, value]) => !isDefault(memberNamed(entity, each), value));
    const mistakes: ProblemCode[] = [
      ...this.#conflicts(entity, record, undefined),
      ...(isWritable(
        record,
        set.map(([each]) => each),
        rights,
      )
        ? []
        : [denied(caller)]),
    ];
    if (mistakes.length > 0) return { request, expected: problem(...mistakes) };
    const add = (key: readonly unknown[]): StoredRecord => {
      const whole = {
        ...record,
        ...Object.fromEntries(entity.keys.map((member, index) => [member.name, key[index]])),
      };
      this.#of(entity).push(whole);
      return this.#answered(entity, whole, caller);
    };
    const isAnswered = prefersRecord && entriesOf(entity, "read", caller).length > 0;
    return { request, expected: { kind: "created", entity, prefersRecord: isAnswered, add } };
  }

  #update(command: UpdateCommand): Turn {
    const { entity: name, caller: sender, method, body } = command;
    const entity = this.entity(name);
    const caller = seenIn(this.#world, sender);
    const key = this.#pick(entity, command.pick);
    const request = this.#write(command, method, `/api/data/${name}/${pathOf(key)}`, body);
    const refused = this.#refusal(entity, "update", caller, false);
    if (refused !== undefined) return { request, expected: problem(refused) };
    const rights = rightsOf(entity, "update", caller);
    if (rights === undefined) {
      // If no field is editable, the server may answer that before it checks permissions.
      const hasNone = entity.members.every((member) => !isEditable(member));
      return {
        request,
        expected: problem(denied(caller), ...(hasNone ? (["nothing-to-update"] as const) : [])),
      };
    }
    const { values, isWrong } = this.#bodyOf(command, entity, rights, isEditable);
    if (isWrong) return { request, expected: problem("invalid-fields") };
    if (values.size === 0) return { request, expected: problem("nothing-to-update") };
    const stored = this.#at(entity, key);
    const unreached = this.#unreached(entity, stored, [...values.keys()], rights, caller);
    if (stored === undefined || unreached !== undefined)
      return { request, expected: problem(unreached ?? "unknown-record") };
    const changed: StoredRecord = { ...stored, ...Object.fromEntries(values) };
    const mistakes: ProblemCode[] = [
      ...this.#conflicts(entity, changed, stored),
      ...(isWritable(changed, [...values.keys()], rights) ? [] : [denied(caller)]),
    ];
    if (mistakes.length > 0) return { request, expected: problem(...mistakes) };
    this.#records.set(
      entity.name,
      this.#of(entity).map((record) => (record === stored ? changed : record)),
    );
    return { request, expected: this.#changed(entity, changed, command, caller) };
  }

  #delete(command: DeleteCommand): Turn {
    const { entity: name, caller: sender } = command;
    const entity = this.entity(name);
    const caller = seenIn(this.#world, sender);
    const key = this.#pick(entity, command.pick);
    const request = this.#write(command, "DELETE", `/api/data/${name}/${pathOf(key)}`, undefined);
    const refused = this.#refusal(entity, "delete", caller, false);
    if (refused !== undefined) return { request, expected: problem(refused) };
    const rights = rightsOf(entity, "delete", caller);
    if (rights === undefined) return { request, expected: problem(denied(caller)) };
    const stored = this.#at(entity, key);
    const unreached = this.#unreached(entity, stored, [], rights, caller);
    if (stored === undefined || unreached !== undefined)
      return { request, expected: problem(unreached ?? "unknown-record") };
    if (this.#isReferredTo(entity, stored)) return { request, expected: problem("foreign-key-conflict") };
    const expected = this.#changed(entity, stored, command, caller);
    this.#records.set(
      entity.name,
      this.#of(entity).filter((record) => record !== stored),
    );
    return { request, expected };
  }

  #changed(
    entity: WorldEntity,
    record: StoredRecord,
    { prefersRecord }: UpdateCommand | DeleteCommand,
    caller: FuzzCaller,
  ): Expected {
    const isAnswered = prefersRecord && entriesOf(entity, "read", caller).length > 0;
    return { kind: "changed", record: isAnswered ? this.#answered(entity, record, caller) : undefined };
  }

  /** The part of a written record that its writer may read. */
  #answered(entity: WorldEntity, record: StoredRecord, caller: FuzzCaller): StoredRecord {
    const rights = rightsOf(entity, "read", caller);
    const view = rights?.covers(record) === true ? this.#view(entity, record, rights, caller) : {};
    if (entity.keys.every(({ name }) => Object.hasOwn(view, name))) return view;
    return { ...Object.fromEntries(entity.keys.map(({ name }) => [name, record[name]])), ...view };
  }

  /** Why a record cannot be written: the caller cannot see it, or may not write it. */
  #unreached(
    entity: WorldEntity,
    stored: StoredRecord | undefined,
    names: readonly string[],
    rights: Rights,
    caller: FuzzCaller,
  ): ProblemCode | undefined {
    const reading = rightsOf(entity, "read", caller);
    if (stored === undefined || reading?.covers(stored) === false) return "unknown-record";
    if (isWritable(stored, names, rights)) return undefined;
    return reading === undefined ? "unknown-record" : denied(caller);
  }

  #conflicts(
    entity: WorldEntity,
    record: StoredRecord,
    before: StoredRecord | undefined,
  ): readonly ProblemCode[] {
    const others = this.#of(entity).filter((other) => other !== before);
    const equals = (name: string) => (other: StoredRecord) => other[name] === record[name];
    const isTaken = entity.members.some(
      ({ name, config }) => config?.isUnique === true && record[name] !== null && others.some(equals(name)),
    );
    const isMade = entity.keys.some(({ made }) => made === "key");
    const isThere =
      before === undefined &&
      !isMade &&
      others.some((other) => entity.keys.every(({ name }) => equals(name)(other)));
    const leadsNowhere = entity.members.some(({ name, target }) => {
      const value = record[name];
      if (target === undefined || value === null || value === before?.[name]) return false;
      const found = this.entity(target.entity);
      const isItself = found === entity && !isMade && record[entity.keys[0]?.name ?? ""] === value;
      return !isItself && this.#at(found, [value]) === undefined;
    });
    return [
      ...(isTaken || isThere ? (["unique-conflict"] as const) : []),
      ...(leadsNowhere ? (["foreign-key-conflict"] as const) : []),
    ];
  }

  #isReferredTo(entity: WorldEntity, record: StoredRecord): boolean {
    const [key] = entity.keys;
    return this.#world.entities.some((source) =>
      source.members.some(
        ({ name, target }) =>
          target?.entity === entity.name &&
          this.#of(source).some(
            (other) =>
              (other !== record || !this.#traits.deletesOwnTargets) &&
              other[name] === record[key?.name ?? ""],
          ),
      ),
    );
  }

  /** The record as a caller sees it, with the records that it refers to. Server code has no `rights`. */
  #view(
    entity: WorldEntity,
    record: StoredRecord,
    rights: Rights | undefined,
    caller: FuzzCaller | undefined,
  ): StoredRecord {
    const view: Record<string, unknown> = {};
    for (const member of entity.members) {
      if (!isReadable(member) || rights?.gives(record, member.name) === false) continue;
      view[member.name] = record[member.name];
      if (member.target !== undefined) {
        const target = this.entity(member.target.entity);
        const reading = caller === undefined ? undefined : rightsOf(target, "read", caller);
        if (caller !== undefined && reading === undefined) continue;
        const found = this.#at(target, [record[member.name]]);
        const isSeen = found !== undefined && (reading?.covers(found) ?? true);
        view[member.target.member] = isSeen ? ownFields(target, found, reading) : null;
      }
    }
    return view;
  }

  /** The values that the body sets, and whether the body has a mistake. */
  #bodyOf(
    { body, isStrict }: CreateCommand | UpdateCommand,
    entity: WorldEntity,
    rights: Rights,
    takes: (member: Member) => boolean,
  ): { readonly values: ReadonlyMap<string, unknown>; readonly isWrong: boolean } {
    // JSON takes the last of two members with the same name.
    const parts = [...new Map(body.map((part) => [part.name, part])).values()];
    const values = new Map<string, unknown>();
    let isWrong = false;
    for (const { name, given } of parts) {
      const member = entity.members.find((each) => each.name.toLowerCase() === name.toLowerCase());
      if (member === undefined || !takes(member) || !rights.names(member.name)) {
        isWrong ||= isStrict || this.#world.isStrict;
        continue;
      }
      isWrong ||= values.has(member.name) || given.kind === "wrong";
      const isNull = given.kind === "valid" && given.value === null;
      isWrong ||= isNull && !member.isNullable;
      values.set(
        member.name,
        given.kind === "reference" ? this.#reference(given) : given.kind === "valid" ? given.value : null,
      );
    }
    return { values, isWrong };
  }

  #write(
    { caller, headers, prefersRecord, isStrict }: CreateCommand | UpdateCommand | DeleteCommand,
    method: string,
    path: string,
    body: readonly BodyPart[] | undefined,
  ): PlainRequest {
    const prefer = [
      ...(prefersRecord ? ["return=representation"] : []),
      ...(isStrict ? ["handling=strict"] : []),
    ];
    const members = body?.map(({ name, given }) => {
      const raw = given.kind === "reference" ? JSON.stringify(this.#reference(given)) : given.raw;
      return `${JSON.stringify(name)}:${raw}`;
    });
    return {
      method,
      path,
      headers: {
        ...(members !== undefined && { "Content-Type": "application/json" }),
        ...(prefer.length > 0 && { Prefer: prefer.join(", ") }),
        ...headersOf(caller),
        ...headers,
      },
      body: members === undefined ? undefined : `{${members.join(",")}}`,
    };
  }

  #reference({ target, pick }: Extract<BodyPart["given"], { kind: "reference" }>): unknown {
    return this.#pick(this.entity(target), pick)[0];
  }

  /** The key of an existing record, or sometimes of a missing one. */
  #pick(entity: WorldEntity, pick: number): readonly unknown[] {
    const records = this.#of(entity);
    const record = pick % 8 === 7 ? undefined : records[pick % records.length];
    return entity.keys.map(({ name, type }) => (record === undefined ? missingKey(type) : record[name]));
  }

  #at({ name, keys }: WorldEntity, key: readonly unknown[]): StoredRecord | undefined {
    return this.#records
      .get(name)
      ?.find((record) => keys.every((member, index) => record[member.name] === key[index]));
  }

  #authorize(
    entity: WorldEntity,
    operation: Operation,
    caller: FuzzCaller,
    isPrivate: boolean,
  ): Rights | Extract<Expected, { kind: "problem" }> {
    const refused = this.#refusal(entity, operation, caller, isPrivate);
    if (refused !== undefined) return problem(refused);
    return rightsOf(entity, operation, caller, isPrivate) ?? problem(denied(caller));
  }

  #refusal(
    entity: WorldEntity,
    operation: Operation,
    caller: FuzzCaller,
    isPrivate: boolean,
  ): ProblemCode | undefined {
    if (entriesOf(entity, operation, caller).length === 0) return denied(caller);
    if (!isPrivate) return undefined;
    if (caller.userId === null) return denied(caller);
    return entity.hasOwner ? undefined : "unknown-path";
  }

  entity(name: string): WorldEntity {
    const found = this.#world.entities.find((entity) => entity.name.toLowerCase() === name.toLowerCase());
    if (found === undefined) throw new Error(`There is no entity "${name}".`);
    return found;
  }

  #of({ name }: WorldEntity): StoredRecord[] {
    return this.#records.get(name) ?? [];
  }
}

function problem(...codes: readonly ProblemCode[]): Extract<Expected, { kind: "problem" }> {
  return { kind: "problem", codes };
}

function denied({ userId, hasNoLogIn }: FuzzCaller): ProblemCode {
  return userId === null && hasNoLogIn === undefined ? "authentication-required" : "forbidden";
}

function isReadable({ type }: Member): boolean {
  return type !== "secret";
}

function isCreatable({ made, config }: Member): boolean {
  return made === undefined && config?.isIgnoredOnCreate !== true;
}

function isEditable({ config }: Member): boolean {
  return config?.isEditable === true;
}

function isNeeded({ config }: Member): boolean {
  return config?.isRequired === true && config.default === undefined;
}

function isDefault({ config }: Member, value: unknown): boolean {
  return config?.default !== undefined && JSON.stringify(config.default) === JSON.stringify(value);
}

function initialValue({ made, config }: Member, { userId }: FuzzCaller): unknown {
  if (made === "owner") return userId;
  return made === "time" ? SOME_TIME : (config?.default ?? null);
}

function isWritable(record: StoredRecord, names: readonly string[], rights: Rights): boolean {
  return rights.covers(record) && names.every((name) => rights.gives(record, name));
}

function ownFields(entity: WorldEntity, record: StoredRecord, rights: Rights | undefined): StoredRecord {
  const given = entity.members.filter(
    (member) => isReadable(member) && rights?.gives(record, member.name) !== false,
  );
  return Object.fromEntries(given.map(({ name }) => [name, record[name]]));
}

function memberNamed({ members }: WorldEntity, name: string): Member {
  const found = members.find((member) => member.name === name);
  if (found === undefined) throw new Error(`There is no member "${name}".`);
  return found;
}

function fieldsOf(
  condition: NonNullable<Extract<ReadCommand["by"], { kind: "page" }>["where"]>,
): readonly string[] {
  return condition.kind === "comparison" ? [condition.field] : condition.conditions.flatMap(fieldsOf);
}

function compareKeys({ keys }: WorldEntity, a: StoredRecord, b: StoredRecord): number {
  return (
    keys.map(({ name, type }) => compareStored(type, a[name], b[name])).find((order) => order !== 0) ?? 0
  );
}

function pathOf(key: readonly unknown[]): string {
  return key.map((value) => encodeURIComponent(String(value))).join("/");
}

/** A key that no record has. */
function missingKey(type: Member["type"]): unknown {
  switch (type) {
    case "int":
      return 2_147_400_000;
    case "bigint":
      return fromBigint(9_223_372_036_854_000_000n);
    case "decimal":
      return "77777777.5";
    case "boolean":
      return true;
    case "date":
      return "1888-08-08";
    case "datetime":
      return "1888-08-08T08:08:08.888Z";
    case "uuid":
      return "88888888-8888-4888-8888-888888888888";
    default:
      return "~ none ~";
  }
}
