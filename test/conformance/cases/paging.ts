import { beforeAll, describe, expect, it } from "vitest";
import { expectProblem, pageOf, pluck } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const RECORDS = 25;

export function pagingCases({ serve }: Harness): void {
  describe("with long texts in many alphabets", () => {
    const server = serve({ entities: { text: openEntity({ text: field("text") }) } });

    it("pages of long texts in many alphabets are the same with GET and HEAD, in both kinds of reads", async () => {
      const texts = Array.from({ length: 40 }, (_, index) =>
        ["x", "é", "€", "😀"][index % 4]?.repeat(300 + index),
      );
      for (const text of texts) await server.api.repository("text").create({ text });
      for (const path of [paths.findAll("text", "id"), "/api/data/text?select=text&orderBy=id&take=100"]) {
        const reply = await server.get(path);
        const { items } = reply.json as { readonly items: readonly { readonly text: string }[] };
        expect(items.map(({ text }) => text)).toEqual(texts);
        expect(reply.headers["content-length"]).toBe(String(reply.bytes.length));
        const head = await server.request("HEAD", path);
        for (const name of ["content-length", "content-type", "etag"])
          expect(head.headers[name]).toBe(reply.headers[name]);
        const tag = reply.headers["etag"];
        if (typeof tag !== "string") continue;
        const again = await server.get(path, { "If-None-Match": tag });
        expect([again.status, again.text]).toEqual([304, ""]);
      }
    });
  });

  describe("through records with few different values", () => {
    const server = serve({
      entities: { row: openEntity({ group: field("int"), label: field("string") }) },
    });

    beforeAll(async () => {
      for (let index = 0; index < RECORDS; index++) {
        await server.api.repository("row").create({ group: index % 3, label: `label ${index % 2}` });
      }
    });

    it.each(["group", "~group", "label", "~label", "id", "~id", "createdat", "~updatedat"])(
      "pages ordered by %s show each record once",
      async (orderBy) => {
        const pages: unknown[] = [];
        for (let skip = 0; skip < RECORDS; skip += 4) {
          const reply = await server.get(paths.findAll("row", orderBy, skip, 4));
          expect(pageOf(reply).count).toBe(RECORDS);
          pages.push(...pluck(reply, "id"));
        }
        const whole = pluck(await server.get(paths.findAll("row", orderBy)), "id");
        expect(pages).toEqual(whole);
        expect(new Set(pages).size).toBe(RECORDS);
      },
    );

    it("pages break ties by id, in the direction of the order", async () => {
      const ids = pluck(await server.get(paths.findAll("row", "id")), "id");
      const at = (...places: readonly number[]) => places.map((place) => ids[place - 1]);
      const reply = await server.get(paths.findAll("row", "group", 0, 4));
      expect(pluck(reply, "id")).toEqual(at(1, 4, 7, 10));
      const descending = await server.get(paths.findAll("row", "~group", 0, 4));
      expect(pluck(descending, "id")).toEqual(at(24, 21, 18, 15));
    });

    it("every page counts all matching records", async () => {
      for (const [skip, take, length] of [
        [0, 10, 10],
        [20, 10, 5],
        [25, 10, 0],
        [1000000, 10, 0],
        [0, 0, 0],
        [5, 0, 0],
        [0, 25, 25],
        [0, 26, 25],
        [24, 1, 1],
      ] as const) {
        const page = pageOf(await server.get(paths.findAll("row", "id", skip, take)));
        expect([page.count, page.items.length], `${skip}/${take}`).toEqual([RECORDS, length]);
        const some = pageOf(await server.get(paths.findByCondition("row", "group=0", "id", skip, take)));
        expect(some.count, `${skip}/${take}`).toBe(9);
        expect(some.items.length).toBe(Math.max(0, Math.min(take, 9 - skip)));
      }
    });

    it("a page of 1000 records is accepted", async () => {
      expect(pageOf(await server.get(paths.findAll("row", "id", 0, 1000))).count).toBe(RECORDS);
    });

    it("a page of more than 1000 records is rejected with the maximum", async () => {
      for (const take of [1001, "9007199254740993", "1".repeat(60)]) {
        expectProblem(await server.get(paths.findAll("row", "id", 0, take)), "invalid-page", {
          detail: '"take" must be at most 1000.',
          errors: [{ path: "take", code: "out-of-range", message: '"take" must be at most 1000.' }],
        });
      }
    });

    it.each(["-1", "1.5", "abc", "1e2", "0x1", "+1", " 1", "NaN", "null", "1;", "١"])(
      "a page rejects %j as a number of records",
      async (value) => {
        for (const part of ["skip", "take"]) {
          const path =
            part === "skip" ? paths.findAll("row", "id", value, 1) : paths.findAll("row", "id", 0, value);
          expectProblem(await server.get(path), "invalid-page", {
            errors: [
              { path: part, code: "wrong-type", message: `"${part}" must be a whole number from 0 on.` },
            ],
          });
        }
      },
    );

    it("a page that skips too many records is rejected with the maximum", async () => {
      for (const skip of ["9007199254740992", "9".repeat(400)]) {
        const message = '"skip" must be at most 1000000.';
        expectProblem(await server.get(paths.findAll("row", "id", skip, 1)), "invalid-page", {
          errors: [{ path: "skip", code: "out-of-range", message }],
        });
      }
    });

    it("a page reports mistakes in skip and take at once", async () => {
      const problem = expectProblem(await server.get(paths.findAll("row", "id", "x", "-2")), "invalid-page");
      expect(problem.errors?.map(({ path }) => path)).toEqual(["skip", "take"]);
    });
  });

  describe("with a configured maximum", () => {
    const server = serve({
      entities: { row: openEntity({ label: field("string") }) },
      server: { maxTake: 3 },
    });

    it("a page larger than the configured maximum is rejected with this maximum", async () => {
      expect((await server.get(paths.findAll("row", "id", 0, 3))).status).toBe(200);
      expectProblem(await server.get(paths.findAll("row", "id", 0, 4)), "invalid-page", {
        detail: '"take" must be at most 3.',
      });
      expectProblem(await server.get(paths.findByCondition("row", "id=1", "id", 0, 4)), "invalid-page");
    });
  });
}
