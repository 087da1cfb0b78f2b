import { describe, expect, it } from "vitest";
import { expectJson, expectProblem, snapshot } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import type { TestConfig, TestServer } from "../start-server.js";

const entities: TestConfig["entities"] = {
  note: openEntity({
    title: field("string", { isRequired: true }),
    author: field("string", { isEditable: false }),
    views: field("int", { isIgnoredOnCreate: true }),
  }),
};

export function strictBodyCases({ serve }: Harness): void {
  describe("requested by the caller", () => {
    const server = serve({ entities });
    const headers = { Prefer: "handling=strict" };

    it("strict handling of bodies is not the default", async () => {
      const reply = await server.post("/api/data/note", { title: "t", id: 7, titel: "x", views: 9 });
      expect(reply.status).toBe(201);
    });

    refusals(server, headers);

    it("strict handling can be combined with other preferences", async () => {
      const prefer = { Prefer: 'return=representation, Handling="strict"' };
      expectProblem(await server.post("/api/data/note", { title: "t", x: 1 }, prefer), "invalid-fields");
      const reply = await server.post("/api/data/note", { title: "t" }, prefer);
      expect(reply.json).toMatchObject({ title: "t" });
    });
  });

  describe("required by the configuration", () => {
    const server = serve({ entities, strictBody: true });

    refusals(server, {});

    it("strict handling by the configuration applies even if the caller prefers lenient handling", async () => {
      const reply = await server.post("/api/data/note", { title: "t", x: 1 }, { Prefer: "handling=lenient" });
      expectProblem(reply, "invalid-fields");
    });
  });
}

function refusals(server: TestServer, headers: Readonly<Record<string, string>>): void {
  it("strict handling accepts a body without other fields", async () => {
    const reply = await server.post("/api/data/note", { TITLE: "t", author: null }, headers);
    expect(reply.status).toBe(201);
    const id = String(reply.json);
    expectJson(await server.patch(`/api/data/note/${id}`, { Views: 1 }, headers), 200, {
      count: 1,
    });
  });

  it("strict handling reports every field that a create cannot set, with the other mistakes", async () => {
    const before = await snapshot(server);
    const body = { titel: "x", id: 7, Views: 9, createdat: "x", author: 5 };
    expectProblem(await server.post("/api/data/note", body, headers), "invalid-fields", {
      errors: [
        {
          path: "titel",
          code: "unknown-field",
          message: 'Unknown field "titel" in entity "note". Did you mean "title"?',
        },
        { path: "id", code: "not-editable", message: 'The field "id" cannot be set here.' },
        { path: "Views", code: "not-editable", message: 'The field "Views" cannot be set here.' },
        { path: "createdat", code: "not-editable", message: 'The field "createdat" cannot be set here.' },
        { path: "title", code: "required", message: '"title" is required.' },
        { path: "author", code: "wrong-type", message: '"author" must be text.' },
      ],
    });
    expect(await snapshot(server)).toBe(before);
  });

  it.each(["PUT", "PATCH"])("strict handling reports every field that a %s cannot change", async (method) => {
    const { id } = await server.api.repository("note").create({ title: "t" });
    const before = await snapshot(server);
    const body = { title: "n", author: "you", updatedat: null, __x: 1 };
    const reply = await server.request(method, `/api/data/note/${id}`, { headers, body });
    const problem = expectProblem(reply, "invalid-fields");
    expect(problem.errors?.map(({ path, code }) => [path, code])).toEqual([
      ["author", "not-editable"],
      ["updatedat", "not-editable"],
      ["__x", "unknown-field"],
    ]);
    expect(await snapshot(server)).toBe(before);
  });

  it("strict handling reports hostile names safely", async () => {
    const long = "x".repeat(5000);
    const reply = await server.post(
      "/api/data/note",
      `{"title":"t","__proto__":{"a":1},"constructor":1,"${long}":1,"\\ud800":1,"a\\u0000b\\n":1,"":1}`,
      { ...headers, "Content-Type": "application/json" },
    );
    const problem = expectProblem(reply, "invalid-fields");
    expect(problem.errors?.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => "unknown-field"));
    expect(reply.text.length).toBeLessThan(3000);
    expect(reply.text).not.toMatch(/[\n\0]/);
  });
}
