import type { Chance } from "./chance.js";
import { randomCondition } from "./random-plan.js";
import type { Column, Key, Link, Rule, Schema, Table } from "./schema.js";
import type { Reader, Row, Rows } from "./oracle.js";

/** Words that differ enough for no message to suggest one in place of another. */
const words =
  "amber birch cedar delta ember fjord grove heron ivory jolly karst lemon mango nylon ocean pearl quilt river stone tulip umbra vivid wheat xenon yacht zebra bison coral dusky eagle flint ghost hazel igloo jumbo kiosk lunar medal north olive prism quota robin sugar tiger unity vault whale youth zonal acorn brick crane dwarf elbow frost giant".split(
    " ",
  );

export const readers: readonly Reader[] = [
  { userId: null, roles: [], claims: {} },
  { userId: "u1", roles: [], claims: {} },
  { userId: "u1", roles: ["editor"], claims: { team: "a", level: 1 } },
  { userId: "u2", roles: ["editor", "auditor"], claims: { team: 'b" | id>0', level: 2 } },
];

/** Texts that repeat, differ only in case, or have a meaning in SQL. */
export const texts = ["", "a", "A", "b", "ab", "aB", "ä", "Ä", "%", "_", "'", "u1", "u2", "z😀"];
export const numbers = [-1, 0, 1, 2, 3, 10];

export function randomSchema(chance: Chance): Schema {
  const left = [...words];
  const word = () => left.splice(chance.below(left.length), 1)[0] ?? "";
  const names = chance.times(3 + chance.below(3), word);
  // No foreign key refers to a composite key here.
  const composite = chance.oneIn(2) ? word() : undefined;
  const randomKey = (isUnique: boolean): Key => ({
    target: chance.pick(names),
    relation: word(),
    inverse: chance.oneIn(5) ? undefined : word(),
    isUnique,
  });
  const keyOf = (name: string): readonly Column[] =>
    name === composite
      ? [
          { name: word(), type: "int", isPartOfKey: true },
          { name: word(), type: "string", isPartOfKey: true },
        ]
      : [{ name: "id", type: "int", isSystem: true }];
  const tables = [...names, ...(composite === undefined ? [] : [composite])].map((name): Table => {
    const fields: readonly Column[] = [
      ...keyOf(name),
      { name: word(), type: "int" },
      { name: word(), type: "string" },
      ...(chance.oneIn(3) ? [{ name: word(), type: "boolean" } as const] : []),
      ...chance.times(1 + chance.below(2), (): Column => {
        return { name: word(), type: "int", key: randomKey(chance.oneIn(4)) };
      }),
      { name: "ownerid", type: "string", isSystem: true },
    ];
    const links: readonly Link[] =
      name !== composite && chance.oneIn(2) ? [{ name: word(), key: randomKey(false) }] : [];
    return { name, fields, links, rules: [], validator: undefined };
  });
  const open: Schema = { tables };
  return {
    tables: tables.map((table) => ({
      ...table,
      rules: randomRules(chance, open, table),
      validator: chance.oneIn(6) ? randomRule(chance, open, table) : undefined,
    })),
  };
}

function randomRules(chance: Chance, schema: Schema, table: Table): readonly Rule[] {
  if (chance.oneIn(12)) return [];
  const members = [...table.fields, ...table.links].map(({ name }) => name);
  return chance.times(1 + chance.below(3), (index): Rule => {
    const role = chance.pick(
      index === 0 ? ["guest", "guest", "member"] : ["member", "owner", "editor", "auditor"],
    );
    const excluded = chance.oneIn(2) ? chance.some(members, 4) : [];
    const included = excluded.length === 0 && chance.oneIn(4) ? chance.some(members, 2) : [];
    return {
      role,
      ...(included.length > 0 && { include: included }),
      ...(excluded.length > 0 && { exclude: excluded }),
      ...(chance.oneIn(2) && { where: randomRule(chance, schema, table) }),
    };
  });
}

function randomRule(chance: Chance, schema: Schema, table: Table) {
  return randomCondition(
    chance,
    { schema, depth: 2, isText: true, knows: () => true, follows: () => true },
    table,
  );
}

/** A few records of each table, with random foreign keys. */
export function randomRows(chance: Chance, { tables }: Schema): Rows {
  const counts = new Map(tables.map(({ name }) => [name, 2 + chance.below(8)]));
  const countOf = (name: string) => counts.get(name) ?? 0;
  return new Map(
    tables.map(({ name, fields, links }) => {
      const taken = new Map<string, number[]>();
      const valueOf = ({ name: field, type, key, isPartOfKey }: Column, id: number): unknown => {
        if (field === "id") return id;
        // Composite keys have the same order as the ids.
        if (isPartOfKey) return type === "int" ? Math.ceil(id / 3) : ["a", "b", "c"][(id - 1) % 3];
        if (field === "ownerid") return chance.pick([null, "u1", "u2"]);
        if (chance.oneIn(4)) return null;
        if (key === undefined)
          return type === "boolean"
            ? chance.oneIn(2)
            : chance.pick<unknown>(type === "int" ? numbers : texts);
        const target = 1 + chance.below(countOf(key.target));
        if (!key.isUnique) return target;
        const others = taken.get(field) ?? [];
        if (others.includes(target)) return null;
        taken.set(field, [...others, target]);
        return target;
      };
      const rows = chance.times(countOf(name), (index): Row => ({
        id: index + 1,
        ...Object.fromEntries(fields.map((field) => [field.name, valueOf(field, index + 1)])),
        ...Object.fromEntries(
          links.map((link) => [
            link.name,
            Array.from({ length: countOf(link.key.target) }, (_, target) => target + 1).filter(() =>
              chance.oneIn(3),
            ),
          ]),
        ),
      }));
      return [name, rows];
    }),
  );
}
