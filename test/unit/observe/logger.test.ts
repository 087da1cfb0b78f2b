import { execFile, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { describeError } from "../../../runtime/observe/describe-error.js";
import { createLogger } from "../../../runtime/observe/logger.js";
import { Metrics } from "../../../runtime/observe/metrics.js";

const module = new URL("../../../runtime/observe/logger.ts", import.meta.url).href;

/** The code of a separate process that creates a log. */
const createLog = `
  const { createJiti } = await import("jiti");
  const { createLogger } = await createJiti(${JSON.stringify(import.meta.url)}).import(${JSON.stringify(module)});
  const log = createLogger({ level: "info", destination: undefined });`;

it("the log continues if its destination fails", () => {
  const log = createLogger({
    level: "info",
    destination: {
      write: () => {
        throw new Error("The disk is full.");
      },
    },
  });
  expect(() => {
    log.info({}, "hello");
  }).not.toThrow();
});

it.skipIf(!existsSync("/dev/full"))("the log continues if its destination is full", () => {
  const full = openSync("/dev/full", "w");
  const script = `${createLog}
    for (let index = 0; index < 2000; index++) log.info({ index }, "x".repeat(100));
    console.log("goes on");`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", full],
    encoding: "utf8",
  });
  closeSync(full);
  expect(stdout).toBe("goes on\n");
});

it("the log loses no line if the process exits immediately", async () => {
  const script = `${createLog}
    for (let index = 0; index < 2000; index++) log.info({ index }, "x".repeat(100));
    process.exit(0);`;
  const { stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(stderr.trimEnd().split("\n")).toHaveLength(2000);
});

it.each([
  ["other values", "a secret", { type: "string", message: "A value was thrown that is not an error." }],
  ["a token", new Error("Bearer abc.def"), { message: "Bearer …" }],
  ["another token", new Error("got eyJhbGciOi.eyJzdWIi.c2lnbmF0 there"), { message: "got … there" }],
  ["a URL", new Error("postgres://me:pass@host/db"), { message: "postgres://…@host/db" }],
  ["a header", new Error("Set-Cookie: a=b"), { message: "Set-Cookie: …" }],
  ["JSON", new Error('{"passwordHash":"abc","a":1}'), { message: '{"passwordHash":…,"a":1}' }],
  [
    "an error of a driver",
    Object.assign(new Error(`Duplicate entry 'o'brien' for key "k" (x)`), {
      errno: 1062,
      sqlMessage: "o'brien",
    }),
    { message: "Duplicate entry …", errno: 1062 },
  ],
])("the log describes an error without its secrets and values: %s", (_, error, expected) => {
  const described = describeError(error);
  expect(described).toMatchObject(expected);
  expect(JSON.stringify(described)).not.toContain("brien");
});

it("the log follows a limited number of an error's causes", () => {
  const error = new Error("round");
  error.cause = error;
  expect(JSON.stringify(describeError(error)).match(/"type"/g)).toHaveLength(6);
});

it("the metrics of several processes are added up", async () => {
  const all = [
    new Metrics({ pool: () => undefined }),
    new Metrics({ pool: () => ({ open: 3, idle: 1, waiting: 2 }) }),
  ] as const;
  for (const metrics of all) {
    metrics.requestBegun();
    metrics.requestEnded("GET", "/a", 200, 0.1);
    metrics.requestBegun();
  }
  expect(await all[0].text()).toContain(
    'http_request_duration_seconds_count{method="GET",route="/a",status="200"} 1',
  );
  all[0].gatherWith(() => Promise.all(all.map((metrics) => metrics.asJson())));
  const text = await all[0].text();
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/a",status="200"} 2');
  expect(text).toContain("http_requests_in_flight 2");
  expect(text).toContain('data_api_pool_connections{state="used"} 2');
  expect(text).toContain("data_api_pool_waiting 2");
});
