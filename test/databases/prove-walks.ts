import type { Config, FieldConfig } from "data-api";
import type { Send } from "./prove.js";
import type { RawDialect } from "./raw-database.js";
import { unsorted, type Column, type Table } from "./table.js";

/** The relation from a table of references to the table that it refers to. */
const RELATION = "walked";
const MAX_RECORDS = 1000;

const numbers: readonly FieldConfig["type"][] = ["int", "bigint", "float", "decimal", "year"];
const withExtremes: readonly FieldConfig["type"][] = [
  ...numbers,
  ...(["string", "text", "richtext", "date", "datetime", "time", "duration"] as const),
];

/** The tables with a key that references can have. */
function referred(tables: readonly Table[]): readonly Table[] {
  return tables.filter(({ keys, hasKey }) => hasKey && keys.length === 1);
}

function referenceName({ name }: Table, tables: readonly Table[]): string {
  return `walk${tables.findIndex((table) => table.name === name)}`;
}

/** Creates tables whose records refer to each record of other tables twice, and to none. */
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
    const again = `insert into ${reference} select n + 100, ${target} from ${reference}`;
    return [create, again, `insert into ${reference} (n) values (1000), (1001)`];
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
          foreignKey: { targetEntityName: table.name, resolvedEntityName: RELATION, inverseName: "references" },
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
    entities: { ...config.entities, ...Object.fromEntries(references) },
  };
}

function withoutColumn({ type, maxLength, storedAs, precision, scale, zone, values }: FieldConfig): FieldConfig {
  const options = { type, maxLength, storedAs, precision, scale, zone, values };
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as FieldConfig;
}

/**
 * Reads every order as a whole, and page by page with one record each, by the entity's own fields and by those of a
 * related record. Aggregates and streams alike. Returns a sentence for each difference.
 * @param sendSmall Sends to a server whose streams begin with a page of one record.
 */
export async function proveWalks(
  tables: readonly Table[],
  send: Send,
  sendSmall: Send,
): Promise<readonly string[]> {
  const found = await Promise.all(
    tables.map(async (table) => {
      const reference = referred(tables).includes(table) ? referenceName(table, tables) : undefined;
      const differences: string[] = [];
      for (const column of table.columns.filter(({ field }) => !unsorted.includes(field.type)))
        for (const walk of walksOf(table, column, reference))
          differences.push(...(await proveWalk(walk, send, sendSmall)));
      return differences;
    }),
  );
  return found.flat();
}

interface Walk {
  readonly kind: "page" | "stream";
  readonly path: string;
  readonly accept?: string;
}

function walksOf(table: Table, { name, field }: Column, reference: string | undefined): readonly Walk[] {
  const { type } = field;
  const pathOf = (entity: string, parameters: Readonly<Record<string, string>>) =>
    `${encodeURIComponent(entity)}?${new URLSearchParams(parameters)}`;
  const key = table.keys.map((each) => each.name).filter((each) => each !== name);
  const sortable = key.filter(
    (each) => !unsorted.includes(table.columns.find((column) => column.name === each)?.field.type ?? "other"),
  );
  const page = (entity: string, orderBy: string, select: string): Walk => ({
    kind: "page",
    path: pathOf(entity, { orderBy, select }),
  });
  const stream = (entity: string, orderBy: string, select: string, accept: string): Walk => ({
    kind: "stream",
    path: pathOf(entity, { orderBy, select }),
    accept,
  });
  const aggregate = (entity: string, select: string, orderBy: string): Walk => ({
    kind: "page",
    path: pathOf(`${entity}/aggregate`, { select, orderBy }).replace("%2Faggregate", "/aggregate"),
  });
  return ["", "~"].flatMap((sign) => {
    const walks = [
      page(table.name, `${sign}${name}`, [...key, name].join()),
      stream(table.name, `${sign}${name}`, [...key, name].join(), "text/csv"),
      aggregate(table.name, `${name},count()`, `${sign}${name}`),
    ];
    const calls = [
      ...(withExtremes.includes(type) ? ["min"] : []),
      ...(numbers.includes(type) ? ["sum"] : []),
    ].map((call) => `${call}(${name})`);
    for (const call of calls)
      walks.push(aggregate(table.name, [...sortable, call].join(), `${sign}${call}`));
    if (type === "date" || type === "datetime")
      for (const part of ["date", "year"])
        walks.push(aggregate(table.name, `${part}(${name}),count()`, `${sign}${part}(${name})`));
    if (reference !== undefined) {
      const path = `${RELATION}.${name}`;
      walks.push(
        page(reference, `${sign}${path}`, "n"),
        stream(reference, `${sign}${path}`, "n", "text/csv"),
        aggregate(reference, `${path},count()`, `${sign}${path}`),
        // All pages of a stream of records with lists are as long as the first one.
        stream(table.name, `${sign}${name}`, `${name},references(n)`, "application/x-ndjson"),
      );
    }
    return walks;
  });
}

async function proveWalk(
  { kind, path, accept }: Walk,
  send: Send,
  sendSmall: Send,
): Promise<readonly string[]> {
  const place = decodeURIComponent(path);
  if (kind === "stream") {
    const whole = await send("GET", path, undefined, accept);
    const parts = await sendSmall("GET", path, undefined, accept);
    if (whole.status !== 200) return [`${place} is ${whole.status} ${whole.text}`];
    return parts.text === whole.text
      ? []
      : [`${place} as ${accept} is ${shown(parts.text.split("\n"))}, not ${shown(whole.text.split("\n"))}`];
  }
  const whole = await send("GET", `${path}&take=${MAX_RECORDS}`);
  // A sum can have more digits than a decimal.
  if (whole.status === 400 && whole.text.includes('"out-of-range"')) return [];
  if (whole.status !== 200) return [`${place} is ${whole.status} ${whole.text}`];
  const right = itemsOf(whole.text);
  const items: string[] = [];
  let after: string | undefined;
  do {
    const from = after === undefined ? "" : `&after=${after}`;
    const page = await send("GET", `${path}&take=1${from}`);
    if (page.status !== 200) return [`${place} is ${page.status} ${page.text} after ${items.length} pages`];
    items.push(...itemsOf(page.text));
    after = (JSON.parse(page.text) as { next?: string }).next;
  } while (after !== undefined && items.length <= right.length);
  return items.join() === right.join() ? [] : [`${place} is ${shown(items)}, not ${shown(right)}`];
}

function itemsOf(text: string): readonly string[] {
  return (JSON.parse(text) as { items: unknown[] }).items.map((item) => JSON.stringify(item));
}

function shown(items: readonly string[]): string {
  return items.map((item) => (item.length > 60 ? `${item.slice(0, 60)}…` : item)).join(" ");
}
