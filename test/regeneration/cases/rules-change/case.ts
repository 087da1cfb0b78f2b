import { blog, defineCase } from "../../case.js";

export default defineCase({
  about: "Rules of permissions are told like roles when they change, and are not told again.",
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
