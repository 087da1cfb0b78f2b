import { defineConfig } from "data-api";

const open = { isEditable: true, isRequired: false } as const;
const needed = { isEditable: true, isRequired: true } as const;

// Users, owners, rules, records that point to one another, and hooks.
export default defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "for these tests and for nothing else" },
  entities: {
    user: {
      fields: {
        team: { type: "string", ...open, description: "Whom they work with." },
      },
      permissions: {
        read: ["owner", "admin", { role: "member", fields: { include: ["id", "username", "team"] } }],
      },
    },
    item: {
      fields: {
        name: { type: "string", ...needed },
        price: { type: "decimal", ...needed, precision: 12, scale: 2 },
        supplier: { type: "string", ...open },
        sellerid: {
          type: "int",
          ...open,
          foreignKey: { targetEntityName: "user", resolvedEntityName: "seller" },
        },
      },
      permissions: {
        read: [{ role: "guest", fields: { exclude: ["supplier"] } }, "admin"],
        create: ["admin"],
        update: [{ role: "owner", fields: { include: ["name", "supplier"] } }, "admin"],
        delete: ["admin"],
      },
      hooks: {
        beforeCreate: ({ input }) => input,
        afterCommit: () => undefined,
      },
    },
    message: {
      fields: {
        text: { type: "richtext", ...needed },
        state: { type: "string", ...needed, values: ["draft", "public"], default: "draft" },
        itemid: {
          type: "int",
          ...needed,
          foreignKey: { targetEntityName: "item", resolvedEntityName: "item" },
        },
        recipientid: {
          type: "int",
          ...open,
          foreignKey: { targetEntityName: "user", resolvedEntityName: "recipient" },
          description: "Whom it is for; everybody where it is for nobody.",
        },
        replytoid: {
          type: "int",
          isEditable: false,
          isRequired: false,
          foreignKey: { targetEntityName: "message", resolvedEntityName: "replyto" },
        },
        tagcodes: {
          type: "string",
          ...open,
          maxLength: 20,
          foreignKey: { targetEntityName: "tag", resolvedEntityName: "tags", isManyToMany: true },
          description: "What it is about.",
        },
        readerids: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: {
            targetEntityName: "user",
            resolvedEntityName: "readers",
            isManyToMany: true,
            joinTable: "message readers",
          },
        },
      },
      permissions: {
        read: [
          { role: "guest", fields: { exclude: ["readerids"] }, where: 'state="public"&recipientid=null' },
          { role: "member", where: "recipientid=@user.id" },
          "owner",
        ],
        create: [{ role: "member", fields: { exclude: ["state"] } }],
        update: [
          { role: "owner", fields: { include: ["text", "state", "tagcodes"] }, where: 'state="draft"' },
        ],
        delete: ["owner", "admin"],
      },
      hooks: {
        afterCreate: () => undefined,
        beforeUpdate: ({ changes }) => changes,
        afterUpdate: () => undefined,
        beforeDelete: () => undefined,
        afterDelete: () => undefined,
      },
    },
    tag: {
      fields: {
        code: { type: "string", isEditable: false, isRequired: true, maxLength: 20 },
        likecodes: {
          type: "string",
          ...open,
          maxLength: 20,
          foreignKey: { targetEntityName: "tag", resolvedEntityName: "like", isManyToMany: true },
        },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
      primaryKey: "code",
      systemFields: { ownerid: false },
    },
  },
});
