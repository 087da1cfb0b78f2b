import { isDeepStrictEqual } from "node:util";
import type { IRouter } from "express";
import { nameEntityOf } from "./access/authorize.js";
import { ApiServer } from "./api-server.js";
import type { Config } from "./config/config.js";
import type { Database } from "./database/database.js";
import { ConfigError, type ConfigProblem } from "./errors/config-error.js";
import { useInputSchemas, type InputSchemas } from "./write/input/input-schemas.js";
import type { CallHandler, EntityParts, OperationContext, RouteContext } from "./surfaces/surface.js";
import { inputFields } from "./model/own-operation.js";
import { describeFields, describeValues } from "./model/schemas/describe-fields.js";
import { operations, type Entity, type Model, type Policy } from "./model/model.js";
import type { AnyRepository } from "./repository/repository.js";
import type { Seed, SeedReport } from "./seed.js";
import { quoteAll } from "./model/names.js";

/** The generated parts of one entity. */
export interface GeneratedEntity {
  readonly repository: new (entity: Entity, database: Database) => AnyRepository;
  readonly policy: Partial<Policy>;
  readonly routes: (context: RouteContext<never>) => IRouter;
  /** The fields that its schemas were generated for. Missing in code of version 0.1. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The schemas of its inputs. Present if the configuration has `batch`, or if lists write its records. */
  readonly schemas?: InputSchemas;
  /** The names of the key's fields, in order. Default: `id` alone. */
  readonly keys?: readonly string[];
}

/** The generated part of an operation. */
export interface GeneratedOperation {
  readonly route: (context: OperationContext) => CallHandler;
  /** The parameters that its schema was generated for. */
  readonly parameters: Readonly<Record<string, string>>;
}

type GeneratedOperations = Readonly<Record<string, GeneratedOperation>>;

type GeneratedEntities = Readonly<Record<string, GeneratedEntity>>;

/** The repositories of generated code, by entity name. */
export type Repositories<E extends GeneratedEntities> = {
  readonly [N in keyof E]: InstanceType<E[N]["repository"]>;
};

/** Gives the repositories of generated code. */
type FindRepositoryIn<E extends GeneratedEntities> = <N extends keyof E & string>(
  entityName: N,
) => Repositories<E>[N];

/** A data API served by generated code. */
export class GeneratedApi<E extends GeneratedEntities> extends ApiServer<FindRepositoryIn<E>> {
  /** Typed access to the records, without permission checks: for server code. */
  readonly repositories: Repositories<E>;

  /** @throws {ConfigError} If the configuration has mistakes, or the code was generated from another one. */
  constructor(config: Config, entities: E, operations: GeneratedOperations = {}) {
    super(
      config,
      (model, database) => generatedParts(model, database, entities, operations),
      new Map(Object.entries(operations).map(([name, { route }]) => [name, route])),
    );
    this.repositories = Object.fromEntries(
      Object.keys(entities).map((name) => [name, this.partsOf(name).repository]),
    ) as Repositories<E>;
  }

  /** Same as `repositories[entityName]`. */
  repository<N extends keyof E & string>(entityName: N): Repositories<E>[N] {
    return this.partsOf(entityName).repository as Repositories<E>[N];
  }

  /**
   * Runs a seed in one transaction: all that it wrote is kept, or nothing.
   * @throws {SeedError} for a record that cannot be written, and whatever the seed throws.
   */
  seedAsync(seed: Seed<{ readonly repositories: Repositories<E> }>): Promise<SeedReport> {
    return this.runSeed(seed);
  }
}

/** Composes generated code into a server. Connection, secrets and functions come from the configuration. */
export function composeApi<E extends GeneratedEntities>(
  config: Config,
  entities: E,
  operations?: GeneratedOperations,
): GeneratedApi<E> {
  return new GeneratedApi(config, entities, operations);
}

function generatedParts(
  model: Model,
  database: Database,
  entities: GeneratedEntities,
  operations: GeneratedOperations,
): ReadonlyMap<string, EntityParts> {
  const problems = [...checkFresh(model, entities), ...checkOperations(model, operations)];
  if (problems.length > 0) throw new ConfigError(problems);
  return new Map(
    model.entities.flatMap((entity) => {
      const generated = entities[entity.name];
      if (generated === undefined) return [];
      const { repository: EntityRepository, policy, routes, schemas } = generated;
      const repository = new EntityRepository(entity, database);
      nameEntityOf(policy, entity.name);
      if (schemas !== undefined) useInputSchemas(entity, schemas);
      return [[entity.name.toLowerCase(), { repository, policy, routes }]];
    }),
  );
}

/** Rejects stale code of operations: its schemas would have other parameters. */
function checkOperations(
  { ownOperations }: Model,
  operations: GeneratedOperations,
): readonly ConfigProblem[] {
  const hint = "Run: npx data-api generate";
  return Object.entries(operations).flatMap(([name, { parameters }]): readonly ConfigProblem[] => {
    const path = `operations.${name}`;
    const operation = ownOperations.find((each) => each.name === name);
    if (operation === undefined)
      return [{ path, message: "there is generated code for it, but it is not in the configuration.", hint }];
    if (isDeepStrictEqual(describeValues(inputFields(operation)), { ...parameters })) return [];
    return [{ path, message: "the generated code is from another configuration.", hint }];
  });
}

/** Rejects stale code: it could grant rights that this configuration does not grant, or lack fields. */
function checkFresh(model: Model, entities: GeneratedEntities): readonly ConfigProblem[] {
  const hint = "Run: npx data-api generate";
  const known = new Set(model.entities.map(({ name }) => name));
  const gone = Object.keys(entities).filter((name) => !known.has(name));
  return [
    ...gone.map((name) => ({
      path: `entities.${name}`,
      message: "there is generated code for it, but it is not in the configuration.",
      hint,
    })),
    ...model.entities.flatMap((entity) => {
      const { name, policy, keys } = entity;
      const generated = entities[name];
      if (generated === undefined)
        return [{ path: `entities.${name}`, message: "there is no generated code for it.", hint }];
      const stalePermissions = operations
        .filter((operation) => !isDeepStrictEqual(policy[operation], generated.policy[operation] ?? []))
        .map((operation) => ({
          path: `entities.${name}.permissions.${operation}`,
          message: "the generated policy has other permissions.",
          hint,
        }));
      const { keys: generatedKeys = ["id"], fields: generatedFields } = generated;
      const stale: ConfigProblem[] = [];
      if (JSON.stringify(keys.map((key) => key.name)) !== JSON.stringify(generatedKeys)) {
        const message = `the generated code is for the key ${quoteAll(generatedKeys)}.`;
        stale.push({ path: `entities.${name}.primaryKey`, message, hint });
      }
      // Without its schemas, batches would ignore checks that were added to them by hand.
      if (model.batch !== false && generatedFields !== undefined && generated.schemas === undefined) {
        const message = `the generated code of "${name}" was made without it.`;
        stale.push({ path: "batch", message, hint });
      }
      const written = entity.foreignKeys.find(({ isWritable }) => isWritable);
      if (written !== undefined && generatedFields !== undefined && generated.schemas === undefined) {
        const message = `the generated code was made before "${written.inverseName ?? ""}" was writable.`;
        stale.push({ path: `entities.${name}`, message, hint });
      }
      if (generatedFields !== undefined) {
        const described = describeFields(entity);
        for (const field of new Set([...Object.keys(described), ...Object.keys(generatedFields)])) {
          if (described[field] === generatedFields[field]) continue;
          const path = `entities.${name}.fields.${field}`;
          stale.push({ path, message: "the generated schemas are from another configuration.", hint });
        }
      }
      return [...stale, ...stalePermissions];
    }),
  ];
}
