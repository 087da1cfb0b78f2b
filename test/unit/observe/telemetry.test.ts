import { context, metrics, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Kysely } from "kysely";
import { DataApi } from "data-api";
import manifest from "../../../package.json" with { type: "json" };
import { field, openEntity } from "../../conformance/fields.js";
import type { Reply, RequestOptions } from "../../conformance/http-client.js";
import { lineLike, testLog } from "../../conformance/reports.js";
import type { TestApi } from "../../conformance/start-server.js";
import { createKey, Provider } from "../access/provider.js";
import { useDatabaseFile } from "../sqlite/open-database.js";
import { traceContext } from "./trace-context.js";
import { serveApi } from "../../conformance/start.js";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const traceparent = `00-${TRACE_ID}-${PARENT}-01`;
const TEMPLATE = "/api/data/note/:access/findbyid/:id";

const spans = new InMemorySpanExporter();
const figures = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: figures, exportIntervalMillis: 3_600_000 });

function registerSdk(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(traceContext);
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
}

const entities = { note: openEntity({ title: field("string") }) };

async function serve(
  api: TestApi,
): Promise<(method: string, path: string, o?: RequestOptions) => Promise<Reply>> {
  const { request } = await serveApi(api);
  return (method, path, options) => request(method, path, options);
}

/** The spans of a request. Its own span ends after the answer was sent. */
async function spansOf(name: string): Promise<readonly ReadableSpan[]> {
  await expect.poll(() => spans.getFinishedSpans().map((span) => span.name)).toContain(name);
  return spans.getFinishedSpans();
}

describe("spans and metrics of OpenTelemetry", () => {
  const file = useDatabaseFile();

  beforeEach(() => {
    spans.reset();
  });
  afterAll(() => {
    for (const api of [context, propagation, trace, metrics]) api.disable();
  });

  it("spans are not created without an SDK of OpenTelemetry, and no trace is passed on", async () => {
    const api = file.createApi(entities);
    let headers: object | undefined;
    api.app.get("/own", (_req, res) => {
      propagation.inject(context.active(), (headers = {}));
      res.end();
    });
    await (
      await serve(api)
    )("GET", "/own", { headers: { traceparent } });
    expect(headers).toEqual({});
    expect(spans.getFinishedSpans()).toEqual([]);
    expect(trace.getActiveSpan()).toBeUndefined();
  });

  it("spans describe requests and their statements in the caller's trace, without values", async () => {
    // An SDK may be registered after the server was created, but before it starts.
    const api = file.createApi(entities);
    registerSdk();
    const send = await serve(api);
    await send("POST", "/api/data/note", { body: { title: "hunter2" } });
    spans.reset();
    const headers = { traceparent, Authorization: "Bearer hunter2", Cookie: "hunter2" };
    await send("GET", "/api/data/note/public/findbyid/1?q=hunter2", { headers });
    const [statement, request, ...more] = await spansOf(`GET ${TEMPLATE}`);
    expect(more).toEqual([]);
    expect(request?.attributes).toEqual({
      "http.request.method": "GET",
      "http.route": TEMPLATE,
      "http.response.status_code": 200,
    });
    expect(request?.spanContext().traceId).toBe(TRACE_ID);
    expect(request?.parentSpanContext?.spanId).toBe(PARENT);
    expect(statement?.name).toBe("SELECT note");
    expect(statement?.attributes).toEqual({
      "db.system.name": "sqlite",
      "db.operation.name": "SELECT",
      "db.collection.name": "note",
      "db.query.text": expect.stringMatching(/^select .* where "id" = \?/) as unknown,
    });
    expect(statement?.spanContext().traceId).toBe(TRACE_ID);
    expect(statement?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    await lineLike({ traceId: TRACE_ID, route: TEMPLATE });
  });

  it("spans never contain a value of a write, a condition or an error", async () => {
    const api = file.createApi(entities);
    const send = await serve(api);
    await send("POST", "/api/data/note", { body: { title: "hunter2" } });
    await send("PATCH", "/api/data/note/1", { body: { title: "hunter2" } });
    await send("GET", "/api/data/note/public/findbycondition/id/0/9/title=hunter2");
    await send("GET", "/hunter2/hunter2");
    const { db } = api.repository("note") as unknown as { db: Kysely<{ note: { title: string } }> };
    await db.selectFrom("note").selectAll().where("title", "=", "hunter2").execute();
    await db.schema.dropTable("note").execute();
    expect((await send("DELETE", "/api/data/note/1")).status).toBe(503);
    const all = await spansOf("DELETE /api/data/note/:id");
    const said = all.map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
    expect(JSON.stringify(said)).not.toContain("hunter2");
    expect(said.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["INSERT note", "UPDATE note", "SELECT note", "SELECT", "GET …"]),
    );
    const failed = said.filter(({ status }) => status.code === SpanStatusCode.ERROR);
    expect(failed.map(({ name, attributes }) => [name, attributes["error.type"]])).toEqual(
      expect.arrayContaining([
        ["DELETE /api/data/note/:id", "503"],
        ["DELETE note", "missing"],
      ]),
    );
  });

  it("spans of custom handlers belong to the request, whose trace is passed on", async () => {
    const api = file.createApi(entities);
    const passedOn: Record<string, string> = {};
    api.app.get("/own/:id", async (_req, res) => {
      await api.repository("note").count();
      trace.getTracer("own").startSpan("mine").end();
      propagation.inject(context.active(), passedOn);
      res.end();
    });
    const send = await serve(api);
    spans.reset();
    await send("GET", "/own/hunter2", { headers: { traceparent } });
    const all = await spansOf("GET /own/:id");
    const request = all.find(({ name }) => name === "GET /own/:id");
    const children = all.filter((span) => span !== request);
    expect(children.map(({ name }) => name).toSorted()).toEqual(["SELECT note", "mine"]);
    for (const { parentSpanContext } of children)
      expect(parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    expect(passedOn["traceparent"]).toBe(`00-${TRACE_ID}-${request?.spanContext().spanId}-01`);
  });

  it("the trace of a request continues at the identity provider", async () => {
    const provider = await Provider.start(createKey());
    const passedOn: unknown[] = [];
    for (const [path, answer] of Object.entries(provider.answers))
      provider.answers[path] = (req, res) => {
        passedOn.push(req.headers["traceparent"]);
        answer(req, res);
      };
    const api = new DataApi({
      database: { dialect: "sqlite", name: ":memory:" },
      auth: { jwt: { issuer: provider.issuer, audience: "api" } },
      entities,
      server: { host: "127.0.0.1", log: testLog },
    }) as unknown as TestApi;
    const send = await serve(api);
    const headers = { traceparent, Authorization: `Bearer ${await provider.sign()}` };
    await send("GET", "/api/data/note/public/findbyid/7", { headers });
    const ofRequest = expect.stringMatching(`^00-${TRACE_ID}-(?!${PARENT})`) as unknown;
    expect(passedOn).toEqual([ofRequest, ofRequest]);
    await api.stopAsync();
    await provider.stop();
  });

  // An application may have another copy of the API than the product. An API serves SDKs of its own minor version and of
  // newer ones, and keeps still about older ones.
  it("only copies of the API that serve the SDKs of all its versions are installed", () => {
    expect(manifest.dependencies["@opentelemetry/api"]).toMatch(/^~1\.9\.\d+$/);
  });

  it.each(["1.9.0", "1.10.0"])(
    "spans reach an SDK that version %s of the API registered",
    async (version) => {
      const registered = Symbol.for("opentelemetry.js.api.1");
      const others = new InMemorySpanExporter();
      const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(others)] });
      const before: unknown = Reflect.get(globalThis, registered);
      Reflect.set(globalThis, registered, { version, trace: provider });
      try {
        const send = await serve(file.createApi(entities));
        await send("GET", "/api/data/note/public/findbyid/7");
        await expect
          .poll(() => others.getFinishedSpans().map(({ name }) => name))
          .toEqual(["SELECT note", `GET ${TEMPLATE}`]);
      } finally {
        Reflect.set(globalThis, registered, before);
      }
    },
  );

  it("metrics of OpenTelemetry count and measure requests and statements", async () => {
    const api = file.createApi(entities);
    const send = await serve(api);
    await send("GET", "/api/data/note/public/findbyid/7");
    await spansOf(`GET ${TEMPLATE}`);
    await reader.forceFlush();
    const found = figures
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap(({ metrics: each }) =>
        each.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints]),
      );
    const points = new Map(found as [string, { attributes: object; value: unknown }[]][]);
    expect(points.get("http.server.request.duration")?.map(({ attributes }) => attributes)).toContainEqual({
      "http.request.method": "GET",
      "http.route": TEMPLATE,
      "http.response.status_code": 200,
    });
    const active = points.get("http.server.active_requests") ?? [];
    expect(active.length).toBeGreaterThan(0);
    for (const { value } of active) expect(value).toBe(0);
    expect(points.get("db.client.operation.duration")?.map(({ attributes }) => attributes)).toContainEqual({
      "db.system.name": "sqlite",
      "db.operation.name": "SELECT",
      "db.collection.name": "note",
    });
    expect(JSON.stringify([...points])).not.toContain("hunter2");
  });
});
