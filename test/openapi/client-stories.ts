/** What the stories do with a client, in parts that are the same for all. They are compiled and run. */
const shared = `
/** Compiles only if the value has exactly this type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isSame = <A, B>(same: Same<A, B>): void => void same;
type State = "draft" | "it's" | "\`\${x}\`" | null;
/** Nulls are assigned, and members with defaults are left out. */
const input = (title: string) => ({ title, founded: 0, mood: null, grade: null, steps: null, year: null, price: null });
const changes = { state: null, done: null, year: 2024, data: { a: [1] }, grade: "b" as const };
const isRecord = <T>(value: T | number | null | undefined | readonly unknown[]): value is T =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const fail = (what: unknown): never => { throw new Error(JSON.stringify(what)); };
const found = { words: ["a", "[b"], numbers: [1, 2], data: JSON.stringify({ a: 1 }), year: 2024 };
const searched = { least: 5, numbers: [7], range: JSON.stringify({ from: 1 }) };
const lines = async (response: Response) => (await response.text()).trim().split("\\n").length;
const NDJSON = { Accept: "application/x-ndjson" };
const asText = (text: unknown) => text as string;
const line = JSON.stringify({ title: "of a stream", founded: 2000 });
const representation = { Prefer: "return=representation" };
`;

/** The stories by generator: \`story(url)\` answers with what happened. */
export const clientStories: Readonly<Record<string, string>> = {
  "openapi-fetch": `
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";
${shared}
export async function story(baseUrl: string) {
  const api = createClient<paths>({ baseUrl });
  const steps: unknown[] = [];
  const title = "of openapi-fetch";
  const body: components["schemas"]["NewThing"] = input(title);
  const created = await api.POST("/api/data/thing", { body, params: { header: representation } });
  const record = isRecord<components["schemas"]["Thing"]>(created.data as never) ? (created.data as components["schemas"]["Thing"]) : fail(created.error);
  isSame<typeof record.state, State>(true);
  isSame<typeof record.year, number | null>(true);
  steps.push([created.response.status, record.state, record.done, record.mood, record.year]);
  const { id } = record;
  const changed = await api.PATCH("/api/data/thing/{id}", { params: { path: { id } }, body: changes });
  steps.push([changed.response.status, changed.data]);
  const one = await api.GET("/api/data/thing/{access}/findbyid/{id}", { params: { path: { access: "public", id } } });
  const [whole = fail(one.error)] = one.data?.items ?? [];
  isSame<typeof whole.founded, number>(true);
  steps.push([whole.state, whole.done, whole.year, whole.data]);
  const queried = await api.POST("/api/data/thing/query", {
    body: { where: { title: { contains: title }, year: 2024 }, select: { title: true, grade: true }, orderBy: ["~id"] },
  });
  steps.push(queried.data?.items);
  const page = await api.GET("/api/data/thing", { params: { query: { where: ["year>2000", "title=" + title], take: 1, count: true } } });
  steps.push([page.data?.items.length, page.data?.count]);
  const groups = await api.GET("/api/data/thing/aggregate", { params: { query: { select: "year,count()", where: ["title=" + title] } } });
  steps.push(groups.data?.items.map((item) => item["count()"]));
  const order = await api.POST("/api/data/order_", { body: { name: title, lines: [{ text: "a" }] } });
  const orderid = typeof order.data === "number" ? order.data : fail(order.error);
  const path = { id: orderid };
  const added = await api.PATCH("/api/data/order_/{id}", { params: { path }, body: { lines: { create: [{ text: "b" }] } } });
  const counted = await api.GET("/api/data/order_/{id}", { params: { path, query: { select: "count(lines)" } } });
  const replaced = await api.PUT("/api/data/order_/{id}", { params: { path }, body: { lines: { set: [] } } });
  steps.push([added.response.status, counted.data?.["count(lines)"], replaced.response.status]);
  const batch = await api.POST("/api/batch", {
    body: { operations: [{ create: "thing", input: { title, founded: 1999 }, as: "x" }, { read: "thing", id: "@x.id", select: { founded: true } }] },
  });
  steps.push(batch.data?.results.map(({ status, record }) => [status, record?.["founded"]]));
  const calls = await api.GET("/api/operations/find", { params: { query: found } });
  steps.push(calls.data?.value);
  const search = await api.GET("/api/operations/search", { params: { query: searched } });
  steps.push(search.data?.given);
  const stream = await api.GET("/api/data/{entity}", { params: { path: { entity: "thing" }, query: { where: ["title=" + title] } }, headers: NDJSON, parseAs: "stream" });
  steps.push([stream.response.headers.get("content-type"), await lines(new Response(stream.data))]);
  const made = await api.POST("/api/data/{entity}", { params: { path: { entity: "thing" } }, body: line, bodySerializer: asText, headers: { "Content-Type": "application/x-ndjson" } });
  if (made.data?.created !== 1) fail(made);
  const wrong = await api.PATCH("/api/data/thing/{id}", { params: { path: { id } }, body: { year: 1 } });
  steps.push([wrong.error?.code, wrong.error?.errors?.[0]?.path]);
  return steps;
}
`,
  "hey-api": `
import * as api from "./index.js";
${shared}
export async function story(_baseUrl: string) {
  const steps: unknown[] = [];
  const title = "of hey-api";
  const body: api.NewThing = input(title);
  const created = await api.createThing({ body, headers: representation });
  const record = isRecord<api.Thing>(created.data as never) ? (created.data as api.Thing) : fail(created.error);
  isSame<typeof record.state, State>(true);
  isSame<typeof record.year, number | null>(true);
  steps.push([created.response?.status, record.state, record.done, record.mood, record.year]);
  const { id } = record;
  const changed = await api.updateThing({ path: { id }, body: changes });
  steps.push([changed.response?.status, changed.data]);
  const one = await api.findThingById({ path: { access: "public", id } });
  const [whole = fail(one.error)] = one.data?.items ?? [];
  isSame<typeof whole.founded, number>(true);
  steps.push([whole.state, whole.done, whole.year, whole.data]);
  const queried = await api.queryThing({
    body: { where: { title: { contains: title }, year: 2024 }, select: { title: true, grade: true }, orderBy: ["~id"] },
  });
  steps.push(queried.data?.items);
  const page = await api.readThingPage({ query: { where: ["year>2000", "title=" + title], take: 1, count: true } });
  steps.push([page.data?.items.length, page.data?.count]);
  const groups = await api.aggregateThing({ query: { select: "year,count()", where: ["title=" + title] } });
  steps.push(groups.data?.items.map((item) => item["count()"]));
  const order = await api.createOrder({ body: { name: title, lines: [{ text: "a" }] } });
  const path = { id: typeof order.data === "number" ? order.data : fail(order.error) };
  const added = await api.updateOrder({ path, body: { lines: { create: [{ text: "b" }] } } });
  const counted = await api.readOrder({ path, query: { select: "count(lines)" } });
  const replaced = await api.putOrder({ path, body: { lines: { set: [] } } });
  steps.push([added.response?.status, counted.data?.["count(lines)"], replaced.response?.status]);
  const batch = await api.batch({
    body: { operations: [{ create: "thing", input: { title, founded: 1999 }, as: "x" }, { read: "thing", id: "@x.id", select: { founded: true } }] },
  });
  steps.push(batch.data?.results.map(({ status, record }) => [status, record?.["founded"]]));
  const calls = await api.callFind({ query: found });
  steps.push(calls.data?.value);
  const search = await api.callSearch({ query: searched });
  steps.push(search.data?.given);
  const stream = await api.streamRecords({ path: { entity: "thing" }, query: { where: ["title=" + title] }, headers: NDJSON, parseAs: "stream" });
  steps.push([stream.response?.headers.get("content-type"), await lines(new Response(stream.data as never))]);
  const made = await api.createRecordStream({ path: { entity: "thing" }, body: line, bodySerializer: asText });
  if (made.data?.created !== 1) fail(made.error);
  const wrong = await api.updateThing({ path: { id }, body: { year: 1 } });
  steps.push([wrong.error?.code, wrong.error?.errors?.[0]?.path]);
  return steps;
}
`,
  "swagger-typescript-api": `
import { Api, type NewThing, type Problem, type Thing } from "./api.js";
${shared}
export async function story(baseUrl: string) {
  const api = new Api({ baseUrl });
  const steps: unknown[] = [];
  const title = "of swagger-typescript-api";
  const body: NewThing = input(title);
  const created = await api.thing.createThing(body, { headers: representation });
  const record = isRecord<Thing>(created.data as never) ? (created.data as Thing) : fail(created.error);
  isSame<typeof record.state, State>(true);
  isSame<typeof record.year, number | null>(true);
  steps.push([created.status, record.state, record.done, record.mood, record.year]);
  const { id } = record;
  const changed = await api.thing.updateThing({ id }, changes);
  steps.push([changed.status, changed.data]);
  const one = await api.thing.findThingById({ access: "public", id });
  const [whole = fail(one.error)] = one.data.items;
  isSame<typeof whole.founded, number>(true);
  steps.push([whole.state, whole.done, whole.year, whole.data]);
  const queried = await api.thing.queryThing({
    where: { title: { contains: title }, year: 2024 }, select: { title: true, grade: true }, orderBy: ["~id"],
  });
  steps.push(queried.data.items);
  const page = await api.thing.readThingPage({ where: ["year>2000", "title=" + title], take: 1, count: true });
  steps.push([page.data.items.length, page.data.count]);
  const groups = await api.thing.aggregateThing({ select: "year,count()", where: ["title=" + title] });
  steps.push(groups.data.items.map((item) => item["count()"] as unknown));
  const order = await api.order.createOrder({ name: title, lines: [{ text: "a" }] });
  const orderid = typeof order.data === "number" ? order.data : fail(order.error);
  const added = await api.order.updateOrder({ id: orderid }, { lines: { create: [{ text: "b" }] } });
  const counted = await api.order.readOrder({ id: orderid, select: "count(lines)" });
  const replaced = await api.order.putOrder({ id: orderid }, { lines: { set: [] } });
  steps.push([added.status, counted.data["count(lines)"], replaced.status]);
  const batch = await api.batch2.batch({
    operations: [{ create: "thing", input: { title, founded: 1999 }, as: "x" }, { read: "thing", id: "@x.id", select: { founded: true } }],
  });
  steps.push(batch.data.results.map(({ status, record }) => [status, record?.["founded"] as unknown]));
  const calls = await api.operations2.callFind(found);
  steps.push(calls.data.value);
  const search = await api.operations2.callSearch(searched);
  steps.push(search.data.given);
  const stream = await api.streams2.streamRecords({ entity: "thing", where: ["title=" + title] }, { headers: NDJSON });
  steps.push([stream.headers.get("content-type"), await lines(stream)]);
  const wrong = await api.thing.updateThing({ id }, { year: 1 }).catch((response: { error: Problem }) => response);
  steps.push([wrong.error.code, wrong.error.errors?.[0]?.path]);
  return steps;
}
`,
  orval: `
import * as api from "./api.js";
${shared}
export async function story(_baseUrl: string) {
  const steps: unknown[] = [];
  const title = "of orval";
  const body: api.NewThing = input(title);
  const created = await api.createThing(body, { headers: representation });
  const record = created.status === 201 && isRecord<api.Thing>(created.data as never) ? (created.data as api.Thing) : fail(created.data);
  isSame<typeof record.state, State>(true);
  isSame<typeof record.year, number | null>(true);
  steps.push([created.status, record.state, record.done, record.mood, record.year]);
  const { id } = record;
  const changed = await api.updateThing(id, changes);
  steps.push([changed.status, changed.data]);
  const one = await api.findThingById("public", id);
  const [whole = fail(one)] = one.status === 200 ? one.data.items : [];
  isSame<typeof whole.founded, number>(true);
  steps.push([whole.state, whole.done, whole.year, whole.data]);
  const queried = await api.queryThing({
    where: { title: { contains: title }, year: 2024 }, select: { title: true, grade: true }, orderBy: ["~id"],
  });
  steps.push(queried.status === 200 ? queried.data.items : queried);
  const page = await api.readThingPage({ where: ["year>2000", "title=" + title], take: 1, count: true });
  steps.push(page.status === 200 ? [page.data.items.length, page.data.count] : page);
  const groups = await api.aggregateThing({ select: "year,count()", where: ["title=" + title] });
  steps.push(groups.status === 200 ? groups.data.items.map((item) => item["count()"]) : groups);
  const order = await api.createOrder({ name: title, lines: [{ text: "a" }] });
  const orderid = order.status === 201 && typeof order.data === "number" ? order.data : fail(order);
  const added = await api.updateOrder(orderid, { lines: { create: [{ text: "b" }] } });
  const counted = await api.readOrder(orderid, { select: "count(lines)" });
  const replaced = await api.putOrder(orderid, { lines: { set: [] } });
  steps.push([added.status, counted.status === 200 ? counted.data["count(lines)"] : counted, replaced.status]);
  const batch = await api.batch({
    operations: [{ create: "thing", input: { title, founded: 1999 }, as: "x" }, { read: "thing", id: "@x.id", select: { founded: true } }],
  });
  steps.push(batch.status === 200 ? batch.data.results.map(({ status, record }) => [status, record?.["founded"]]) : batch);
  const calls = await api.callFind(found);
  steps.push(calls.status === 200 ? calls.data.value : calls);
  const search = await api.callSearch(searched);
  steps.push(search.status === 200 ? search.data.given : search);
  const answer = await api.streamRecords("thing", { where: ["title=" + title] }, { headers: NDJSON });
  const { headers, stream } = answer as typeof answer & { readonly stream: Response };
  steps.push([headers.get("content-type"), await lines(stream)]);
  const wrong = await api.updateThing(id, { year: 1 });
  steps.push(wrong.status === 400 ? [wrong.data.code, wrong.data.errors?.[0]?.path] : wrong);
  return steps;
}
`,
};
