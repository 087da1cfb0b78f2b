import { describe, expect, it } from "vitest";
import { expectProblem, snapshot } from "../expectations.js";
import { field } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const fields = { title: field("string") };
const operations = ["read", "create", "update", "delete"] as const;
type Operation = (typeof operations)[number];

export function permissionCases({ serve }: Harness): void {
  const server = serve({
    entities: {
      open: {
        fields,
        permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
      },
      closed: { fields, permissions: {} },
      empty: { fields, permissions: { read: [], create: [], update: [], delete: [] } },
      admins: {
        fields,
        permissions: { read: ["admin"], create: ["admin", "member"], update: ["member"], delete: ["admin"] },
      },
      shouted: { fields, permissions: { read: ["GUEST"], create: ["Guest"] } },
      readers: { fields, permissions: { read: ["guest", "guest", "admin"] } },
      writers: { fields, permissions: { create: ["admin", "guest"], update: ["guest"] } },
    },
  });

  const allowed: Readonly<Record<string, readonly Operation[]>> = {
    open: operations,
    closed: [],
    empty: [],
    admins: [],
    shouted: [],
    readers: ["read"],
    writers: ["create", "update"],
  };

  const requests = (entity: string): Readonly<Record<Operation, readonly (readonly [string, string])[]>> => ({
    read: [
      ["GET", paths.findAll(entity)],
      ["GET", paths.findById(entity, 1)],
      ["GET", paths.findByCondition(entity, "id=1")],
      ["GET", `/api/data/${entity}/private/findall/id/0/10`],
    ],
    create: [["POST", paths.entity(entity)]],
    update: [
      ["PUT", paths.record(entity, 1)],
      ["PATCH", paths.record(entity, 1)],
    ],
    delete: [["DELETE", paths.record(entity, 1)]],
  });

  for (const [entity, operationsAllowed] of Object.entries(allowed)) {
    describe(`of ${entity}`, () => {
      it.each(operations.filter((operation) => !operationsAllowed.includes(operation)))(
        "guests without the permission are not allowed to %s",
        async (operation) => {
          const before = await snapshot(server);
          for (const [method, path] of requests(entity)[operation]) {
            for (const headers of [
              {},
              { Authorization: "Bearer abc.def.ghi" },
              { Authorization: "Basic YTpi" },
              { "X-Role": "admin" },
            ]) {
              const body =
                method === "GET" || method === "DELETE" ? undefined : { title: "t", role: "admin" };
              const reply = await server.request(method, path, { headers, body });
              // Not 401: there is nothing to log in with.
              expectProblem(reply, "forbidden", {
                detail: `The operation "${operation}" is not allowed. Without "auth", every caller is a guest.`,
              });
              expect(reply.headers["www-authenticate"]).toBeUndefined();
            }
          }
          expect(await snapshot(server)).toBe(before);
        },
      );

      it.each([...operationsAllowed])("guests with the permission are allowed to %s", async (operation) => {
        const id = (await server.api.repository(entity).create({ title: "t" })).id;
        for (const [method, path] of requests(entity)[operation]) {
          const own = path.replace(/\/1$/, `/${id}`);
          const body = method === "GET" || method === "DELETE" ? undefined : { title: "t" };
          const reply = await server.request(method, own, { body });
          expect(reply.status, `${method} ${own}`).toBe(
            path.includes("/private/") ? 403 : method === "POST" ? 201 : 200,
          );
        }
      });
    });
  }

  it("permissions are checked before the path, the condition and the body", async () => {
    for (const path of ["findbyid/x", "findall/nope/x/-1", "findbycondition/nope/0/1/((("]) {
      const reply = await server.get(`/api/data/closed/public/${path}`);
      expectProblem(reply, "forbidden");
    }
    const malformed = { headers: { "Content-Type": "application/json" }, body: "{" };
    expectProblem(await server.request("POST", "/api/data/closed", malformed), "forbidden");
    expectProblem(await server.request("PUT", "/api/data/closed/x", malformed), "forbidden");
    expectProblem(await server.delete("/api/data/closed/x"), "forbidden");
    const text = { headers: { "Content-Type": "text/plain" }, body: "x" };
    expectProblem(await server.request("POST", "/api/data/closed", text), "forbidden");
  });
}
