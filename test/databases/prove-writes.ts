import { canonical, printMarked, withoutMarks } from "./exact-json.js";
import type { Proof } from "./prove.js";
import { readPage } from "./prove.js";
import { readRows, type Column, type Row } from "./table.js";

/**
 * Reads each record by its key, writes back all editable fields, and expects the row to be unchanged, and the answer to be
 * that of a read.
 */
export async function proveWrites(proof: Proof): Promise<void> {
  const { table, rows, raw, dialect, report } = proof;
  for (const row of rows) {
    const path = keyPath(proof, row);
    if (path === undefined) continue;
    const [item, ...more] = (await readPage(proof, `findbyid/${path}`)) ?? [];
    if (item === undefined || more.length > 0) report("", `${row.id} is not found by its key ${path}`);
    if (table.isReadOnly || item === undefined) continue;
    await writeBack(proof, row, path, item);
  }
  const after = new Map((await readRows(raw, table, dialect)).map((row) => [row.id, row]));
  for (const row of rows) {
    const again = after.get(row.id);
    for (const column of table.columns) {
      const [was, is] = [row, again].map((each) => each?.cells.get(column));
      if (column.isStamp || was === is || isSame(column, row, again)) continue;
      report(column.name, `${String(was)} is ${String(is)} after it was written back`);
    }
  }
}

/** In some types, a value can have several texts, such as `1.50` and `1.5`. */
function isSame(column: Column, was: Row, is: Row | undefined): boolean {
  const { type, storedAs } = column.field;
  const hasForms = ["json", "decimal", "float"].includes(type) || storedAs === "any";
  if (is === undefined || !hasForms) return false;
  const [before, after] = [was, is].map(({ cells, expected }) => [
    cells.get(column) === null,
    canonical(expected.get(column)?.json),
  ]);
  return before?.join() === after?.join();
}

/** Expects that odd values are rejected with an error that names the field. */
async function writeBack(
  proof: Proof,
  { id, expected }: Row,
  path: string,
  item: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { table, request, report } = proof;
  const editable = table.columns.filter(({ field }) => field.isEditable);
  const isOdd = (column: Column) => expected.get(column)?.isOdd === true;
  // A text that is not JSON is answered as a JSON string, which is a valid value.
  const isRefused = (column: Column) =>
    isOdd(column) && (column.field.type !== "json" || item[column.name] === null);
  const send = (columns: readonly Column[]) =>
    request(
      "PATCH",
      `${table.name}/${path}`,
      printMarked(Object.fromEntries(columns.map(({ name }) => [name, item[name]]))),
    );
  const plain = editable.filter((column) => !isOdd(column));
  if (plain.length > 0) {
    const written = await send(plain);
    if (written.status !== 200) {
      report("", `${id} is not written back: ${written.status} ${written.text}`);
      return;
    }
    const read = await request("GET", `${table.name}/public/findbyid/${path}`);
    const [given, seen] = [written, read].map(({ text, headers }) => `${text} ${headers["etag"]}`);
    if (!read.text.includes(`[${written.text}]`) || written.headers["etag"] !== read.headers["etag"])
      report("", `${id} is answered as ${given} by its write, and as ${seen} by a read`);
  }
  for (const column of editable.filter(isRefused)) {
    const { status, text } = await send([column]);
    if (status !== 400 || !text.includes(`"path":"${column.name}`))
      report(
        column.name,
        `${JSON.stringify(item[column.name])} is accepted, or refused without its name: ${text}`,
      );
  }
}

/** The key as a path. `undefined` if it is null or empty, because then no path addresses the record. */
export function keyPath({ table }: Proof, { expected }: Row): string | undefined {
  const parts = table.keys.map((key) => pathPart(key, expected.get(key)?.json));
  return parts.every((part) => part !== undefined && part !== "") ? parts.join("/") : undefined;
}

function pathPart({ field }: Column, json: unknown): string | undefined {
  if (json === null) return undefined;
  if (field.type === "bytes") return Buffer.from(bareText(json), "base64").toString("base64url");
  return encodeURIComponent(bareText(json));
}

/** A value as written in a condition or a path. */
export function bareText(json: unknown): string {
  return typeof json === "string" ? withoutMarks(json) : printMarked(json);
}
