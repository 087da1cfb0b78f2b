import { expect, it } from "vitest";
import { createLogger } from "../../../runtime/observe/logger.js";
import { createStatementObserver } from "../../../runtime/observe/statement-observer.js";
import type { LogLevel } from "../../../runtime/model/settings/server-settings.js";

function observer(level: LogLevel, slowStatement: number) {
  const lines: string[] = [];
  const log = createLogger({ level, destination: { write: (line) => lines.push(line) } });
  return {
    lines,
    observe: createStatementObserver("sqlite", log, undefined, slowStatement),
  };
}

const statement = { sql: `select ${"x".repeat(9_000)}`, operation: "page", entity: "note" };

it("statements that reach the limit for slow ones are logged, and no others", () => {
  const { lines, observe } = observer("warn", 1_000);
  observe?.(statement, performance.now() - 900);
  expect(lines).toEqual([]);
  observe?.(statement, performance.now() - 1_001, new Error("it failed as well"));
  const line = JSON.parse(lines.join("")) as Record<string, unknown>;
  expect(line).toMatchObject({ level: "warn", msg: "slow statement", operation: "page", entity: "note" });
  expect(line["ms"]).toBeGreaterThanOrEqual(1_001);
  expect(String(line["sql"]).length).toBeLessThan(4_096);
});

it("there is no observer of statements if nothing observes them", () => {
  expect(observer("error", 1_000).observe).toBeUndefined();
  expect(observer("silent", 1_000).observe).toBeUndefined();
  expect(observer("debug", 0).observe).toBeUndefined();
});
