import { beforeAll, describe, expect, it } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem, pageOf } from "../conformance/expectations.js";
import { everybody, field, to } from "../conformance/fields.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { modes } from "../conformance/targets.js";

const system = { createdat: false, updatedat: false };
const version = field("bytes", {
  maxLength: 8,
  storedAs: "rowversion",
  isEditable: false,
  isIgnoredOnCreate: true,
});
const representation = { Prefer: "return=representation" };

await describeDialect("row versions", "mssql", (dialect) => {
  describe.each(modes)("%s", (mode) => {
    let server: TestServer;
    let part: number;
    beforeAll(async () => {
      server = await startServer(mode, dialect, {
        entities: {
          part: { fields: { name: field("string") }, systemFields: system, permissions: everybody },
          item: {
            fields: { name: field("string"), part: to("part", "thePart"), version },
            systemFields: system,
            permissions: everybody,
          },
        },
      });
      part = (await server.request("POST", "/api/data/part", { body: { name: "p" } })).json as number;
    });

    const get = (id: number) => server.request("GET", `/api/data/item/public/findbyid/${id}`);
    const create = async () =>
      (await server.request("POST", "/api/data/item", { body: { name: "a", part } })).json as number;
    const patch = (id: number, body: object, headers: Readonly<Record<string, string>> = {}) =>
      server.request("PATCH", `/api/data/item/${id}`, { body, headers });

    it("the database sets a row version at each write, and a client cannot set it", async () => {
      const id = await create();
      const [before] = pageOf(await get(id)).items as { version: string }[];
      expect(Buffer.from(before?.version ?? "", "base64")).toHaveLength(8);
      expectProblem(await patch(id, { version: "AAAAAAAAAAA=" }), "nothing-to-update");
      const changed = await patch(id, { name: "a" }, representation);
      const { version: after } = changed.json as { version: string };
      expect(after).not.toBe(before?.version);
      const found = await server.request(
        "GET",
        `/api/data/item/public/findbycondition/id/0/9/${encodeURIComponent(`version="${after}"`)}`,
      );
      expect(pageOf(found).items).toMatchObject([{ id }]);
    });

    it("a row version changes the ETag of a record at each write, even if nothing else changes", async () => {
      const id = await create();
      const { headers } = await get(id);
      const changed = await patch(
        id,
        { name: "a" },
        { ...representation, "If-Match": String(headers["etag"]) },
      );
      expect(changed.status).toBe(200);
      expect(changed.headers["etag"]).not.toBe(headers["etag"]);
      expect(changed.headers["etag"]).toBe((await get(id)).headers["etag"]);
      expectProblem(
        await patch(id, { name: "b" }, { "If-Match": String(headers["etag"]) }),
        "precondition-failed",
      );
    });

    it("the ETag of a record with a row version also changes with a resolved record", async () => {
      const id = await create();
      const { headers } = await get(id);
      await server.request("PATCH", `/api/data/part/${part}`, { body: { name: `p${id}` } });
      expectProblem(
        await patch(id, { name: "b" }, { "If-Match": String(headers["etag"]) }),
        "precondition-failed",
      );
    });
  });
});
