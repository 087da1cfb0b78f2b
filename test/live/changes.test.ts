import { describe, expect, test } from "vitest";
import { told, toldByHeader } from "../conformance/callers.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field } from "../conformance/fields.js";
import { startServer, type TestConfig } from "../conformance/start-server.js";

import { follow, said } from "./follow.js";

const config = {
  auth: toldByHeader,
  changes: { entities: ["note"], interval: 20 },
  batch: true,
  entities: {
    note: {
      fields: {
        title: field("string"),
        room: field("int", { isRequired: false }),
        tags: {
          ...field("int", { isRequired: false }),
          foreignKey: { targetEntityName: "tag", isManyToMany: true },
        },
      },
      permissions: {
        read: ["reader", { role: "guest", where: "room=1" }],
        create: ["reader", "guest"],
        update: ["reader"],
        delete: ["reader"],
      },
    },
    tag: { fields: { name: field("string") }, permissions: { read: ["guest"], create: ["guest"] } },
  },
} as unknown as TestConfig;

const reader = told({ userId: 1, roles: ["reader"] });

await describeDialects("changes", (target) => {
  describe.each(["dynamic", "generated"] as const)("in %s mode", (mode) => {
    test("each way of writing reaches callers who see all or some records once, as create, update or delete", async () => {
      const server = await startServer(mode, target, config);
      const all = await follow(`${server.url}/api/data/note/changes?select=title,room`, reader);
      const some = await follow(`${server.url}/api/data/note/changes?select=title`);
      const send = async (method: string, path: string, body?: unknown) => {
        const answer = await server.request(method, path, { headers: reader, body });
        expect(answer.status, `${method} ${path} ${JSON.stringify(answer.json)}`).toBeLessThan(300);
      };
      /** A stream tells of a record as it is when it is read: the next write waits until both have been. */
      const come = async (ofAll: number, ofSome: number) => {
        await all.until(({ length }) => length === ofAll);
        await some.until(({ length }) => length === ofSome);
      };
      await send("POST", "/api/data/note", { title: "a", room: 1 });
      await come(1, 1);
      await send("POST", "/api/data/note", [
        { title: "b", room: 2 },
        { title: "c", room: 1 },
      ]);
      await come(3, 2);
      await send("PATCH", "/api/data/note/1", { room: 2 });
      await come(4, 3);
      await send("PATCH", "/api/data/note?where=title=b", { room: 1 });
      await come(5, 4);
      await send("DELETE", "/api/data/note/3");
      await come(6, 5);
      await send("DELETE", "/api/data/note?where=title=a");
      await come(7, 5);
      expect(said(all.events)).toEqual([
        ["create", 1, { title: "a", room: 1 }],
        ["create", 2, { title: "b", room: 2 }],
        ["create", 3, { title: "c", room: 1 }],
        ["update", 1, { title: "a", room: 2 }],
        ["update", 2, { title: "b", room: 1 }],
        ["delete", 3],
        ["delete", 1],
      ]);
      expect(said(some.events)).toEqual([
        ["create", 1, { title: "a" }],
        ["create", 3, { title: "c" }],
        ["delete", 1],
        ["create", 2, { title: "b" }],
        ["delete", 3],
      ]);
      await Promise.all([all.stop(), some.stop()]);
    });
  });
});
