import { idParams, idPattern } from "../../runtime/http/paths.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { operations, type Entity, type Field, type Model } from "../../runtime/model/model.js";
import { namesOf, type EntityNames } from "../naming.js";
import type { EntityArtifact, PathOf } from "../outputs.js";
import { columnViews } from "./column-views.js";
import { hookViews, type HookView } from "./hook-views.js";
import { toKey, toLiteral, toUnion } from "./literal.js";

/** What every file of an entity names. */
interface EntityView {
  readonly entity: string;
  readonly names: EntityNames;
}

export interface RepositoryView extends EntityView {
  readonly imports: string;
  /** The names of the key's fields as a type, where the key is not `id`. */
  readonly keys: string | undefined;
  readonly hooks: readonly HookView[];
}

export function repositoryView(entity: Entity): RepositoryView {
  const names = namesOf(entity);
  const hooks = hookViews(entity, names);
  return {
    entity: entity.name,
    names,
    imports: ["Repository", ...hooks.map(({ eventType }) => `type ${eventType}`).toSorted()].join(", "),
    hooks,
    keys: isKeyedById(entity) ? undefined : toUnion(entity.keys.map(({ name }) => name)),
  };
}

export interface RoutesView extends EntityView {
  readonly schemaImports: string;
  readonly idPattern: string;
  /** The type of the path's parameters. */
  readonly idParams: string;
  readonly idType: string;
  /** What the id is read from. */
  readonly id: string;
}

export function routesView(entity: Entity): RoutesView {
  const names = namesOf(entity);
  const params = idParams(entity);
  const parts = entity.keys.map(({ name }, index) => `${toKey(name)}: req.params.${params[index] ?? ""}`);
  const isTogether = entity.keys.length > 1;
  const imports = [names.changesSchema, names.newSchema, ...(isTogether ? [`type ${names.keyType}`] : [])];
  return {
    entity: entity.name,
    names,
    schemaImports: imports.join(", "),
    idPattern: idPattern(entity),
    idParams: `{ ${params.map((name) => `${name}: string`).join("; ")} }`,
    idType: isTogether ? names.keyType : typeOf(entity.keys[0]),
    id: isTogether ? `{ ${parts.join(", ")} }` : "req.params.id",
  };
}

function typeOf({ type, values }: Field): string {
  return values === undefined ? fieldTypes[type].typescript : toUnion(values);
}

function isKeyedById({ keys: [key, ...more] }: Entity): boolean {
  return key.name === "id" && more.length === 0;
}

export interface PolicyView extends EntityView {
  readonly policy: readonly { readonly operation: string; readonly permissions: string }[];
}

export function policyView(entity: Entity): PolicyView {
  const policy = operations.map((operation) => ({
    operation,
    permissions: toLiteral(entity.policy[operation]),
  }));
  return { entity: entity.name, names: namesOf(entity), policy };
}

export interface IndexView {
  readonly entities: readonly (EntityView & {
    readonly table: string;
    /** The names of the key's fields as a list, where the key is not `id`. */
    readonly keys: string | undefined;
    /** Where each of its files is imported from. */
    readonly modules: Readonly<Record<EntityArtifact, string>>;
  })[];
  /** The tables with the lists that records have of others. */
  readonly joinTables: readonly { readonly table: string; readonly columns: string }[];
}

export function indexView({ entities, database }: Model, pathOf: PathOf): IndexView {
  const moduleOf: PathOf = (entity, artifact) =>
    toLiteral(`./${pathOf(entity, artifact).replace(/\.ts$/, ".js")}`);
  return {
    entities: entities.map((entity) => {
      const modules = {
        schema: moduleOf(entity.name, "schema"),
        repository: moduleOf(entity.name, "repository"),
        routes: moduleOf(entity.name, "routes"),
        policy: moduleOf(entity.name, "policy"),
      };
      const keys = isKeyedById(entity) ? undefined : toLiteral(entity.keys.map(({ name }) => name));
      return { entity: entity.name, names: namesOf(entity), table: tableKey(entity), keys, modules };
    }),
    joinTables: entities.flatMap(({ links }) =>
      links.map(({ table }) => ({
        table: tableKey(table),
        columns: columnViews(table, database.dialect)
          .map(({ key, type }) => `${key}: ${type}`)
          .join("; "),
      })),
    ),
  };
}

/** What Kysely calls a table. */
function tableKey({ schema, table }: Entity): string {
  return toKey(schema === undefined ? table : `${schema}.${table}`);
}
