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
      const reply = await server.request("POST", "/api/data/user", { body });
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
      const reply = await server.request("POST", "/api/data/offer", { body });
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
}
