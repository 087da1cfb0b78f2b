import { describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf, pluck, snapshot } from "../expectations.js";
import { blogpost } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

export function deleteCases({ serve }: Harness): void {
  describe("a record", () => {
    const server = serve({ entities: { blogpost } });

    async function create(): Promise<number> {
      const { id } = await server.api.repository("blogpost").create({ title: "t", content: "c" });
      return id as number;
    }

    it("a delete removes only the record with this id", async () => {
      const ids = [await create(), await create(), await create()] as const;
      expectJson(await server.delete(paths.record("blogpost", ids[1])), 200, { count: 1 });
      const left = pluck(await server.get(paths.findAll("blogpost")), "id");
      expect(ids.filter((id) => left.includes(id))).toEqual([ids[0], ids[2]]);
      expect(pageOf(await server.get(paths.findById("blogpost", ids[1]))).count).toBe(0);
    });

    it("a second delete of a record is a 404", async () => {
      const id = await create();
      await server.delete(`/api/data/BLOGPOST/${id}/`);
      expectProblem(await server.delete(paths.record("blogpost", id)), "unknown-record", {
        detail: 'There is no such "blogpost".',
      });
    });

    it("the id of a deleted record is not used again", async () => {
      const id = await create();
      await server.delete(paths.record("blogpost", id));
      expect(await create()).toBeGreaterThan(id);
    });

    it("a delete ignores a body", async () => {
      const id = await create();
      const reply = await server.request("DELETE", paths.record("blogpost", id), {
        headers: { "Content-Type": "text/plain" },
        body: "anything at all",
      });
      expectJson(reply, 200, { count: 1 });
    });

    it.each(["x", "1%201", "1,2", "*", "1%00", "-", "9".repeat(30)])(
      "a delete rejects the id %s",
      async (id) => {
        await create();
        const before = await snapshot(server);
        expectProblem(await server.delete(`/api/data/blogpost/${id}`), "invalid-id");
        expect(await snapshot(server)).toBe(before);
      },
    );

    it("a delete of a record of an unknown entity is rejected", async () => {
      expectProblem(await server.delete("/api/data/nothing/1"), "unknown-entity");
    });
  });
}
