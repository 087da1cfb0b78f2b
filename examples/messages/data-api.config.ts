import { ApiError, defineConfig } from "data-api";
import { secretKey } from "./secret-key.js";

export default defineConfig({
  database: { dialect: "sqlite", name: "messages.db" },
  auth: { secretKey, passwordReqs: { minLength: 10, digitChar: true } },
  // What can be asked is at /api/docs, to read and to try.
  openapi: { page: true, title: "Messages" },
  entities: {
    // The built-in entity, with a field more. Who is known sees the others' names, and nothing else of them.
    user: {
      fields: { city: { type: "string", isEditable: true, isRequired: false } },
      permissions: {
        read: ["owner", "admin", { role: "member", fields: { include: ["id", "username", "city"] } }],
      },
    },

    // What people offer. Everybody sees it, but for the lowest price, which only its owner does.
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

    // A message is its sender's, who owns it. The sender may change the words, the recipient may say that it is read.
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
      // What has been read stays as it is.
      writeValidator: (action, _roles, _userId, message, input) =>
        action === "create" || message?.["isread"] !== true || input?.["text"] === undefined,
      hooks: {
        beforeCreate: async ({ input, repository }) => {
          const id = input["itemid"] ?? null;
          const item = id === null ? undefined : await repository("item").findById(id);
          if (item?.["issold"] === true) throw new ApiError("forbidden", "The item is sold.");
        },
        // Mails would be sent here: only now is it sure that the message stays.
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
