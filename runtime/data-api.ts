import { ApiServer } from "./api-server.js";
import type { Config } from "./config/config.js";
import type { EntityName } from "./config/types/effective-types.js";
import type { Database } from "./database/database.js";
import { entityRoutes } from "./surfaces/endpoints/entity-routes.js";
import type { Model } from "./model/model.js";
import { Repository } from "./repository/repository.js";
import type { RepositoryOf } from "./repository-of.js";
import type { Seed, SeedReport } from "./seed.js";
import type { EntityParts } from "./surfaces/surface.js";

/** Gives the repositories of a configuration. */
type FindRepositoryOf<C extends Config> = <N extends EntityName<C>>(entityName: N) => RepositoryOf<C, N>;

/**
 * A data API that is served directly from its configuration.
 *
 * @example
 * const api = new DataApi(config);
 * api.setupApiEndpoints();
 * await api.startAsync();
 */
export class DataApi<const C extends Config = Config> extends ApiServer<FindRepositoryOf<C>> {
  /**
   * Checks the configuration and builds the server. It connects to nothing yet.
   * @throws {ConfigError} A list of every mistake in the configuration.
   */
  constructor(config: C) {
    super(config, dynamicParts);
  }

  /**
   * Typed access to the records of an entity, without permission checks: for server code.
   * @throws {ApiError} 404 for an entity that the configuration does not have.
   */
  repository<N extends EntityName<C>>(entityName: N): RepositoryOf<C, N> {
    return this.partsOf(entityName).repository as unknown as RepositoryOf<C, N>;
  }

  /**
   * Runs a seed in one transaction: all that it wrote is kept, or nothing.
   * @throws {SeedError} for a record that cannot be written, and whatever the seed throws.
   */
  seedAsync(seed: Seed<C>): Promise<SeedReport> {
    return this.runSeed(seed);
  }
}

function dynamicParts(model: Model, database: Database): ReadonlyMap<string, EntityParts> {
  return new Map(
    model.entities.map((entity) => {
      const repository = new Repository(entity, database);
      return [entity.name.toLowerCase(), { repository, policy: entity.policy, routes: entityRoutes }];
    }),
  );
}
