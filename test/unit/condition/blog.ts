import type { EntityConfig } from "data-api";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import type { Entity, Model } from "../../../runtime/model/model.js";
import { field, openEntity } from "../../conformance/fields.js";

/** Posts with an author and comments, and the given options added. */
export function blogModel(
  options: Partial<Record<"team" | "author" | "post" | "comment", Partial<EntityConfig>>> = {},
): Model {
  const key = (targetEntityName: string, resolvedEntityName: string, inverseName: string) =>
    field("int", { foreignKey: { targetEntityName, resolvedEntityName, inverseName } });
  return resolveModel({
    database: { dialect: "sqlite", name: ":memory:" },
    auth: { identify: () => null },
    entities: {
      team: openEntity({ name: field("string") }, options.team),
      author: openEntity(
        {
          name: field("string"),
          age: field("int"),
          password: field("secret"),
          teamid: key("team", "team", "members"),
        },
        options.author,
      ),
      post: openEntity(
        {
          title: field("string"),
          views: field("int"),
          status: field("enum", { values: ["draft", "sent"] }),
          tags: field("list", { of: "string" }),
          extra: field("json"),
          authorid: key("author", "author", "posts"),
        },
        options.post,
      ),
      comment: openEntity(
        { text: field("string"), likes: field("int"), postid: key("post", "post", "comments") },
        options.comment,
      ),
    },
  });
}

export function entityOf(model: Model, name: string): Entity {
  const entity = model.entitiesByName.get(name);
  if (entity === undefined) throw new Error(`There is no entity "${name}".`);
  return entity;
}
