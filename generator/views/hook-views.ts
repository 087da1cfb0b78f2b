import { hookNames, type HookName } from "../../runtime/model/hooks.js";
import type { Entity } from "../../runtime/model/model.js";
import type { EntityNames } from "../naming.js";

const docs: Readonly<Record<HookName, string>> = {
  beforeCreate:
    "Runs before a record is added, in the same transaction: gives the input to use instead, if any.",
  afterCreate: "Runs after a record has been added, in the same transaction.",
  beforeUpdate:
    "Runs before a record is changed, in the same transaction: gives the changes to use instead, if any.",
  afterUpdate: "Runs after a record has been changed, in the same transaction.",
  beforeDelete: "Runs before a record is deleted, in the same transaction.",
  afterDelete: "Runs after a record has been deleted, in the same transaction.",
  afterCommit: "Runs after a write has been committed: nothing that it throws changes the answer.",
};

/** The hooks that the configuration defines for the entity, as methods of the repository. */
export function hookViews({ hooks }: Entity, { type, newType, changesType }: EntityNames) {
  return hookNames
    .filter((name) => hooks[name] !== undefined)
    .map((name) => {
      const eventType = name.charAt(0).toUpperCase() + name.slice(1);
      const recordTypes =
        name === "beforeCreate" ? newType : name === "beforeUpdate" ? `${type}, ${changesType}` : type;
      return { name, doc: docs[name], event: `${eventType}<${recordTypes}>`, eventType };
    });
}
