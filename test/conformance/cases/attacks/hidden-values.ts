import { beforeAll, expect, it } from "vitest";
import { sender, told, toldByHeader } from "../../callers.js";
import { expectProblem } from "../../expectations.js";
import { field, plain, to } from "../../fields.js";
import type { Harness } from "../../harness.js";
import type { TestServer } from "../../start-server.js";

const key = (targetEntityName: string, resolvedEntityName: string, inverseName: string) =>
  field("int", { foreignKey: { targetEntityName, resolvedEntityName, inverseName } });

const config = {
  auth: toldByHeader,
  // Both servers make the same cursors.
  server: { cursorKey: "the same thirty-two bytes or more for both" },
  entities: {
    person: plain(
      { name: field("string"), salary: field("int"), helper: to("person", "theHelper") },
      { permissions: { read: ["admin", { role: "guest", fields: { exclude: ["salary"] } }] } },
    ),
    note: plain(
      { text: field("string"), isopen: field("boolean"), author: key("person", "theAuthor", "notes") },
      { permissions: { read: ["admin", { role: "guest", where: "isopen=true" }] } },
    ),
    vault: plain(
      { code: field("string"), keeper: key("person", "theKeeper", "vaults") },
      { permissions: { read: ["admin"] } },
    ),
    diary: plain(
      { title: field("string"), mood: field("string"), writer: key("person", "theWriter", "diaries") },
      { permissions: { read: ["owner", { role: "guest", fields: { exclude: ["writer", "mood"] } }] } },
    ),
  },
};

/** Values that strangers may not read. */
interface Hidden {
  readonly salaries: readonly [number, number, number];
  readonly note: string;
  readonly authors: readonly [number, number];
  readonly keeper: number;
  readonly writer: number;
  readonly mood: string;
}

/** @returns The ids of the notes. */
async function fill({ api }: TestServer, hidden: Hidden): Promise<readonly unknown[]> {
  const add = async (entity: string, record: Readonly<Record<string, unknown>>) =>
    (await api.repository(entity).create(record)).id;
  const people: unknown[] = [];
  /** The id of the person with this number. */
  const person = (number: number) => people[number - 1] ?? null;
  for (const [index, name] of ["ann", "bob", "cid"].entries())
    people.push(await add("person", { name, salary: hidden.salaries[index], helper: person(index) }));
  const note = (text: string, isopen: boolean, author: number) =>
    add("note", { text, isopen, author: person(author) });
  const notes: unknown[] = [];
  for (const author of [1, 2]) notes.push(await note(`open ${author}`, true, author));
  for (const author of hidden.authors) notes.push(await note(hidden.note, false, author));
  notes.push(await note("open 3", true, 1));
  await add("vault", { code: hidden.note, keeper: person(hidden.keeper) });
  await add("diary", { title: "first", mood: hidden.mood, writer: person(hidden.writer) });
  await add("diary", { title: "second", mood: "fine", writer: person(2) });
  return notes;
}

/** Requests that use hidden values without naming them: answers must not differ. `#3` is the id of note 3. */
const allowed = [
  'person?where=notes(text^="hid")',
  "person?where=!(notes(isopen=false))",
  "person?where=notes=null",
  "person?where=notes<>null&count=true",
  "person?where=count(notes)>1",
  "person?where=count(notes)=0|count(notes)=2",
  'person?where=theHelper.notes.text~"a"',
  "person?where=notes.theAuthor.notes(isopen=false)",
  "person?where=count(theHelper.notes)>1",
  "person?select=name,count(notes),notes(text,theAuthor(name,count(notes),notes(text;orderBy=~text)))",
  "person?select=name,notes(id;skip=1;take=1)",
  "person?select=notes(*;where=isopen=false)",
  "note?select=*,theAuthor(*,notes(*,theAuthor(name,notes(text))))",
  "note?where=theAuthor.notes(isopen=false)",
  "note?orderBy=theAuthor.name,~isopen&take=1&count=true",
  "note?orderBy=~theAuthor.theHelper.name&take=2",
  "note?where=isopen=false&count=true",
  "note/#3",
  "note/#4?select=id",
  "note/99",
  "note/aggregate?select=author,count()",
  "note/aggregate?select=count(),min(text),max(text)",
  "note/aggregate?select=theAuthor.name,count()&having=count()>1",
  "note/aggregate?select=isopen,count()&having=max(text)>h&orderBy=~count(distinct%20author)",
  "person/aggregate?select=count()&where=notes(isopen=false)",
  "diary?orderBy=title&take=1",
  "diary?select=*,theWriter(name)",
  "diary?select=id,mood,writer",
  "diary/aggregate?select=count()",
  "note/public/findall/id/0/10",
  "diary/public/findall/~title/0/10",
] as const;

/** Requests that name hidden members: answered as if the members did not exist. */
const forbidden = [
  ["person?select=$", "salary"],
  ["person?select=*,$(id)", "vaults"],
  ["person?select=count($)", "vaults"],
  ["person?select=$", "diaries"],
  ["person?select=count($)", "diaries"],
  ["note?select=theAuthor($)", "salary"],
  ["note?select=theAuthor(notes(theAuthor($)))", "salary"],
  ["person?select=notes(id;where=theAuthor.$>1)", "salary"],
  ["person?select=notes(id;orderBy=theAuthor.$)", "salary"],
  ["person?orderBy=$", "salary"],
  ["person?orderBy=name,~theHelper.$", "salary"],
  ["note?orderBy=theAuthor.$", "salary"],
  ["diary?orderBy=$", "writer"],
  ["diary?orderBy=$.name", "theWriter"],
  ["person?where=$>100", "salary"],
  ["person?where=$=x", "salary"],
  ["person?where=name=ann%26!($=null)", "salary"],
  ["person?where=theHelper($>100)", "salary"],
  ["person?where=count($)>0", "vaults"],
  ["person?where=$=null", "vaults"],
  ["person?where=!($(code=x))", "vaults"],
  ["person?where=$.id>0", "diaries"],
  ["person?where=count($)>0", "diaries"],
  ["diary?where=$=1", "writer"],
  ["diary?where=$=null", "theWriter"],
  ["diary?where=$.name=ann", "theWriter"],
  ["diary?where=$~f", "mood"],
  ["person/aggregate?select=sum($)", "salary"],
  ["person/aggregate?select=$,count()", "salary"],
  ["person/aggregate?select=count()&having=max($)>100", "salary"],
  ["person/aggregate?select=name,count()&orderBy=~min($)", "salary"],
  ["person/aggregate?select=count(distinct%20$)", "salary"],
  ["note/aggregate?select=theAuthor.$,count()", "salary"],
  ["note/aggregate?select=count()&having=max(theAuthor.$)>1", "salary"],
  ["diary/aggregate?select=$,count()", "writer"],
  ["diary/aggregate?select=$.name,count()", "theWriter"],
  ["diary/aggregate?select=max($)", "mood"],
] as const;

/** Two servers that differ only in what strangers may not read: strangers cannot tell them apart. */
export function hiddenValueCases({ serve }: Harness): void {
  const server = serve(config);
  const other = serve(config);
  const admin = told({ userId: 9, roles: ["admin"] });
  /** A caller who owns nothing. */
  const stranger = told({ userId: 7, roles: [] });

  /** The ids of the notes, on both servers. */
  let notes: readonly unknown[] = [];

  beforeAll(async () => {
    notes = await fill(server, {
      salaries: [100, 200, 300],
      note: "hidden",
      authors: [2, 3],
      keeper: 1,
      writer: 1,
      mood: "low",
    });
    await fill(other, {
      salaries: [3000, 200, 10],
      note: "another",
      authors: [1, 1],
      keeper: 3,
      writer: 3,
      mood: "high",
    });
  });

  const get = (from: TestServer, path: string, headers = stranger) => {
    const named = path.replace(/#(\d)/, (_, number: string) => String(notes[Number(number) - 1]));
    return sender(from, headers)("GET", `/api/data/${named}`);
  };

  it.each(allowed)("%s does not reveal hidden values", async (path) => {
    const reply = await get(server, path);
    expect(reply.status, reply.text).toBe(path.startsWith("note/#") || path === "note/99" ? 404 : 200);
    expect((await get(other, path)).text).toBe(reply.text);
    expect(reply.text).not.toMatch(/hidden|another|low|high|salary/);
  });

  it.each(["note?count=true", "person?select=count(notes),salary", "note/aggregate?select=author,count()"])(
    "admins get different answers from servers with different hidden values, with %s",
    async (path) => {
      const reply = await get(server, path, admin);
      expect(reply.status).toBe(200);
      expect((await get(other, path, admin)).text).not.toBe(reply.text);
    },
  );

  it.each(forbidden)("%s does not reveal hidden values of %s", async (template, name) => {
    const absent = "q".repeat(name.length);
    const [reply, same, unknown] = [
      await get(server, template.replace("$", name)),
      await get(other, template.replace("$", name)),
      await get(server, template.replace("$", absent)),
    ];
    expect(reply.status, reply.text).toBe(400);
    expect(same.text).toBe(reply.text);
    expect(reply.text.replaceAll(name, absent)).toBe(unknown.text);
  });

  it("an unreadable record is answered like a missing one", async () => {
    const [hidden, absent] = [await get(server, "note/#3"), await get(server, "note/99")];
    expect(hidden.text).toBe(absent.text);
    expect(hidden.headers["etag"]).toBeUndefined();
  });

  const nextOf = async (path: string, headers = stranger) => {
    const { next } = (await get(server, path, headers)).json as { readonly next?: string };
    if (next === undefined) throw new Error("There is no next page.");
    return next;
  };

  it("cursors of other callers return only readable records", async () => {
    // The page of admins ends at a record that strangers may not read.
    const next = await nextOf("note?take=3", admin);
    const items = (reply: { readonly json: unknown }) =>
      (reply.json as { readonly items: readonly { readonly id: number }[] }).items.map(({ id }) => id);
    expect(items(await get(server, `note?after=${next}`, admin))).toEqual(notes.slice(3));
    expect(items(await get(server, `note?after=${next}`))).toEqual(notes.slice(4));
    const salaries = await nextOf("person?orderBy=salary&take=1", admin);
    expectProblem(await get(server, `person?orderBy=salary&after=${salaries}`), "invalid-order");
    expectProblem(await get(server, `person?orderBy=name&after=${salaries}`), "invalid-page");
  });

  it("cursors work only for the request that they were made for", async () => {
    const next = await nextOf("note?take=1&orderBy=text");
    const groups = await nextOf("note/aggregate?select=text,count()&take=1&orderBy=text");
    for (const path of [
      `note?after=${next}`,
      `note?orderBy=~text&after=${next}`,
      `note?orderBy=text,author&after=${next}`,
      `note?orderBy=theAuthor.name&after=${next}`,
      `person?orderBy=name&after=${next}`,
      `diary?orderBy=title&after=${next}`,
      `note?orderBy=text&after=${groups}`,
      `note/aggregate?select=text,count()&orderBy=text&after=${next}`,
      `note/aggregate?select=text,author&orderBy=text&after=${groups}`,
    ])
      expectProblem(await get(server, path), "invalid-page");
  });

  it("the length of cursors does not reveal the length of values", async () => {
    const [short, long] = [
      await nextOf("person?orderBy=name&take=1"),
      await nextOf("note?orderBy=text&take=1"),
    ];
    expect(short.length).toBe(long.length);
  });

  it("cursors cannot be forged", async () => {
    const next = await nextOf("note?take=1&orderBy=text");
    const bytes = Buffer.from(next, "base64url");
    const changed = Array.from(bytes, (byte, index) => {
      const copy = Buffer.from(bytes);
      copy[index] = byte ^ 1;
      return copy.toString("base64url");
    });
    const plainText = Buffer.from('["open 1",1]').toString("base64url");
    const cut = [next.slice(0, -1), `${next}A`, `${next}=`, next.slice(4), "A".repeat(next.length)];
    for (const after of [...changed, ...cut, plainText, "A".repeat(4000), "%00", "%F0%9F%98%80"])
      expectProblem(await get(server, `note?orderBy=text&after=${after}`), "invalid-page");
  });
}
