import { describe, expectTypeOf, it } from "vitest";
import {
  DataApi,
  defineConfig,
  type OrderOf,
  type Page,
  type ReadPage,
  type RecordOf,
  type RepositoryOf,
  type SelectedOf,
  type SelectOf,
  type ShapeOf,
  type WhereOf,
} from "data-api";

const open = { isEditable: true, isRequired: false } as const;
const given = { isEditable: true, isRequired: true } as const;
const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "0123456789abcdef0123456789abcdef" },
  entities: {
    user: {
      fields: { city: { type: "string", ...open } },
      permissions: { read: ["owner", "admin", { role: "guest", fields: { include: ["id", "USERNAME"] } }] },
    },
    post: {
      fields: {
        title: { type: "string", ...given },
        state: { type: "string", ...given, values: ["draft", "sent"] },
        views: { type: "int", ...given },
        price: { type: "decimal", ...open },
        secret: { type: "secret", ...given },
        labels: { type: "list", of: "string", ...given },
        extra: { type: "json", ...open },
        feed: { type: "xml", ...open },
        authorid: {
          type: "int",
          ...given,
          foreignKey: { targetEntityName: "User", resolvedEntityName: "author", inverseName: "posts" },
        },
        blogid: {
          type: "int",
          ...given,
          foreignKey: { targetEntityName: "blog", resolvedEntityName: "blog", inverseName: "posts" },
        },
        parentid: {
          type: "int",
          ...open,
          foreignKey: { targetEntityName: "post", resolvedEntityName: "parent", inverseName: "replies" },
        },
        tagids: {
          type: "int",
          ...open,
          foreignKey: {
            targetEntityName: "tag",
            resolvedEntityName: "tags",
            inverseName: "posts",
            isManyToMany: true,
          },
        },
      },
      permissions: { read: ["guest"] },
    },
    blog: { fields: { name: { type: "string", ...given } }, permissions: { read: ["guest"] } },
    tag: {
      fields: { name: { type: "string", ...given } },
      permissions: {},
      systemFields: { ownerid: false },
    },
    detail: {
      fields: {
        postid: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: { targetEntityName: "post", resolvedEntityName: "post", inverseName: "detail" },
        },
        code: {
          type: "int",
          ...given,
          isUnique: true,
          foreignKey: { targetEntityName: "post", inverseName: "coded" },
        },
        note: { type: "text", ...open },
      },
      primaryKey: "postid",
      permissions: { read: ["guest"] },
      systemFields: { ownerid: false },
    },
    line: {
      fields: {
        order: { type: "string", isEditable: false, isRequired: true },
        nr: { type: "int", isEditable: false, isRequired: true },
      },
      primaryKey: ["order", "nr"],
      permissions: { read: ["guest"] },
    },
    comment: {
      fields: {
        order: { type: "string", ...given },
        nr: { type: "int", ...given },
        next: { type: "int", ...open },
        hidden: { type: "string", ...open },
        readerid: {
          type: "int",
          ...given,
          foreignKey: { targetEntityName: "blog", resolvedEntityName: "reader" },
        },
      },
      foreignKeys: [
        { fields: ["order", "nr"], targetEntityName: "LINE", resolvedEntityName: "line", inverseName: "comments" },
        { fields: ["order", "next"], targetEntityName: "line", resolvedEntityName: "after" },
      ],
      permissions: {
        read: [
          { role: "guest", fields: { exclude: ["hidden", "readerid"] } },
          { role: "member", where: "nr>1", fields: { exclude: ["hidden"] } },
        ],
      },
    },
    log: {
      fields: { at: { type: "datetime", ...open }, text: { type: "text", ...open } },
      primaryKey: [],
      isReadOnly: true,
      permissions: {},
    },
  },
});
export type C = typeof config;
type Post = ShapeOf<C, "post">;
type Selected<T extends SelectOf<Post>> = SelectedOf<Post, T>;

/** Compiled, never run: what matters is what the compiler says. */
function onlyCompiled(use: () => unknown): void {
  expectTypeOf(use).toBeFunction();
}

const api = {} as DataApi<C>;
declare const posts: RepositoryOf<C, "post">;
declare const users: RepositoryOf<C, "user">;
