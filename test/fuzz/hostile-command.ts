import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { ProblemCode } from "../../runtime/errors/codes.js";
import { hostileTexts } from "../conformance/cases/bad-input.js";
import type { Headers } from "../conformance/callers.js";
import { callers, headersOf } from "./callers.js";
import type { HostileCommand } from "./requests.js";
import { MAX_TAKE, type Operation, type WorldEntity } from "./world.js";

const short = hostileTexts.filter((text) => text.length < 1000);
const text = fc.oneof(
  fc.constantFrom(...short),
  fc.string({ unit: "binary", minLength: 1 }),
  fc.string({ minLength: 1 }),
);
const caller = fc.constantFrom(...callers);

/** A request that changes nothing, for any caller. */
export function hostileCommand(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  return fc.oneof(
    badPage(entity),
    badOrder(entity),
    brokenCondition(entity),
    anyCondition(entity),
    badId(entity),
    badBody(entity),
    badMany(entity),
    wrongMethod(entity),
    unknownPath(entity),
    anyBytesInPath(entity),
  );
}

interface Hostile {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: string;
  readonly isBinary?: boolean;
  readonly codes: readonly ProblemCode[];
  readonly mayPass?: boolean;
}

/** Sends a request as a random caller, for an operation of an entity. Missing permission is the first refusal. */
function to(
  { name: entity }: WorldEntity,
  operation: Operation | undefined,
  hostile: fc.Arbitrary<Hostile>,
): fc.Arbitrary<HostileCommand> {
  return fc.tuple(hostile, caller).map(([request, sender]) => ({
    kind: "hostile",
    method: "GET",
    body: undefined,
    isBinary: false,
    mayPass: false,
    ...request,
    headers: { ...headersOf(sender), ...request.headers },
    authorized: operation === undefined ? undefined : { entity, operation, caller: sender },
  }));
}

function pathTo({ name }: WorldEntity, ...segments: readonly string[]): string {
  return `/api/data/${[name, ...segments].map((segment) => encodeURIComponent(segment.toWellFormed())).join("/")}`;
}

const badCounts = [
  "-1",
  "x",
  "1.5",
  "1e1",
  " 1",
  "+1",
  "0x1",
  "99999999999999999999",
  "1,0",
  "NaN",
  "١",
  "1\0",
];

function badPage(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  const counts = fc.oneof(
    fc.constantFrom(...badCounts).map((count) => [count, "1"] as const),
    fc
      .constantFrom(...badCounts, String(MAX_TAKE + 1), "9007199254740993")
      .map((count) => ["0", count] as const),
  );
  const [key] = entity.keys;
  return to(
    entity,
    "read",
    counts.map(([skip, take]) => ({
      path: pathTo(entity, "public", "findall", key?.name ?? "", skip, take),
      codes: ["invalid-page"],
    })),
  );
}

function badOrder(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  const names = entity.members.map(({ name }) => name.toLowerCase());
  const unsortable = entity.members.filter(({ type }) => ["json", "xml", "secret"].includes(type));
  const order = fc.oneof(
    text.filter((name) => name !== "~" && !names.includes(name.replace(/^~/, "").toLowerCase())),
    fc.constantFrom("~~id", "id,id", "id desc", ...unsortable.map(({ name }) => name)),
  );
  return to(
    entity,
    "read",
    order.map((name) => ({
      path: pathTo(entity, "public", "findall", name, "0", "5"),
      codes: ["invalid-order"],
    })),
  );
}

const noConditions = [
  "id",
  "=1",
  "id=1&",
  "(id=1",
  "id=1)",
  "id==",
  'id="1',
  "nope=1",
  "id!1",
  "id=1||id=1",
  "__proto__=1",
  'x="\\n"',
  "()",
  "id~~1",
  `${"(".repeat(40)}id=1`,
  "\0",
];

function brokenCondition(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  return to(
    entity,
    "read",
    fc
      .constantFrom(
        ...noConditions,
        ...entity.members.flatMap(({ name }) => [name, `${name}="`, `${name}=\0`, `(${name}<>null`]),
      )
      .map((condition) => ({
        path: conditionPath(entity, condition),
        codes: ["invalid-condition"],
      })),
  );
}

function anyCondition(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  const name = fc.constantFrom(...entity.members.map((member) => member.name));
  const part = fc.oneof(
    name,
    text,
    fc.constantFrom("=", "<>", "<", ">", "~", "&", "|", "(", ")", '"', "\\", "null"),
  );
  const condition = fc.array(part, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(""));
  return to(
    entity,
    "read",
    condition.map((each) => ({
      path: conditionPath(entity, each),
      codes: ["invalid-condition", "invalid-order"],
      mayPass: true,
    })),
  );
}

function conditionPath(entity: WorldEntity, condition: string): string {
  return pathTo(entity, "public", "findbycondition", entity.keys[0]?.name ?? "", "0", "5", condition);
}

const operationOf = { GET: "read", PUT: "update", PATCH: "update", DELETE: "delete" } as const;

function badId(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  const isText = entity.keys.some(({ type }) => type === "string");
  // Any short text is a valid text key. None of these is a valid number or date.
  const id = isText
    ? fc.constant("x".repeat(300))
    : fc.constantFrom("nope", "__proto__", "1 OR 1=1", "-", "null", "1\0", "0x1");
  const methods = fc.constantFrom("GET", "PUT", "PATCH", "DELETE");
  return methods.chain((method) =>
    to(
      entity,
      operationOf[method],
      id.map((each) => {
        const segments = entity.keys.map(({ type }) => (isText && type !== "string" ? "1" : each));
        const isWrite = method === "PUT" || method === "PATCH";
        return {
          method,
          path:
            method === "GET"
              ? pathTo(entity, "public", "findbyid", ...segments)
              : pathTo(entity, ...segments),
          ...(isWrite && { headers: { "Content-Type": "application/json" }, body: "{}" }),
          codes: ["invalid-id"],
        };
      }),
    ),
  );
}

const JSON_TYPE = { "Content-Type": "application/json" };

/** Bodies that every entity rejects, with their headers. */
const badBodies: readonly (Pick<Hostile, "body" | "headers" | "isBinary"> & {
  readonly code: ProblemCode;
})[] = [
  ...[
    "",
    " ",
    "{",
    "}",
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    '{"a":1}x',
    "undefined",
    '{"a":"\n"}',
    "[".repeat(33),
    `${'{"a":'.repeat(40)}1${"}".repeat(40)}`,
  ].map((body) => ({ body, headers: JSON_TYPE, code: "malformed-json" as const })),
  ...["null", "5", '"x"', "true"].map((body) => ({
    body,
    headers: JSON_TYPE,
    code: "invalid-body" as const,
  })),
  { body: '{"\xff":1}', isBinary: true, headers: JSON_TYPE, code: "malformed-json" },
  { body: '{"a":"\xed\xa0\x80"}', isBinary: true, headers: JSON_TYPE, code: "malformed-json" },
  { body: "{}", headers: { ...JSON_TYPE, "Content-Encoding": "gzip" }, code: "malformed-json" },
  { body: "{}", headers: { ...JSON_TYPE, "Content-Encoding": "zip" }, code: "unsupported-media-type" },
  { body: `{"a":"${"x".repeat(102_400)}"}`, headers: JSON_TYPE, code: "body-too-large" },
  {
    body: gzipSync(`{"a":"${"x".repeat(200_000)}"}`).toString("latin1"),
    isBinary: true,
    headers: { ...JSON_TYPE, "Content-Encoding": "gzip" },
    code: "body-too-large",
  },
  ...[
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "multipart/form-data",
    "",
    "json",
  ].map((type) => ({
    body: "{}",
    headers: { "Content-Type": type },
    code: "unsupported-media-type" as const,
  })),
];

/** Bodies that are invalid for one record, but valid for several. */
const lists: typeof badBodies = [
  ...["[]", '[{"a":1}]'].map((body) => ({ body, headers: JSON_TYPE, code: "invalid-body" as const })),
  {
    body: gzipSync("[]").toString("latin1"),
    isBinary: true,
    headers: { ...JSON_TYPE, "Content-Encoding": "gzip" },
    code: "invalid-body",
  },
];

function badBody(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  const id = entity.keys.map(({ type }) => sampleKey[type] ?? "1");
  return fc.constantFrom("POST", "PUT", "PATCH").chain((method) =>
    to(
      entity,
      method === "POST" ? "create" : "update",
      fc.constantFrom(...badBodies, ...(method === "POST" ? [] : lists)).map(({ code, ...body }) => ({
        method,
        path: method === "POST" ? pathTo(entity) : pathTo(entity, ...id),
        ...body,
        codes: [code],
      })),
    ),
  );
}

/**
 * Invalid writes of many records. Valid ones are tested with known records, in
 * `test/conformance/cases/many-records.ts`: the oracle handles one record at a time.
 */
function badMany(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  const path = pathTo(entity);
  const where = (condition: string) => `${path}?where=${encodeURIComponent(condition)}`;
  const json = (body: string) => ({ headers: JSON_TYPE, body });
  const noRecords = fc.constantFrom("[null]", "[5]", "[[]]", '["x"]', "[true]");
  const noCondition = fc.constantFrom(...noConditions);
  const someKey = `${entity.keys[0]?.name ?? ""}=null`;
  return fc.oneof(
    to(
      entity,
      "create",
      noRecords.map((body) => ({ method: "POST", path, ...json(body), codes: ["invalid-body"] })),
    ),
    to(
      entity,
      "update",
      fc.oneof(
        noRecords.map((body): Hostile => ({ method: "PATCH", path, ...json(body), codes: ["invalid-body"] })),
        fc.constantFrom<Hostile>(
          // First neither a condition nor keys, then both.
          { method: "PATCH", path, ...json("{}"), codes: ["invalid-query"] },
          { method: "PATCH", path: where(someKey), ...json("[]"), codes: ["invalid-query"] },
        ),
      ),
    ),
    to(
      entity,
      "delete",
      fc.oneof(
        fc.constant<Hostile>({ method: "DELETE", path, codes: ["invalid-query"] }),
        noCondition.map((each): Hostile => ({
          method: "DELETE",
          path: where(each),
          codes: ["invalid-condition"],
        })),
      ),
    ),
    // A caller with `create` may lack `update`, and an entity may have no unique fields.
    to(
      entity,
      "create",
      noRecords.map((body) => ({
        method: "PUT",
        path: `${path}?onConflict=nope`,
        ...json(body),
        codes: [
          "invalid-query",
          "invalid-body",
          "method-not-allowed",
          "authentication-required",
          "forbidden",
        ],
      })),
    ),
  );
}

const sampleKey: Readonly<Record<string, string>> = {
  date: "2024-02-29",
  datetime: "2024-02-29T12:00:00Z",
  uuid: "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee",
};

function wrongMethod(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  const key = entity.keys.map(() => "1");
  const places = [
    { path: pathTo(entity), methods: ["TRACE", "PROPFIND"] },
    {
      path: pathTo(entity, "public", "findall", "id", "0", "1"),
      methods: ["POST", "PUT", "DELETE", "PURGE"],
    },
    {
      path: pathTo(entity, "public", "findbycondition", "id", "0", "1", "id=1"),
      methods: ["POST", "PATCH", "LOCK"],
    },
    // With a key of three parts, the path could also be another route.
    ...(key.length < 3 ? [{ path: pathTo(entity, ...key), methods: ["POST", "COPY"] }] : []),
  ];
  return to(
    entity,
    undefined,
    fc.constantFrom(
      ...places.flatMap(({ path, methods }) =>
        methods.map((method) => ({ method, path, codes: ["method-not-allowed" as const] })),
      ),
    ),
  );
}

function unknownPath(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  const names = ["article", "tag", "lineitem", "order", "select", "api"];
  const unknown = text.filter((name) => !names.includes(name.toLowerCase()) && name !== "." && name !== "..");
  return to(
    entity,
    undefined,
    fc.oneof(
      fc.tuple(unknown, fc.constantFrom("GET", "POST", "PATCH")).map(([name, method]): Hostile => {
        const path = `/api/data/${encodeURIComponent(name.toWellFormed())}/public/findall/id/0/1`;
        return { method, path, codes: ["unknown-entity"] };
      }),
      fc
        .constantFrom(
          ...[
            "/api/data",
            "/api",
            "/",
            "/api/data/",
            "//",
            "/api/auth/token",
            "/favicon.ico",
            "/api/data//x",
          ],
          ...["/public/nothing/1", "/public/findall", "/public/findall/id/0/1/2/3/4/5", "/private"].map(
            (rest) => pathTo(entity) + rest,
          ),
        )
        .map((path): Hostile => ({
          path,
          codes: ["unknown-path", "unknown-entity", "method-not-allowed", ...byId],
        })),
      fc.constantFrom("publi", "PRIVATE1", "__proto__", "%20public").map((access): Hostile => ({
        path: `${pathTo(entity)}/${access}/findall/id/0/1`,
        codes: ["unknown-path"],
      })),
    ),
  );
}

/** The answers to an invalid key, or to the key of a missing record. */
const byId = ["invalid-id", "unknown-record", "authentication-required", "forbidden"] as const;

const escapes = fc.constantFrom(
  "%",
  "%zz",
  "%ff",
  "%c0%af",
  "%ed%a0%80",
  "%00",
  "%2F",
  "%u0041",
  "%E2%82",
  "..",
  ";",
  "#",
  "?",
  "&",
);

/** Invalid percent-encodings and other special characters, anywhere in a path. */
function anyBytesInPath(entity: WorldEntity): fc.Arbitrary<HostileCommand> {
  const segments = [entity.name, "public", "findall", "id", "0", "1"];
  return to(
    entity,
    undefined,
    fc
      .tuple(fc.nat({ max: segments.length - 1 }), escapes, fc.boolean())
      .map(([at, escape, isAlone]): Hostile => {
        const changed = segments.with(at, isAlone ? escape : `${segments[at] ?? ""}${escape}`);
        const mistakes = [
          "malformed-path",
          "unknown-path",
          "unknown-entity",
          "invalid-order",
          "invalid-page",
          "method-not-allowed",
          ...byId,
        ] as const;
        return { path: `/api/data/${changed.join("/")}`, codes: mistakes, mayPass: true };
      }),
  );
}
