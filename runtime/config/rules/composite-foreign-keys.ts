import { quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { CompositeForeignKeyConfig, EntityConfig } from "../config.js";
import { keyNames, keyParts } from "../keys.js";
import { checkPair, checkResolvedName, findTarget } from "./foreign-key-target.js";
import { mistakesAt, unknownName, type Mistake, type Rule, type RuleInput } from "./rule.js";

/** A foreign key of several fields must have the same number of fields as the target's key, with the same types. */
export const compositeForeignKeys: Rule = ({ entities, assumedAuth }) =>
  Object.entries(entities).flatMap(([name, entity]) =>
    (entity.foreignKeys ?? []).flatMap((foreignKey, index) =>
      mistakesAt(`entities.${safeKey(name)}.foreignKeys.${index}`, [
        ...checkFields(foreignKey, index, entity),
        ...checkKey(foreignKey, entity, entities),
        ...checkResolvedName(foreignKey, entity, assumedAuth),
      ]),
    ),
  );

function* checkFields(
  { fields }: CompositeForeignKeyConfig,
  place: number,
  { fields: known, foreignKeys = [] }: EntityConfig,
): Iterable<Mistake> {
  for (const [index, name] of fields.entries()) {
    const option = `fields.${index}`;
    if (fields.indexOf(name) < index) yield [option, `the field ${quoteName(name)} is in the key already.`];
    else if (!Object.hasOwn(known, name)) yield unknownName(option, "field", name, Object.keys(known));
    else if (known[name]?.foreignKey?.isManyToMany === true)
      yield [option, `the field ${quoteName(name)} is a list of ids, which cannot be in a key.`];
  }
  // Their constraints would have the same name.
  const texts = foreignKeys.map((each) => JSON.stringify(each.fields.toSorted()));
  if (texts.indexOf(texts[place] ?? "") < place) yield ["fields", "these fields are a foreign key already."];
}

/** Pairs the fields with the target's key. */
function* checkKey(
  foreignKey: CompositeForeignKeyConfig,
  { fields: known }: EntityConfig,
  entities: RuleInput["entities"],
): Iterable<Mistake> {
  const target = yield* findTarget(foreignKey, entities);
  if (target === undefined) return;
  const keys = keyNames(target.entity);
  if (keys.length === 0) {
    yield ["", `the entity "${target.name}" has no key that fields could point to.`];
    return;
  }
  if (keys.length === 1) {
    yield [
      "fields",
      `the key of "${target.name}" is the field ${quoteName(keys[0] ?? "")} alone: give the field that points to it a "foreignKey".`,
    ];
    return;
  }
  if (keys.length !== foreignKey.fields.length) {
    const all = keys.map(quoteName).join(", ");
    yield [
      "fields",
      `${foreignKey.fields.length} fields point to the key of "${target.name}", which has ${keys.length}: ${all}.`,
    ];
    return;
  }
  const parts = new Map(keyParts(target.entity));
  for (const [index, name] of foreignKey.fields.entries()) {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    const key = parts.get(keys[index] ?? "");
    if (field === undefined || key === undefined || field.foreignKey?.isManyToMany === true) continue;
    const names = { own: "the field", key: `${quoteName(keys[index] ?? "")} of "${target.name}"` };
    for (const message of checkPair(field, key, names)) yield [`fields.${index}`, message];
  }
}
