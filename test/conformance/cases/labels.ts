import { defineOperation } from "data-api";
import { describeIssues } from "data-api/client";
import { z } from "data-api/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { expectProblem } from "../expectations.js";
import { everybody, field, openEntity, plain } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";

interface Labelled {
  readonly path: string;
  readonly code: string;
  readonly label?: string;
}

/** The path, code and label of each mistake. */
function labelsIn({ json }: Reply) {
  const { errors = [] } = json as { readonly errors?: readonly Labelled[] };
  return errors.map(({ path, code, label }) => [path, code, label]);
}

/** What people call fields, in the problems that are about them. */
export function labelCases({ serve }: Harness): void {
  describe("labels of fields", () => {
    const server = serve({
      auth: { secretKey: "k".repeat(32) },
      batch: {},
      entities: {
        user: openEntity({
          username: field("string", { isRequired: true, label: "Name to log in with" }),
          password: field("secret", { isRequired: true, label: "Secret word" }),
        }),
        tag: plain({ name: field("string") }),
        offer: plain({
          title: field("string", { isRequired: true, isUnique: true, label: "Headline" }),
          unitPrice: field("decimal", { label: "Price" }),
          unnamed: field("int"),
          words: field("list", { of: "string", maxItems: 3, label: "Keywords" }),
          data: field("json", { label: "Data" }),
          orderBy: field("int", { label: "Place in the list" }),
          tagids: field("int", {
            label: "Tags",
            foreignKey: { targetEntityName: "tag", resolvedEntityName: "tags", isManyToMany: true },
          }),
        }),
        part: plain({
          amount: field("int", { label: "Quantity" }),
          create: field("int", { label: "Made in" }),
          offerid: field("int", {
            isRequired: true,
            isEditable: false,
            label: "Offer",
            foreignKey: {
              targetEntityName: "offer",
              resolvedEntityName: "offer",
              inverseName: "parts",
              isWritable: true,
            },
          }),
        }),
        staff: {
          fields: {
            name: field("string", { label: "Full name" }),
            pay: field("int", { label: "Yearly pay" }),
          },
          permissions: {
            ...everybody,
            create: [{ role: "guest", fields: { exclude: ["pay"] } }],
            read: [{ role: "guest", fields: { exclude: ["pay"] } }],
          },
        },
      },
      operations: {
        quote: defineOperation({
          parameters: { least: { type: "decimal", label: "Lowest price" }, days: { type: "int" } },
          permissions: ["guest"],
          handler: () => undefined,
        }),
        rate: defineOperation({
          input: z.object({ stars: z.number().max(5).meta({ title: "Stars given" }) }),
          permissions: ["guest"],
          handler: () => undefined,
        }),
      },
    });
    const post = (path: string, body: unknown) => server.post(path, body);

    beforeAll(async () => {
      await post("/api/data/offer", { title: "taken" });
    });

    it("labels of fields stand beside mistakes in these fields, and word them", async () => {
      const reply = await post("/api/data/offer", {
        ...{ unitPrice: "x", unnamed: "x", words: ["a", 2], tagids: ["x"], orderBy: "x" },
      });
      const { errors = [] } = expectProblem(reply, "invalid-fields");
      expect(labelsIn(reply)).toEqual([
        ["title", "required", "Headline"],
        ["unitPrice", "wrong-type", "Price"],
        ["unnamed", "wrong-type", undefined],
        ["words.1", "wrong-type", "Keywords"],
        ["orderBy", "wrong-type", "Place in the list"],
        ["tagids.0", "wrong-type", "Tags"],
      ]);
      expect(describeIssues(errors).map(({ message }) => message)).toEqual([
        "Headline is required.",
        "Price must be a number such as 12.50.",
        "Unnamed must be a whole number.",
        "Keywords must be text.",
        "Place in the list must be a whole number.",
        "Tags must be a whole number.",
      ]);
    });

    it("labels of fields stand beside mistakes in each record of an array, and in records of its lists", async () => {
      const records = [{ title: "a", unitPrice: "x" }, { parts: [{ amount: "x" }, { create: "x" }, 5] }];
      expect(labelsIn(await post("/api/data/offer", records))).toEqual([
        ["0.unitPrice", "wrong-type", "Price"],
        ["1.title", "required", "Headline"],
        ["1.parts.2", "wrong-type", undefined],
      ]);
      records[1]?.parts?.pop();
      expect(labelsIn(await post("/api/data/offer", records))).toEqual([
        ["0.unitPrice", "wrong-type", "Price"],
        ["1.title", "required", "Headline"],
        ["1.parts.0.amount", "wrong-type", "Quantity"],
        ["1.parts.1.create", "wrong-type", "Made in"],
      ]);
      const body = { parts: { create: [{ amount: "x", offerid: 1 }], update: [{ id: 1, create: "x" }] } };
      expect(labelsIn(await server.patch("/api/data/offer/1", body))).toEqual([
        ["parts.create.0.amount", "wrong-type", "Quantity"],
        ["parts.update.0.create", "wrong-type", "Made in"],
      ]);
    });

    it("labels of fields stand beside mistakes that the database finds", async () => {
      expect(labelsIn(await post("/api/data/offer", { title: "taken" }))).toEqual([
        ["title", "not-unique", "Headline"],
      ]);
      const lost = await post("/api/data/part", { offerid: 99 });
      expect(labelsIn(lost)).toEqual([["offerid", "no-such-record", "Offer"]]);
    });

    it("labels of fields stand beside mistakes in batches, and in the reports on lines", async () => {
      const operations = [
        { create: "tag", input: { name: "x" } },
        { create: "offer", input: { title: "b", unitPrice: "x" } },
      ];
      expect(labelsIn(await post("/api/batch", { operations }))).toEqual([
        ["operations.1.input.unitPrice", "wrong-type", "Price"],
      ]);
      const lines = { headers: { "Content-Type": "application/x-ndjson" }, body: '{"unitPrice":"x"}' };
      const { json } = await server.request("POST", "/api/data/offer", lines);
      expect(json).toMatchObject({
        errors: [
          {
            line: 1,
            errors: [
              { path: "title", label: "Headline" },
              { path: "unitPrice", label: "Price" },
            ],
          },
        ],
      });
    });

    it("labels of user fields stand beside mistakes in registrations and log-ins", async () => {
      expect(labelsIn(await post("/api/data/user", { password: "Aa1!" }))).toEqual([
        ["username", "required", "Name to log in with"],
        ["password", "too-short", "Secret word"],
        ["confirmPassword", "required", undefined],
      ]);
      expect(labelsIn(await post("/api/auth/token", { username: 5 }))).toEqual([
        ["username", "wrong-type", "Name to log in with"],
        ["password", "required", "Secret word"],
      ]);
    });

    it("labels of parameters stand beside mistakes in calls of operations", async () => {
      expect(labelsIn(await post("/api/operations/quote", { least: "x", days: "x", lost: 1 }))).toEqual([
        ["lost", "unknown-parameter", undefined],
        ["least", "wrong-type", "Lowest price"],
        ["days", "wrong-type", undefined],
      ]);
      expect(labelsIn(await post("/api/operations/rate", { stars: 6 }))).toEqual([
        ["stars", "out-of-range", "Stars given"],
      ]);
    });

    it("labels do not reveal a field that the caller may not know", async () => {
      const strict = { headers: { Prefer: "handling=strict" }, body: { pay: 1, name: 5 } };
      expect(labelsIn(await server.request("POST", "/api/data/staff", strict))).toEqual([
        ["pay", "unknown-field", undefined],
        ["name", "wrong-type", "Full name"],
      ]);
    });

    it("labels of fields do not stand beside mistakes in a part of a read with the same name", async () => {
      const reply = await server.get("/api/data/offer?orderBy=lost");
      expectProblem(reply, "invalid-order");
      expect(labelsIn(reply)).toEqual([["orderBy", "unknown-field", undefined]]);
      const tooFar = await server.get("/api/data/offer?orderBy=data");
      expect(labelsIn(tooFar)).toEqual([["orderBy", "not-sortable", undefined]]);
    });
  });
}
