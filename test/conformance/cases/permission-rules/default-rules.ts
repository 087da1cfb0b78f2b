import { expect, it } from "vitest";
import { sender, told, toldByHeader } from "../../callers.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";

/** A default does not count as set by the caller. */
export function defaultRuleCases({ serve }: Harness): void {
  const server = serve({
    auth: toldByHeader,
    entities: {
      post: {
        fields: {
          title: field("string"),
          kind: field("string"),
          status: field("string", { default: "draft" }),
        },
        permissions: {
          read: ["guest"],
          create: [
            { role: "member", fields: { include: ["title", "kind"] } },
            { role: "editor", where: "kind=blog" },
          ],
        },
      },
    },
  });
  const create = (roles: readonly string[], input: object) =>
    sender(server, told({ userId: "ann", roles }))("POST", paths.entity("post"), input);

  it("a default needs no permission for its field, with one or two rules of the caller", async () => {
    for (const roles of [[], ["editor"]]) {
      const reply = await create(roles, { title: "t", kind: "news" });
      expect(reply.status, reply.text).toBe(201);
      expect(await server.api.repository("post").findById(reply.json as number)).toMatchObject({
        status: "draft",
        ownerid: "ann",
      });
      await server.api.repository("post").as({ userId: "ann", roles }).create({ title: "t", kind: "news" });
    }
    expect((await create(["editor"], { kind: "blog", status: "out" })).status).toBe(201);
    expect((await create(["editor"], { kind: "news", status: "out" })).status).toBe(403);
  });
}
