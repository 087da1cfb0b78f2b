import type { Field, ForeignKey } from "../../model/model.js";
import type { CompositeForeignKeyConfig, Config, EntityConfig } from "../config.js";
import { userEntityName } from "../effective-entities.js";
import { findName } from "../find-name.js";
import { OWNER_FIELD, OWNER_MEMBER } from "../system-fields.js";

type Context = Pick<Config, "entities" | "auth">;

/** The foreign keys of an entity: those of single fields, of the owner, and of several fields. */
export function resolveForeignKeys(
  entity: EntityConfig,
  fields: readonly Field[],
  context: Context,
): readonly ForeignKey[] {
  const own = fields.flatMap((field): readonly ForeignKey[] => {
    const target =
      field.system === OWNER_FIELD ? ownerTarget(context) : entity.fields[field.name]?.foreignKey;
    return target === undefined || target === null
      ? []
      : [{ fields: [field], ...resolveTarget(target, context) }];
  });
  const composite = (entity.foreignKeys ?? []).flatMap((foreignKey): readonly ForeignKey[] => {
    const [first, ...others] = foreignKey.fields.flatMap((name) =>
      fields.filter((field) => field.name === name),
    );
    return first === undefined ? [] : [{ fields: [first, ...others], ...resolveTarget(foreignKey, context) }];
  });
  return [...own, ...composite];
}

type Target = Omit<CompositeForeignKeyConfig, "fields">;

/** The user who created the record. `undefined` if users are not stored here. */
function ownerTarget({ auth, entities }: Context): Target | undefined {
  const name = auth?.secretKey === undefined ? undefined : userEntityName(entities);
  return name === undefined ? undefined : { targetEntityName: name, resolvedEntityName: OWNER_MEMBER };
}

/** The target with its name as the target entity writes it. */
export function resolveTarget(
  { targetEntityName, resolvedEntityName, inverseName, isWritable = false }: Target,
  { entities }: Pick<Config, "entities">,
): Omit<ForeignKey, "fields"> {
  const name = findName(targetEntityName, entities) ?? targetEntityName;
  return { targetEntityName: name, resolvedEntityName, inverseName, isWritable };
}
