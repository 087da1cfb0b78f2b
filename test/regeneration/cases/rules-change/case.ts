import { blog, defineCase } from "../../case.js";

export default defineCase({
  about: "Changed permission rules are reported like changed roles, and only once.",
  config: blog({ permissions: { read: ["guest"], update: ["member"] } }),
  steps: [
    {
      config: blog({
        permissions: {
          read: [{ role: "guest", fields: { exclude: ["content"] }, where: 'title<>"\u202e"' }, "admin"],
          update: [{ role: "member", fields: { include: ["title", "content"], exclude: ["id"] } }],
        },
      }),
    },
    {},
    {
      config: blog({
        permissions: {
          read: ["admin", { role: "guest", fields: { exclude: ["content"] }, where: "id>1" }],
          update: [{ role: "member", fields: { exclude: ["id"], include: ["title", "content"] } }],
        },
      }),
    },
  ],
});
