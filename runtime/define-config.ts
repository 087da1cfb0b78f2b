import { defineOperation, type DefineOperation, type NoMembers } from "./config/define-operation.js";
import type { Config } from "./config/config.js";
import type { EntityName } from "./config/types/effective-types.js";
import type { ChangesOf, NewRecordOf, RecordOf } from "./config/types/record-types.js";
import type {
  AfterCommit,
  AfterCreate,
  AfterDelete,
  AfterUpdate,
  BeforeCreate,
  BeforeDelete,
  BeforeUpdate,
  EntityHooks,
} from "./model/hooks.js";
import type { ServerTransaction } from "./repository/server-transaction.js";
import type { RepositoryOf } from "./repository-of.js";

type FindRepositoryOf<C extends Config> = <N extends EntityName<C>>(entityName: N) => RepositoryOf<C, N>;

/** The hooks of an entity, with events that are typed by the configuration. */
type HooksOf<C extends Config, N extends EntityName<C>> = {
  readonly [H in keyof EntityHooks]?: (
    event: EventOf<C, EventsOf<C, N>[H]>,
  ) => ReturnType<NonNullable<EntityHooks[H]>>;
};

interface EventsOf<C extends Config, N extends EntityName<C>> extends Record<keyof EntityHooks, object> {
  beforeCreate: BeforeCreate<NewRecordOf<C, N>>;
  afterCreate: AfterCreate<RecordOf<C, N>>;
  beforeUpdate: BeforeUpdate<RecordOf<C, N>, ChangesOf<C, N>>;
  afterUpdate: AfterUpdate<RecordOf<C, N>>;
  beforeDelete: BeforeDelete<RecordOf<C, N>>;
  afterDelete: AfterDelete<RecordOf<C, N>>;
  afterCommit: AfterCommit<RecordOf<C, N>>;
}

type EventOf<C extends Config, E> = E extends { repository: unknown }
  ? Omit<E, "repository"> & {
      /** The repository of an entity in the write's transaction, without permission checks. */
      readonly repository: FindRepositoryOf<C>;
    }
  : E;

type Operations = NonNullable<Config["operations"]>;

/** The code of a configuration, which is typed by the rest of it. */
interface CodeOf<C extends Config, O extends Operations> {
  /** The hooks by entity. */
  readonly hooks?: { readonly [N in EntityName<C>]?: HooksOf<C, N> };
  readonly operations?: O;
}

interface Tools<C extends Config> {
  /** `defineOperation`, whose `tx` is typed by the configuration. */
  readonly operation: DefineOperation<ServerTransaction<FindRepositoryOf<C>>>;
}

/**
 * Returns the configuration and keeps its literal types, so that editors complete it and the records of
 * `api.repository(name)` are typed by it. `new DataApi(config)` and every command check it.
 *
 * Hooks and operations in the second argument know the entities of the first: their records, inputs and repositories are
 * typed by it. They are added to the configuration.
 * @example
 * defineConfig({ database, entities: { order: { … } } }, ({ operation }) => ({
 *   hooks: { order: { afterCreate: async ({ record, repository }) => { … } } },
 *   operations: { closeOrder: operation({ … }) },
 * }));
 */
export function defineConfig<const C extends Config, const O extends Operations = NoMembers>(
  config: C,
  code?: (tools: Tools<C>) => CodeOf<C, O>,
): [keyof O] extends [never] ? C : C & { readonly operations: O } {
  return (code === undefined ? config : withCode(config, code as never)) as never;
}

function withCode(config: Config, code: (tools: Tools<Config>) => CodeOf<Config, Operations>): Config {
  const { hooks = {}, operations } = code({ operation: defineOperation as Tools<Config>["operation"] });
  const entities = { ...config.entities };
  for (const [name, added] of Object.entries(hooks) as [string, EntityHooks][]) {
    // An unknown name is reported by the check, as an entity without fields.
    entities[name] = { ...entities[name], hooks: { ...entities[name]?.hooks, ...added } } as never;
  }
  return {
    ...config,
    entities,
    ...(operations !== undefined && { operations: { ...config.operations, ...operations } }),
  };
}
