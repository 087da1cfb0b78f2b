import type { Config, FieldConfig } from "data-api";
import type { Send } from "./prove.js";
import type { RawDialect } from "./raw-database.js";
import { unsorted, type Column, type Table } from "./table.js";

/** The relation from a table of references to the table that it refers to. */
const RELATION = "walked";
const MAX_RECORDS = 1000;
const LANES = 3;

/** The types with sums, and those with a least and a greatest value. */
const numbers: readonly FieldConfig["type"][] = ["int", "bigint", "float", "decimal"];
const withExtremes: readonly FieldConfig["type"][] = [
  ...numbers,
  ...(["string", "text", "date", "datetime", "time"] as const),
];

/** The tables with a key that references can have. */
function referred(tables: readonly Table[]): readonly Table[] {
  return tables.filter(({ keys, hasKey }) => hasKey && keys.length === 1);
}

function referenceName({ name }: Table, tables: readonly Table[]): string {
  return `walk${tables.findIndex((table) => table.name === name)}`;
}

/** Creates tables whose records refer to the records of other tables, some twice, and to none. */
export function referenceStatements(
  tables: readonly Table[],
  { quote }: RawDialect,
  dialect: string,
): readonly string[] {
  return referred(tables).flatMap((table) => {
    const key = quote(table.keys[0]?.column ?? "");
    const reference = quote(referenceName(table, tables));
    const target = quote("target");
    // The column of an expression is nullable.
    const columns = `row_number() over (order by ${key}) as n, case when 1 = 1 then ${key} end as ${target}`;
    const from = `from ${table.place}`;
    const create =
      dialect === "mssql"
        ? `select ${columns} into ${reference} ${from}`
        : `create table ${reference} as select ${columns} ${from}`;
    const again = `insert into ${reference} select n + 100, ${target} from ${reference} where n < 3`;
    return [create, again, `insert into ${reference} (n) values (1000)`];
  });
}

export function dropStatements(tables: readonly Table[], { quote }: RawDialect): readonly string[] {
  return referred(tables).map((table) => `drop table ${quote(referenceName(table, tables))}`);
}

/** The configuration with these tables as entities. */
export function withReferences(config: Config, tables: readonly Table[]): Config {
  const references = referred(tables).map((table) => {
    const { field } = table.keys[0] as Column;
    const reference = {
      fields: {
        n: { type: "int", isEditable: false, isRequired: true },
        target: {
          ...withoutColumn(field),
          isEditable: true,
          isRequired: false,
          foreignKey: {
            targetEntityName: table.name,
            resolvedEntityName: RELATION,
            inverseName: "references",
          },
        },
      },
      primaryKey: "n",
      systemFields: { createdat: false, updatedat: false },
      permissions: { read: ["guest"] },
    } as const;
    return [referenceName(table, tables), reference] as const;
  });
  return {
    ...config,
    database: { ...config.database, schema: "off" },
    // A connection may wait for a long time between two streams.
    server: { ...config.server, keepAliveTimeout: 60_000 },
    entities: { ...config.entities, ...Object.fromEntries(references) },
  };
}

function withoutColumn({
  type,
  maxLength,
  storedAs,
  precision,
  scale,
  zone,
  values,
}: FieldConfig): FieldConfig {
  const options = { type, maxLength, storedAs, precision, scale, zone, values };
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as FieldConfig;
}

/**
 * Reads every order as a whole, and page by page with one record each, by the entity's own fields and by those of a
 * related record. Aggregates and streams alike. Returns a sentence for each difference.
 * @param every Of this many orders, one is read.
 * @param sendSmall Sends to a server whose streams begin with a page of one record.
 */
export async function proveWalks(
  tables: readonly Table[],
  every: number,
  send: Send,
  sendSmall: Send,
): Promise<readonly string[]> {
  const found: string[] = [];
  const all = tables.flatMap((table) => {
    const reference = referred(tables).includes(table) ? referenceName(table, tables) : undefined;
    const sorted = table.columns.filter(({ field }) => !unsorted.includes(field.type));
    return sorted.flatMap((column) => walksOf(table, column, reference));
  });
  const walks = all.filter((_, index) => index % every === 0);
  // The walks of a lane follow each other, because a server has few connections for streams.
  const lane = async () => {
    for (let walk = walks.pop(); walk !== undefined; walk = walks.pop())
      found.push(...(await proveWalk(walk, send, sendSmall)));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found.toSorted();
}

/** Requests of which each reads an order: pages, pages of aggregates, or a stream. */
interface Walk {
  readonly kind: "pages" | "groups" | "stream";
  readonly entity: string;
  readonly select: string;
  readonly orderBy: string;
  readonly accept?: string;
}

function walksOf(table: Table, { name, field }: Column, reference: string | undefined): readonly Walk[] {
  const { type } = field;
  const entity = table.name;
  const others = table.keys.filter((key) => key.name !== name);
  const groups = others.filter((key) => !unsorted.includes(key.field.type)).map((key) => key.name);
  const fields = [...others.map((key) => key.name), name].join();
  const calls = [
    ...(withExtremes.includes(type) ? [`min(${name})`] : []),
    ...(numbers.includes(type) ? [`sum(${name})`] : []),
  ];
  const parts = type === "date" || type === "datetime" ? [`date(${name})`, `year(${name})`] : [];
  const path = `${RELATION}.${name}`;
  return ["", "~"].flatMap((sign): readonly Walk[] => [
    { kind: "pages", entity, select: fields, orderBy: `${sign}${name}` },
    { kind: "stream", entity, select: fields, orderBy: `${sign}${name}`, accept: "text/csv" },
    { kind: "groups", entity, select: `${name},count()`, orderBy: `${sign}${name}` },
    ...calls.map((call): Walk => ({
      kind: "groups",
      entity,
      select: [...groups, call].join(),
      orderBy: `${sign}${call}`,
    })),
    ...parts.map((part): Walk => ({
      kind: "groups",
      entity,
      select: `${part},count()`,
      orderBy: `${sign}${part}`,
    })),
    ...(reference === undefined
      ? []
      : ([
          // All pages of a stream of records with lists are as long as the first one.
          {
            kind: "stream",
            entity,
            select: `${name},references(n)`,
            orderBy: `${sign}${name}`,
            accept: "application/x-ndjson",
          },
          { kind: "pages", entity: reference, select: "n", orderBy: `${sign}${path}` },
          { kind: "stream", entity: reference, select: "n", orderBy: `${sign}${path}`, accept: "text/csv" },
          { kind: "groups", entity: reference, select: `${path},count()`, orderBy: `${sign}${path}` },
        ] as const)),
  ]);
}

/** The answers that say that a cursor, which contains the values at the end of its page, is too long. */
const TOO_LONG: readonly number[] = [413, 414, 431];

async function proveWalk(walk: Walk, send: Send, sendSmall: Send): Promise<readonly string[]> {
  const { kind, entity, select, orderBy, accept = "" } = walk;
  const place = `${entity} as ${accept}${kind} of ${select} by ${orderBy}`;
  const path = encodeURIComponent(entity);
  const inUrl = (more: object) => String(new URLSearchParams({ select, orderBy, ...more }));
  if (kind === "stream") {
    const [whole, parts] = [
      await send("GET", `${path}?${inUrl({})}`, undefined, accept),
      await sendSmall("GET", `${path}?${inUrl({})}`, undefined, accept),
    ];
    if (whole.status !== 200) return [`${place}: ${whole.status} ${whole.text}`];
    const [is, right] = [parts.text, whole.text].map((text) => text.split("\n"));
    return compared(place, is ?? [], right ?? []);
  }
  const read = (more: { readonly take: number; readonly after?: string | undefined }) => {
    if (kind === "pages")
      return send("POST", `${path}/query`, JSON.stringify({ select, orderBy: orderBy.split(","), ...more }));
    const { take, after } = more;
    return send("GET", `${path}/aggregate?${inUrl({ take, ...(after !== undefined && { after }) })}`);
  };
  const whole = await read({ take: MAX_RECORDS });
  // A sum can have more digits than a decimal.
  if (whole.status === 400 && whole.text.includes('"out-of-range"')) return [];
  if (whole.status !== 200) return [`${place}: ${whole.status} ${whole.text}`];
  const right = pageOf(whole.text).items;
  const items: string[] = [];
  let after: string | undefined;
  do {
    const page = await read({ take: 1, after });
    if (TOO_LONG.includes(page.status)) return [];
    if (page.status !== 200) return [`${place}: ${page.status} ${page.text} after ${items.length} pages`];
    const { items: more, next } = pageOf(page.text);
    items.push(...more);
    after = next;
  } while (after !== undefined && items.length <= right.length);
  return compared(place, items, right);
}

function pageOf(text: string): { readonly items: readonly string[]; readonly next: string | undefined } {
  const { items, next } = JSON.parse(text) as { items: unknown[]; next?: string };
  return { items: items.map((item) => JSON.stringify(item)), next };
}

function compared(place: string, items: readonly string[], right: readonly string[]): readonly string[] {
  return items.join() === right.join() ? [] : [`${place}: ${shown(items)}, not ${shown(right)}`];
}

function shown(items: readonly string[]): string {
  return items.map((item) => (item.length > 60 ? `${item.slice(0, 60)}…` : item)).join(" ");
}
