import type { Config } from "./config/config.js";
import type { EntityName } from "./config/types/effective-types.js";
import type { ChangesOf, KeyNameOf, NewRecordOf, RecordOf } from "./config/types/record-types.js";
import type { ShapeOf } from "./config/types/shape-types.js";
import type { Repository } from "./repository/repository.js";

/** The repository of an entity, typed by the configuration. */
export type RepositoryOf<C extends Config, N extends EntityName<C>> = Repository<ConfiguredShape<C, N>>;

interface ConfiguredShape<C extends Config, N extends EntityName<C>> extends ShapeOf<C, N> {
  readonly record: RecordOf<C, N>;
  readonly input: NewRecordOf<C, N>;
  readonly changes: ChangesOf<C, N>;
  readonly key: KeyNameOf<C, N>;
}
