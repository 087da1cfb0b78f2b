import type { ConfigProblem } from "../../errors/config-error.js";
import { safeKey } from "../check-shape.js";
import type { EntityConfig } from "../config.js";
import { ownKeyName } from "../keys.js";
import { OWNER_FIELD, OWNER_MEMBER } from "../system-fields.js";
import type { RuleInput } from "./rule.js";

const REMEDY = 'give it another name, or switch the owner off with "systemFields": { "ownerid": false }.';

/** Records that have an owner carry the owner's id and, of users, the user: nothing else can have these names. */
export function owners({ entities, auth }: RuleInput): readonly ConfigProblem[] {
  return Object.entries(entities).flatMap(([name, entity]) =>
    entity.systemFields?.ownerid === true
      ? [...checkEntity(entity, `entities.${safeKey(name)}`, auth?.secretKey !== undefined)]
      : [],
  );
}

function* checkEntity(entity: EntityConfig, path: string, isResolved: boolean): Iterable<ConfigProblem> {
  const key = ownKeyName(entity);
  const isTaken = (name: string) =>
    [OWNER_FIELD, ...(isResolved ? [OWNER_MEMBER] : [])].includes(name.toLowerCase());
  const message = `records carry their owner under this name: ${REMEDY}`;
  if (key !== undefined && isTaken(key)) yield { path: `${path}.primaryKey`, message };
  for (const [name, field] of Object.entries(entity.fields)) {
    const place = `${path}.fields.${safeKey(name)}`;
    // "ownerid" itself is one of the fields that every record has, which another rule looks at.
    if (isTaken(name) && name.toLowerCase() !== OWNER_FIELD) yield { path: place, message };
    const resolved = field.foreignKey?.resolvedEntityName;
    if (resolved !== undefined && resolved.toLowerCase() === OWNER_MEMBER && isResolved)
      yield { path: `${place}.foreignKey.resolvedEntityName`, message };
  }
}
