import { ApiError, type InputIssue } from "data-api";
import { describeIssues } from "data-api/client";
import { describe, expect, it } from "vitest";
import { expectProblem } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";

export function issueParamCases({ serve }: Harness): void {
  describe("parameters of mistakes in users", () => {
    const server = serve({ auth: { secretKey: "k".repeat(32) }, entities: {} });

    it("the parameters of mistakes say the limits of user names and passwords in a registration", async () => {
      const body = { username: "x".repeat(200), password: "Aa1!" };
      const reply = await server.post("/api/data/user", body);
      const { errors = [] } = expectProblem(reply, "invalid-fields");
      expect(describeIssues(errors).map(({ message }) => message)).toEqual([
        "Username may have at most 128 characters.",
        expect.stringMatching(/^Password must have at least \d+ characters\.$/),
        "Confirm password is required.",
      ]);
    });
  });

  describe("parameters of mistakes", () => {
    const server = serve({
      entities: {
        offer: openEntity({
          title: field("string", { isRequired: true }),
          code: field("string", { minLength: 3, maxLength: 5 }),
          longcode: field("string", { minLength: 3, maxLength: 5 }),
          note: field("string", { minLength: 1 }),
          unitPrice: field("decimal", { scale: 2 }),
          exact: field("decimal", { scale: 2 }),
          rate: field("float", { minimum: 0 }),
          stars: field("int", { maximum: 5 }),
          amount: field("int"),
          big: field("bigint"),
          state: field("string", { values: ["open", "done"] }),
          kind: field("enum", { values: ["a", "b"] }),
          tags: field("list", { of: "string", maxItems: 1 }),
          raw: field("bytes", { maxLength: 2 }),
          day: field("date"),
          flag: field("boolean"),
        }),
      },
    });
    const body = {
      ...{ code: "ab", longcode: "abcdef", note: "", unitPrice: "x", exact: "1.234", rate: -1, stars: 1000 },
      ...{ amount: 3e9, big: "99999999999999999999", state: "x", kind: "c", tags: ["a", "b"], raw: "AAAA" },
      ...{ day: "soon", flag: "perhaps" },
    };

    it("the parameters of mistakes say what the messages say, and let a client word them", async () => {
      const reply = await server.post("/api/data/offer", body);
      const { errors = [] } = expectProblem(reply, "invalid-fields");
      const told = errors.map(({ path, code, params }) => [path, code, params]);
      expect(Object.fromEntries(told.map(([path, ...rest]) => [path, rest]))).toEqual({
        title: ["required", undefined],
        code: ["too-short", { minimum: 3, unit: "characters" }],
        longcode: ["too-long", { maximum: 5, unit: "characters" }],
        note: ["too-short", { minimum: 1, unit: "characters" }],
        unitPrice: ["wrong-type", { type: "decimal" }],
        exact: ["not-exact", { maximum: 2 }],
        rate: ["out-of-range", { minimum: 0 }],
        stars: ["out-of-range", { maximum: 5 }],
        amount: ["out-of-range", { minimum: -2147483648, maximum: 2147483647 }],
        big: ["out-of-range", { minimum: "-9223372036854775808", maximum: "9223372036854775807" }],
        state: ["not-listed", { values: ["open", "done"] }],
        kind: ["not-listed", { values: ["a", "b"] }],
        tags: ["too-long", { maximum: 1, unit: "items" }],
        raw: ["too-long", { maximum: 2, unit: "bytes" }],
        day: ["wrong-type", { type: "date" }],
        flag: ["wrong-type", { type: "boolean" }],
      });
      const worded = Object.fromEntries(describeIssues(errors).map(({ path, message }) => [path, message]));
      expect(worded).toMatchObject({
        title: "Title is required.",
        note: "Note must not be empty.",
        unitPrice: "Unit price must be a number such as 12.50.",
        exact: "Exact may have at most 2 digits after the point.",
        amount: "Amount must be between -2,147,483,648 and 2,147,483,647.",
        state: "State must be open or done.",
        raw: "Raw may have at most 2 bytes.",
      });
    });
  });

  describe("the same mistakes everywhere", () => {
    const tags = { targetEntityName: "tag", resolvedEntityName: "theTags", isManyToMany: true } as const;
    const box = {
      targetEntityName: "box",
      resolvedEntityName: "box",
      inverseName: "things",
      isWritable: true,
    };
    const server = serve({
      batch: true,
      entities: {
        tag: openEntity({}),
        box: openEntity({ word: field("string") }),
        thing: openEntity({
          boxid: field("int", { foreignKey: box }),
          code: field("string", { isUnique: true }),
          title: field("text", { isRequired: true }),
          kind: field("enum", { values: ["a", "b"], isRequired: true }),
          count: field("int", { isRequired: true, minimum: 1 }),
          words: field("list", { of: "string", maxItems: 2, isRequired: true }),
          days: field("list", { of: "date", maxItems: 1 }),
          tags: field("int", { foreignKey: tags }),
        }),
      },
    });
    const right = { code: "a", title: "t", kind: "a", count: 1, words: [] };
    const mistakes: readonly Readonly<Record<string, unknown>>[] = [
      { title: null, kind: null, count: null, words: null },
      { title: 5, kind: 5, count: "x", words: "x", tags: "x" },
      { title: [], kind: "c", count: 0, words: [null, 1], tags: {} },
      { words: ["a", "b", 5], days: ["soon", "2024-02-29"] },
      { words: ["a", "b", "c"], days: [], tags: [1, 1], count: 1.5 },
      { tags: ["x", ...Array<number>(1_000).fill(1)] },
    ];

    it.each(mistakes.map((mistake) => [JSON.stringify(mistake).slice(0, 60), mistake] as const))(
      "a mistake has the same code and parameters wherever a record is written: %s",
      async (_title, mistake) => {
        const things = server.api.repository("thing");
        const boxes = server.api.repository("box");
        await things.deleteMany({ where: {} });
        const { id } = await things.create(right);
        const { id: boxId } = await boxes.create({ word: "x" });
        const created = { ...right, code: "b", ...mistake };
        const send = async (method: string, path: string, body: unknown, headers = {}) =>
          expectProblem(await server.request(method, path, { body, headers }), "invalid-fields").errors ?? [];
        const issuesOf = async (work: Promise<unknown>) => {
          const error = await work.catch((reason: unknown) => reason);
          return error instanceof ApiError ? error.issues : [];
        };
        const data = "/api/data/thing";
        const creating = { create: "thing", input: created };
        const doors: Readonly<Record<string, readonly InputIssue[]>> = {
          "": await send("POST", data, created),
          "0.": await send("POST", data, [created]),
          "1.": await send("POST", data, `${JSON.stringify(created)}\n`, {
            "Content-Type": "application/x-ndjson",
            Prefer: "handling=strict",
          }),
          "things.0.": await send("POST", "/api/data/box", { things: [created] }),
          "things.create.0.": await send("PATCH", `/api/data/box/${boxId}`, {
            things: { create: [created] },
          }),
          "things.set.0.": await send("PATCH", `/api/data/box/${boxId}`, { things: { set: [created] } }),
          "operations.0.input.": await send("POST", "/api/batch", { operations: [creating] }),
        };
        const changing = { update: "thing", id, changes: mistake };
        const changed: Readonly<Record<string, readonly InputIssue[]>> = {
          "": await send("PATCH", `${data}/${id}`, mistake),
          "0.": await send("PATCH", data, [{ id, ...mistake }]),
          "operations.0.changes.": await send("POST", "/api/batch", { operations: [changing] }),
        };
        const prefixed = [doors, changed].flatMap((all) =>
          Object.entries(all).map(([prefix, issues]) =>
            issues.map((issue) => {
              expect(issue.path.startsWith(prefix), `${issue.path} in ${prefix}`).toBe(true);
              return { ...issue, path: issue.path.slice(prefix.length) };
            }),
          ),
        );
        const alike = [
          ...prefixed,
          await send("PUT", `${data}?onConflict=code`, created),
          await send("PATCH", `${data}?where=id>0`, mistake),
          await issuesOf(things.create(created)),
          await issuesOf(things.update(id, mistake)),
        ].map((issues) =>
          issues
            .map(({ path, code, params }) => ({ path, code, params }))
            .toSorted((one, other) => one.path.localeCompare(other.path)),
        );
        expect(alike[0]).not.toEqual([]);
        for (const each of alike) expect(each).toEqual(alike[0]);
      },
    );
  });
}
