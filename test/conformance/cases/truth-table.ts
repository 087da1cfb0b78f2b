import { beforeAll, describe, expect, it } from "vitest";
import type { Kysely } from "kysely";
import { addUser, setRoles, inFlight, ownUsers, type Headers, bearer } from "../callers.js";
import { field } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";

/** All combinations of permissions to read and to write: each is an entity. */
const readers = [[], ["guest"], ["member"], ["owner"], ["editor"]] as const;
const writers = [[], ["guest"], ["member"], ["owner"], ["admin"], ["owner", "editor"]] as const;

interface TableEntity {
  readonly name: string;
  readonly read: readonly string[];
  readonly write: readonly string[];
}

const tableEntities: readonly TableEntity[] = readers.flatMap((read) =>
  writers.map((write) => ({
    name: `r_${read.join("_") || "none"}_w_${write.join("_") || "none"}`,
    read,
    write,
  })),
);

/** All callers. `claims`: the roles in the token. `roles`: the effective roles. */
const askers = [
  { name: "guest", claims: undefined, roles: ["guest"] },
  { name: "a", claims: [], roles: ["guest", "member"] },
  { name: "b", claims: [], roles: ["guest", "member"] },
  { name: "editor", claims: ["editor"], roles: ["guest", "member", "editor"] },
  { name: "admin", claims: ["admin"], roles: ["guest", "member", "admin"] },
  { name: "pretender", claims: ["owner", "guest", "Editor", "ADMIN"], roles: ["guest", "member"] },
] as const;
type AskerName = (typeof askers)[number]["name"];
const nameOf = askers.map(({ name }) => name);

interface Asker {
  readonly name: AskerName;
  readonly roles: readonly string[];
  /** null for the anonymous caller. */
  readonly id: number | null;
  readonly headers: Headers;
}

/** The owners of records: none, and the two members. */
const owners = ["nobody", "a", "b"] as const;

interface TableRecord {
  readonly id: number;
  readonly title: string;
  readonly ownerid: number | null;
}

// The rules of the contract, implemented again, independently of the product.

const isKnown = (who: Asker) => who.id !== null;
const isOwn = (who: Asker, ownerid: number | null) => who.id !== null && who.id === ownerid;
/** Whether the caller has one of the roles, at least for some records. */
const isLetIn = (who: Asker, roles: readonly string[]) =>
  roles.some((role) => (role === "owner" ? isKnown(who) : who.roles.includes(role)));
/** Whether the caller has one of the roles for a record with this owner. */
const covers = (who: Asker, roles: readonly string[], ownerid: number | null) =>
  roles.some((role) => (role === "owner" ? isOwn(who, ownerid) : who.roles.includes(role)));
const refusal = (who: Asker) => (isKnown(who) ? 403 : 401);

/** The readable records, or the status of the rejection. */
function expectedRead(
  who: Asker,
  read: readonly string[],
  access: "public" | "private",
  records: readonly TableRecord[],
): number | readonly TableRecord[] {
  if (!isLetIn(who, read)) return refusal(who);
  if (access === "private" && !isKnown(who)) return 401;
  return records.filter(
    ({ ownerid }) => covers(who, read, ownerid) && (access === "public" || isOwn(who, ownerid)),
  );
}

/** The status of an update or a delete of a record with this owner. */
function expectedWrite(who: Asker, { read, write }: TableEntity, ownerid: number | null): number {
  if (!isLetIn(who, write)) return refusal(who);
  const mayWrite = covers(who, write, ownerid);
  // A caller who may read nothing sees the records that it may write.
  const maySee = isLetIn(who, read) ? covers(who, read, ownerid) : mayWrite;
  if (!maySee) return 404;
  return mayWrite ? 200 : refusal(who);
}

const codes: Readonly<Record<number, string>> = {
  401: "authentication-required",
  403: "forbidden",
  404: "unknown-record",
};

/** The mistake in an answer, or undefined if there is none. */
function complaint(reply: Reply, status: number): string | undefined {
  const { headers } = reply;
  if (reply.status !== status) return `${reply.status} instead of ${status}: ${reply.text}`;
  if (status >= 400) {
    const { code } = reply.json as { readonly code: string };
    if (code !== codes[status]) return `code ${code}`;
    const challenge = headers["www-authenticate"];
    if ((status === 401) !== (challenge?.startsWith("Bearer") ?? false))
      return `challenge ${String(challenge)}`;
  }
  if (!/no-store|private/.test(headers["cache-control"] ?? "")) return "an answer that may be cached";
  return /authorization/i.test(headers["vary"] ?? "") ? undefined : "an answer without Vary";
}

export function truthTableCases({ serve }: Harness): void {
  const server = serve({
    auth: ownUsers,
    entities: Object.fromEntries(
      tableEntities.map(({ name, read, write }) => [
        name,
        {
          fields: { title: field("string") },
          permissions: { read, create: write, update: write, delete: write },
          systemFields: { createdat: false, updatedat: false },
        },
      ]),
    ),
  });
  const known = new Map<AskerName, Asker>();
  const recordsOf = new Map<string, readonly TableRecord[]>();
  const entitiesWith = <T>(more: (entity: TableEntity) => readonly T[]): (readonly [TableEntity, T])[] =>
    tableEntities.flatMap((entity) => more(entity).map((each) => [entity, each] as const));

  const asker = (name: AskerName): Asker => {
    const found = known.get(name);
    if (found === undefined) throw new Error(`Nobody is called ${name}.`);
    return found;
  };
  const stored = async (entity: string): Promise<readonly TableRecord[]> => {
    const { items } = await server.api.repository(entity).find({ take: 1000 });
    return items as unknown as readonly TableRecord[];
  };
  const ownerId = (owner: (typeof owners)[number]) => (owner === "nobody" ? null : asker(owner).id);

  /** Adds records without permission checks: for each title, one record of every owner. */
  const addRecords = async (entity: string, titles: readonly string[]): Promise<void> => {
    const { db } = server.api.repository(entity) as unknown as {
      db: Kysely<Record<string, { title: string; ownerid: number | null }>>;
    };
    const rows = titles.flatMap((title) =>
      owners.map((owner) => ({ title: `${title} ${owner}`, ownerid: ownerId(owner) })),
    );
    await db.insertInto(entity).values(rows).execute();
  };

  const ask = async (
    who: Asker,
    what: string,
    [method, path, body]: readonly [method: string, path: string, body?: unknown],
    status: number,
    check: (reply: Reply) => string | undefined = () => undefined,
  ): Promise<string[]> => {
    const reply = await server.request(method, path, { headers: who.headers, body });
    const wrong = complaint(reply, status) ?? check(reply);
    return wrong === undefined ? [] : [`${who.name}, ${what}, ${method} ${path}: ${wrong}`];
  };

  beforeAll(async () => {
    for (const { name, claims, roles } of askers) {
      const id = claims === undefined ? null : await addUser(server, name);
      if (id !== null) await setRoles(server, id, claims ?? []);
      known.set(name, {
        name,
        roles,
        id,
        headers: claims === undefined || id === null ? {} : await bearer(server, id),
      });
    }
    await inFlight(
      tableEntities,
      async ({ name }) => {
        await addRecords(name, ["read"]);
        recordsOf.set(name, await stored(name));
      },
      4,
    );
  });

  describe("reads", () => {
    it.each(nameOf)(
      "with every combination of permissions, reads give exactly the allowed records to %s",
      async (name) => {
        const who = asker(name);
        const wrong = await inFlight(tableEntities, async (entity) => {
          const records = recordsOf.get(entity.name) ?? [];
          const found: string[] = [];
          for (const access of ["public", "private"] as const) {
            const [findAll, findById, findByCondition] =
              access === "public"
                ? [paths.findAll, paths.findById, paths.findByCondition]
                : [paths.findOwn, paths.findOwnById, paths.findOwnByCondition];
            const read = async (what: string, path: string, among: readonly TableRecord[], take = 1000) => {
              const expected = expectedRead(who, entity.read, access, among);
              const status = typeof expected === "number" ? expected : 200;
              const given = typeof expected === "number" ? [] : expected;
              const complaints = await ask(who, what, ["GET", path], status, (reply) => {
                if (status !== 200) return undefined;
                const { count, items } = reply.json as { count: number; items: TableRecord[] };
                const titles = items.map(({ title }) => title).join();
                const wanted = given
                  .slice(0, take)
                  .map(({ title }) => title)
                  .join();
                if (count !== given.length) return `count ${count} instead of ${given.length}`;
                return titles === wanted ? undefined : `gives ${titles} instead of ${wanted}`;
              });
              found.push(...complaints);
            };
            await read("all", findAll(entity.name), records);
            await read("one of all", findAll(entity.name, "id", 0, 1), records, 1);
            await read("by condition", findByCondition(entity.name, "id>0|title<>x|ownerid=null"), records);
            for (const record of records)
              await read(`record ${record.title}`, findById(entity.name, record.id), [record]);
            await read("no record", findById(entity.name, 2_000_000_000), []);
          }
          return found;
        });
        expect(wrong.flat()).toEqual([]);
      },
    );
  });

  describe("creates", () => {
    it.each(nameOf)(
      "with every combination of permissions, creates are done exactly if allowed to %s",
      async (name) => {
        const who = asker(name);
        const wrong = await inFlight(tableEntities, async (entity) => {
          const { name: entityName, write } = entity;
          const isAllowed = isLetIn(who, write);
          const title = `created by ${name}`;
          const request = ["POST", paths.entity(entityName), { title, ownerid: 1 }] as const;
          const found = await ask(
            who,
            "create",
            request,
            isAllowed ? 201 : refusal(who),
            ({ headers, text }) =>
              isAllowed && headers["location"] !== paths.findById(entityName, text)
                ? `Location ${String(headers["location"])}`
                : undefined,
          );
          const made = (await stored(entityName)).filter((record) => record.title === title);
          const ownedBy = made.map(({ ownerid }) => String(ownerid)).join();
          if (ownedBy !== (isAllowed ? String(who.id) : ""))
            found.push(`${name} created records in ${entityName} of ${ownedBy}`);
          return found;
        });
        expect(wrong.flat()).toEqual([]);
      },
    );
  });

  it("with every combination of permissions, updates and deletes are done exactly if allowed", async () => {
    const tries = askers.flatMap(({ name }) => [`update ${name}`, `delete ${name}`]);
    await inFlight(tableEntities, ({ name }) => addRecords(name, tries), 4);
    for (const { name } of tableEntities) recordsOf.set(name, await stored(name));

    const idOf = (entity: string, title: string): number =>
      recordsOf.get(entity)?.find((record) => record.title === title)?.id ?? -1;
    const asks = entitiesWith(() =>
      askers.flatMap(({ name }) => owners.map((owner) => [name, owner] as const)),
    );
    const wrong = await inFlight(asks, async ([entity, [name, owner]]) => {
      const who = asker(name);
      const status = expectedWrite(who, entity, ownerId(owner));
      const own = (operation: string) =>
        paths.record(entity.name, idOf(entity.name, `${operation} ${name} ${owner}`));
      const method = owner === "a" ? "PUT" : "PATCH";
      return [
        ...(await ask(
          who,
          `record of ${owner}`,
          [method, own("update"), { title: `changed ${name} ${owner}` }],
          status,
        )),
        ...(await ask(who, `record of ${owner}`, ["DELETE", own("delete")], status)),
      ];
    });
    expect(wrong.flat()).toEqual([]);

    for (const entity of tableEntities) {
      const before = recordsOf.get(entity.name) ?? [];
      const expected = before.flatMap((record): readonly TableRecord[] => {
        const [operation, name, owner] = record.title.split(" ");
        if (operation !== "update" && operation !== "delete") return [record];
        const status = expectedWrite(asker(name as AskerName), entity, record.ownerid);
        if (status !== 200) return [record];
        return operation === "delete"
          ? []
          : [{ ...record, title: `changed ${String(name)} ${String(owner)}` }];
      });
      expect(await stored(entity.name), entity.name).toEqual(expected);
    }
  });

  it("with every combination of permissions, missing records are a 404 only for callers who may write", async () => {
    const asks = entitiesWith(() => nameOf);
    const wrong = await inFlight(asks, async ([entity, name]) => {
      const who = asker(name);
      const status = isLetIn(who, entity.write) ? 404 : refusal(who);
      const path = paths.record(entity.name, 2_000_000_000);
      return [
        ...(await ask(who, "no record", ["PATCH", path, { title: "t" }], status)),
        ...(await ask(who, "no record", ["DELETE", path], status)),
      ];
    });
    expect(wrong.flat()).toEqual([]);
  });

  describe("user records", () => {
    const ids = () => askers.flatMap(({ name }) => asker(name).id ?? []);
    const isFor = (who: Asker, id: number) => who.id === id || who.roles.includes("admin");

    it.each(nameOf)("user records are read by their own user and by admins only: %s", async (name) => {
      const who = asker(name);
      const wrong: string[] = [];
      for (const access of ["public", "private"] as const) {
        const [findAll, findById] =
          access === "public" ? [paths.findAll, paths.findById] : [paths.findOwn, paths.findOwnById];
        const read = async (path: string, among: readonly number[]) => {
          const given = among.filter((id) => (access === "public" ? isFor(who, id) : who.id === id));
          const complaints = await ask(who, "users", ["GET", path], isKnown(who) ? 200 : 401, (reply) => {
            if (!isKnown(who)) return undefined;
            const { count, items } = reply.json as { count: number; items: { id: number }[] };
            const found = items.map(({ id }) => id).join();
            if (/password|usernamekey/i.test(reply.text)) return `tells too much: ${reply.text}`;
            return count === given.length && found === given.join() ? undefined : `${count}: ${found}`;
          });
          wrong.push(...complaints);
        };
        await read(findAll("user"), ids());
        for (const id of ids()) await read(findById("user", id), [id]);
      }
      expect(wrong).toEqual([]);
    });

    it("user records are changed and deleted by their own user and by admins only", async () => {
      const wrong: string[] = [];
      const left = new Set(ids());
      for (const { name } of askers) {
        const who = asker(name);
        for (const id of ids()) {
          const status = isKnown(who) ? (isFor(who, id) ? 200 : 404) : 401;
          const body = { firstname: `by ${name}` };
          wrong.push(...(await ask(who, `user ${id}`, ["PATCH", paths.record("user", id), body], status)));
          const user = await server.api.repository("user").findById(id);
          if ((user?.["firstname"] === body.firstname) !== (status === 200))
            wrong.push(`${name} changed user ${id}: ${String(user?.["firstname"])}`);
          if (status !== 200)
            wrong.push(...(await ask(who, `user ${id}`, ["DELETE", paths.record("user", id)], status)));
        }
      }
      expect(await server.api.repository("user").count()).toBe(left.size);
      const extra = await addUser(server, "extra");
      const himself = { ...asker("a"), id: extra, headers: await bearer(server, extra) };
      wrong.push(...(await ask(himself, "himself", ["DELETE", paths.record("user", extra)], 200)));
      const another = await addUser(server, "another");
      wrong.push(...(await ask(asker("admin"), "another", ["DELETE", paths.record("user", another)], 200)));
      expect(wrong).toEqual([]);
      expect(await server.api.repository("user").count()).toBe(left.size);
    });
  });
}
