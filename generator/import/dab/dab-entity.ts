import {
  booleanOf,
  interfacesOf,
  itemsOf,
  memberOf,
  dabMembers,
  mistake,
  dabText,
  textsOf,
  type DabValue,
} from "./dab-values.js";

/** An entity of Data API builder (learn.microsoft.com/azure/data-api-builder/configuration/entities). */
export type DabEntity = Readonly<ReturnType<typeof dabEntity>>;

export type DabRelationship = Readonly<ReturnType<typeof relationship>>;

/** The maximum length of a schema and a table name together, in any database. */
const MAX_NAME = 500;

/** @throws {CommandError} for an entity that does not match Data API builder's schema. */
export function dabEntity(name: string, at: DabValue) {
  const source = memberOf(at, "source");
  const isText = typeof source.value === "string";
  const object = isText ? source : memberOf(source, "object");
  const text = dabText(object);
  if (text === undefined || text === "") throw mistake(object, "the name of a table or view is missing.");
  if (text.length > MAX_NAME) throw mistake(object, `a name has at most ${MAX_NAME} characters.`);
  const type = isText ? undefined : dabText(source, "type");
  const fields = itemsOf(memberOf(at, "fields")).map((field) => ({
    name: dabText(field, "name") ?? "",
    alias: dabText(field, "alias"),
    description: dabText(field, "description"),
    isKey: booleanOf(memberOf(field, "primary-key")) === true,
  }));
  const keyFields = isText ? [] : textsOf(memberOf(source, "key-fields"));
  const rest = memberOf(at, "rest");
  return {
    name,
    at,
    /** The parts of the name of its table: schema and table, or the table alone. */
    source: nameParts(text),
    isProcedure: type === "stored-procedure",
    keyFields:
      keyFields.length > 0 ? keyFields : fields.filter(({ isKey }) => isKey).map((field) => field.name),
    description: dabText(at, "description"),
    /** The names of fields by column. */
    mappings: new Map([
      ...dabMembers(memberOf(at, "mappings")).map(([column, to]) => [column, dabText(to) ?? column] as const),
      ...fields.flatMap((field) => (field.alias === undefined ? [] : [[field.name, field.alias] as const])),
    ]),
    descriptions: new Map(
      fields.flatMap((field) =>
        field.description === undefined ? [] : [[field.name, field.description] as const],
      ),
    ),
    /** The columns of "fields", if the entity has that list. */
    columns: fields.length === 0 ? undefined : new Set(fields.map((field) => field.name)),
    relationships: dabMembers(memberOf(at, "relationships")).map((member) => relationship(...member)),
    path: typeof rest.value === "object" ? dabText(rest, "path") : undefined,
    interfaces: interfacesOf(at),
  };
}

function relationship(name: string, at: DabValue) {
  const target = memberOf(at, "target.entity");
  const linking = dabText(at, "linking.object");
  const entity = dabText(target);
  if (entity === undefined) throw mistake(target, "the name of an entity is missing.");
  if ((linking?.length ?? 0) > MAX_NAME) throw mistake(at, `a name has at most ${MAX_NAME} characters.`);
  return {
    name,
    at,
    isMany: dabText(at, "cardinality")?.toLowerCase() === "many",
    target: entity,
    sourceFields: textsOf(memberOf(at, "source.fields")),
    targetFields: textsOf(memberOf(at, "target.fields")),
    /** The parts of the name of the table between the two, if there is one. */
    linkingTable: linking === undefined ? undefined : nameParts(linking),
  };
}

/** `dbo.books`, `[dbo].[my.books]` or `"public"."books"`, split at the dots. */
function nameParts(text: string): readonly string[] {
  const parts = text.matchAll(/\[((?:[^\]]|\]\])*)\]|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|([^.[\]"`]+)/g);
  return Array.from(
    parts,
    ([, bracketed, quoted, ticked, bare = ""]) =>
      bracketed?.replaceAll("]]", "]") ??
      quoted?.replaceAll('""', '"') ??
      ticked?.replaceAll("``", "`") ??
      bare.trim(),
  );
}
