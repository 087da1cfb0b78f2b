import {
  booleanOf,
  interfacesOf,
  itemsOf,
  memberOf,
  dabMembers,
  mistake,
  dabText,
  textsOf,
  type DabInterfaces,
  type DabValue,
} from "./dab-values.js";

/** An entity of Data API builder (learn.microsoft.com/azure/data-api-builder/configuration/entities). */
export interface DabEntity {
  readonly name: string;
  readonly at: DabValue;
  /** The parts of the name of its table: schema and table, or the table alone. */
  readonly source: readonly string[];
  readonly isProcedure: boolean;
  readonly keyFields: readonly string[];
  readonly description: string | undefined;
  /** The names of fields by column. */
  readonly mappings: ReadonlyMap<string, string>;
  readonly descriptions: ReadonlyMap<string, string>;
  /** The columns of "fields", if the entity has that list; otherwise `undefined`. */
  readonly columns: ReadonlySet<string> | undefined;
  readonly relationships: readonly DabRelationship[];
  readonly path: string | undefined;
  readonly interfaces: DabInterfaces;
}

export interface DabRelationship {
  readonly name: string;
  readonly at: DabValue;
  readonly isMany: boolean;
  readonly target: string;
  readonly sourceFields: readonly string[];
  readonly targetFields: readonly string[];
  /** The parts of the name of the table between the two, if there is one. */
  readonly linkingTable: readonly string[] | undefined;
}

/** The maximum length of a schema and a table name together, in any database. */
const MAX_NAME = 500;

/** @throws {CommandError} for an entity that does not match Data API builder's schema. */
export function dabEntity(name: string, at: DabValue): DabEntity {
  const source = memberOf(at, "source");
  const isText = typeof source.value === "string";
  const object = isText ? source : memberOf(source, "object");
  const text = dabText(object);
  if (text === undefined || text === "") throw mistake(object, "the name of a table or view is missing.");
  if (text.length > MAX_NAME) throw mistake(object, `a name has at most ${MAX_NAME} characters.`);
  const type = isText ? undefined : dabText(memberOf(source, "type"));
  const fields = itemsOf(memberOf(at, "fields")).map((field) => ({
    name: dabText(memberOf(field, "name")) ?? "",
    alias: dabText(memberOf(field, "alias")),
    description: dabText(memberOf(field, "description")),
    isKey: booleanOf(memberOf(field, "primary-key")) === true,
  }));
  const keyFields = isText ? [] : textsOf(memberOf(source, "key-fields"));
  const rest = memberOf(at, "rest");
  return {
    name,
    at,
    source: nameParts(text),
    isProcedure: type === "stored-procedure",
    keyFields:
      keyFields.length > 0 ? keyFields : fields.filter(({ isKey }) => isKey).map((field) => field.name),
    description: dabText(memberOf(at, "description")),
    mappings: new Map([
      ...dabMembers(memberOf(at, "mappings")).map(([column, to]) => [column, dabText(to) ?? column] as const),
      ...fields.flatMap((field) => (field.alias === undefined ? [] : [[field.name, field.alias] as const])),
    ]),
    descriptions: new Map(
      fields.flatMap((field) =>
        field.description === undefined ? [] : [[field.name, field.description] as const],
      ),
    ),
    columns: fields.length === 0 ? undefined : new Set(fields.map((field) => field.name)),
    relationships: dabMembers(memberOf(at, "relationships")).map(([each, place]) =>
      relationship(each, place),
    ),
    path: typeof rest.value === "object" ? dabText(memberOf(rest, "path")) : undefined,
    interfaces: interfacesOf(at),
  };
}

function relationship(name: string, at: DabValue): DabRelationship {
  const target = memberOf(at, "target.entity");
  const linking = dabText(memberOf(at, "linking.object"));
  const entity = dabText(target);
  if (entity === undefined) throw mistake(target, "the name of an entity is missing.");
  if ((linking?.length ?? 0) > MAX_NAME) throw mistake(at, `a name has at most ${MAX_NAME} characters.`);
  return {
    name,
    at,
    isMany: dabText(memberOf(at, "cardinality"))?.toLowerCase() === "many",
    target: entity,
    sourceFields: textsOf(memberOf(at, "source.fields")),
    targetFields: textsOf(memberOf(at, "target.fields")),
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
