import { ApiError, defineConfig } from "data-api";
import { secretKey } from "./secret-key.js";

export default defineConfig({
  database: { dialect: "sqlite", name: "messages.db" },
  auth: { secretKey, passwordReqs: { minLength: 10, digitChar: true } },
  // The documentation of the endpoints is at /api/docs.
  openapi: { page: true, title: "Messages" },
  // The page to look at the records and to edit them is at /admin.
  admin: process.env["NODE_ENV"] !== "production",
  // The page shows messages as they come.
  changes: { entities: ["message"] },
  // Agents read at /mcp what their caller may read.
  mcp: true,
  entities: {
    // The built-in entity, with one more field. Members see only the names of other users.
    user: {
      fields: { city: { type: "string", isEditable: true, isRequired: false } },
      permissions: {
        read: ["owner", "admin", { role: "member", fields: { include: ["id", "username", "city"] } }],
      },
    },

    // The items that people offer. Everyone sees them, but only the owner sees the lowest price.
    item: {
      fields: {
        title: { type: "string", isEditable: true, isRequired: true },
        price: { type: "decimal", isEditable: true, isRequired: true, scale: 2 },
        lowestprice: { type: "decimal", isEditable: true, isRequired: false, scale: 2 },
        issold: { type: "boolean", isEditable: true, isRequired: true, default: false },
        tagids: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: {
            targetEntityName: "tag",
            resolvedEntityName: "tags",
            inverseName: "items",
            isManyToMany: true,
          },
        },
      },
      permissions: {
        read: ["owner", { role: "guest", fields: { exclude: ["lowestprice"] } }],
        create: ["member"],
        update: ["owner"],
        delete: ["owner", "admin"],
      },
    },

    // A message belongs to its sender. The sender may change the text, the recipient may mark it as read.
    message: {
      fields: {
        recipientid: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: { targetEntityName: "user", resolvedEntityName: "recipient", inverseName: "received" },
        },
        itemid: {
          type: "int",
          isEditable: false,
          isRequired: false,
          foreignKey: { targetEntityName: "item", resolvedEntityName: "item", inverseName: "messages" },
        },
        text: { type: "text", isEditable: true, isRequired: true, maxLength: 2000 },
        isread: {
          type: "boolean",
          isEditable: true,
          isRequired: true,
          default: false,
          isIgnoredOnCreate: true,
        },
      },
      permissions: {
        read: [{ role: "member", where: "recipientid=@user.id|ownerid=@user.id" }],
        create: ["member"],
        update: [
          { role: "owner", fields: { include: ["text"] } },
          { role: "member", where: "recipientid=@user.id", fields: { include: ["isread"] } },
        ],
        delete: ["owner"],
      },
      // A read message cannot be changed.
      writeValidator: (action, _roles, _userId, message, input) =>
        action === "create" || message?.["isread"] !== true || input?.["text"] === undefined,
      hooks: {
        beforeCreate: async ({ input, repository }) => {
          const id = input["itemid"] ?? null;
          const item = id === null ? undefined : await repository("item").findById(id);
          if (item?.["issold"] === true) throw new ApiError("forbidden", "The item is sold.");
        },
        // Mails would be sent here, because only now the message is certain to be kept.
        afterCommit: ({ operation, record }) => {
          if (operation === "create") console.log(`User ${String(record["recipientid"])} has a new message.`);
        },
      },
    },

    // Only admins write tags. A tag has no owner.
    tag: {
      fields: { name: { type: "string", isEditable: true, isRequired: true, isUnique: true, maxLength: 50 } },
      systemFields: { ownerid: false },
      permissions: { read: ["guest"], create: ["admin"], update: ["admin"], delete: ["admin"] },
    },
  },
});
