import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { nameMistake, quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { CompositeForeignKeyConfig, ForeignKeyConfig } from "../config.js";
import { isUserEntity } from "../effective-entities.js";
import { hiddenUserFields, systemMemberNames } from "../system-fields.js";
import type { RuleInput } from "./rule.js";

/** A foreign key of one field or of several, with its entity and its path in the configuration. */
interface Key extends CompositeForeignKeyConfig, Pick<ForeignKeyConfig, "isManyToMany"> {
  readonly entityName: string;
  readonly path: string;
}

/** The target of foreign keys. */
interface Target {
  readonly name: string;
  /** The origin of each member and relation, by lower-case name. */
  readonly taken: Map<string, string>;
}

/** These words have a meaning of their own in selections and conditions. */
export const reservedRelationNames: readonly string[] = ["and", "count", "not", "or"];

/** The inverse relation belongs to the target: its name must be valid, and unique there. */
export function* inverseNames(input: RuleInput): Iterable<ConfigProblem> {
  const keys = writtenKeys(input);
  const targets = targetsOf(keys, input);
  for (const { path, inverseName: name, targetEntityName } of keys) {
    if (name === undefined) continue;
    const place = `${path}.inverseName`;
    const lower = name.toLowerCase();
    const mistake = reservedRelationNames.includes(lower)
      ? "is a word of selections and conditions"
      : nameMistake(name);
    // Another rule reports an unknown target.
    const target = targets.get(targetEntityName.toLowerCase());
    const taken = target?.taken.get(lower);
    if (mistake !== undefined) yield problem(place, `the name ${quoteName(name)} ${mistake}.`);
    else if (taken === undefined) target?.taken.set(lower, `from ${place}`);
    else
      yield problem(place, `"${target?.name ?? ""}" has "${name}" already, ${taken}: choose another name.`);
  }
}

/** The foreign keys of the configuration, without those that the server adds. */
export function writtenKeys({ fields, entities }: RuleInput): readonly Key[] {
  return [
    ...fields.flatMap(({ entityName, name, field: { foreignKey }, path }) =>
      foreignKey === null || foreignKey === undefined
        ? []
        : [{ ...foreignKey, entityName, fields: [name], path: `${path}.foreignKey` }],
    ),
    ...Object.entries(entities).flatMap(([entityName, { foreignKeys = [] }]) =>
      foreignKeys.map((foreignKey, index) => ({
        ...foreignKey,
        entityName,
        path: `entities.${safeKey(entityName)}.foreignKeys.${index}`,
      })),
    ),
  ];
}

/** All entities by lower-case name, with the members that their records have. */
function targetsOf(
  keys: readonly Key[],
  { entities, fields, assumedAuth }: RuleInput,
): ReadonlyMap<string, Target> {
  const targets = new Map(
    Object.entries(entities).map(([name, entity]): [string, Target] => {
      const ofServer = [
        ...Object.keys(entity.fields),
        ...systemMemberNames(entity, assumedAuth),
        ...(isUserEntity(name, assumedAuth) ? hiddenUserFields : []),
      ];
      const taken = new Map(ofServer.map((member) => [member.toLowerCase(), "set by the server"]));
      return [name.toLowerCase(), { name, taken }];
    }),
  );
  const take = (entityName: string, member: string, path: string) =>
    targets.get(entityName.toLowerCase())?.taken.set(member.toLowerCase(), `from ${path}`);
  for (const { entityName, name, path } of fields) take(entityName, name, path);
  for (const { entityName, resolvedEntityName, path } of keys)
    if (resolvedEntityName !== undefined) take(entityName, resolvedEntityName, `${path}.resolvedEntityName`);
  return targets;
}
