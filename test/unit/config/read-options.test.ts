import { describe, expect, it } from "vitest";
import type { Config } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { openEntity } from "../../conformance/fields.js";

const base = {
  database: { dialect: "sqlite", name: ":memory:" },
  entities: { note: openEntity({}) },
} as const;
const cursorKey = "0123456789abcdef0123456789abcdef";
type Server = Config["server"];

const check = (options: object) =>
  checkConfig({ ...base, ...options }).map(({ path, message, hint }) => [
    path,
    message,
    ...(hint ? [hint] : []),
  ]);

describe("the endpoints for reads", () => {
  it("the endpoints for reads are all of them by default, or those that are named", () => {
    expect(resolveModel(base).endpoints).toEqual(["path", "query"]);
    expect(resolveModel({ ...base, endpoints: ["query"] }).endpoints).toEqual(["query"]);
    expect(resolveModel({ ...base, endpoints: ["query", "path"] }).endpoints).toEqual(["query", "path"]);
  });

  it.each([
    [[], ["endpoints", "found a list; must have at least one item."]],
    [
      ["path", "path"],
      ["endpoints", "found a list; must name each once."],
    ],
    ["path", ["endpoints", 'found "path"; must be a list.']],
    [
      ["path", "querry"],
      ["endpoints.1", 'found "querry"; allowed: "path", "query".', 'Did you mean "query"?'],
    ],
  ])(
    "the endpoints for reads must be known names, each once and at least one: not %j",
    (endpoints, mistake) => {
      expect(check({ endpoints })).toEqual([mistake]);
    },
  );
});

describe("the limits of reads", () => {
  const limitsOf = (server?: Server) => {
    const { entities } = resolveModel({ ...base, ...(server !== undefined && { server }) });
    const { defaultTake, defaultNestedTake, maxDepth, maxRecords, maxConditionTerms } =
      entities[0]?.limits ?? {};
    return { defaultTake, defaultNestedTake, maxDepth, maxRecords, maxConditionTerms };
  };

  it("the limits of reads have defaults, and can be set in the configuration", () => {
    const usual = {
      defaultTake: 20,
      defaultNestedTake: 20,
      maxDepth: 5,
      maxRecords: 100_000,
      maxConditionTerms: 100,
    };
    expect(limitsOf()).toEqual(usual);
    expect(limitsOf({ maxTake: 7 })).toEqual({ ...usual, defaultTake: 7 });
    const own = {
      defaultTake: 5,
      defaultNestedTake: 1_000,
      maxDepth: 0,
      maxRecords: 1,
      maxConditionTerms: 3,
    };
    expect(limitsOf(own)).toEqual(own);
  });

  it.each([
    [{ defaultTake: 0 }, ["server.defaultTake", "found 0; must be at least 1."]],
    [{ defaultTake: 21, maxTake: 20 }, ["server.defaultTake", 'found 21, more than the 20 of "maxTake".']],
    [{ defaultTake: 1_001 }, ["server.defaultTake", 'found 1001, more than the 1000 of "maxTake".']],
    [{ defaultNestedTake: 1_001 }, ["server.defaultNestedTake", "found 1001; must be at most 1000."]],
    [{ maxDepth: -1 }, ["server.maxDepth", "found -1; must be at least 0."]],
    [{ maxDepth: 21 }, ["server.maxDepth", "found 21; must be at most 20."]],
    [{ maxRecords: 0 }, ["server.maxRecords", "found 0; must be at least 1."]],
    [{ maxRecords: 1.5 }, ["server.maxRecords", "found 1.5; must be a whole number."]],
  ])("the limits of reads have bounds themselves: %j", (server, mistake) => {
    expect(check({ server })).toEqual([mistake]);
  });
});

describe("the key of cursors", () => {
  const place = "server.cursorKey";
  const make = "Make one with node -p \"crypto.randomBytes(32).toString('base64url')\".";
  const short = `is too short: it must have at least 32 random bytes in UTF-8. ${make}`;

  it("the key of cursors is a text of sufficient length, and may be missing", () => {
    expect(resolveModel({ ...base, server: { cursorKey } }).server.cursorKey).toBe(cursorKey);
    expect(resolveModel({ ...base, server: { cursorKey: "é".repeat(16) } }).warnings).toEqual([]);
    expect(resolveModel(base).server.cursorKey).toBeUndefined();
  });

  it.each([
    [{ cursorKey: "" }, short],
    [{ cursorKey: cursorKey.slice(1) }, short],
    [
      { cursorKey: undefined },
      `has no value: set the variable that it comes from, or remove it. ${make} Commands read ".env", a script of your own with "node --env-file=.env".`,
    ],
    // The value may be a secret: the message does not show it.
    [{ cursorKey: 12_345 }, "found something else; must be text."],
  ])("the key of cursors cannot be %j", (server, mistake) => {
    expect(check({ server })).toEqual([[place, mistake]]);
  });

  it("the key of cursors cannot be set if it follows from auth.secretKey", () => {
    const auth = { secretKey: cursorKey };
    expect(check({ auth, server: { cursorKey } })).toEqual([
      [place, 'the key is made from "auth.secretKey" already: remove it.'],
    ]);
    expect(check({ auth: { identify: () => undefined }, server: { cursorKey } })).toEqual([]);
  });
});
