import { API_PREFIX, AUTH_PREFIX, BATCH_PATH } from "../../http/endpoint.js";
import { operations, type Entity, type Model } from "../../model/model.js";
import { defaultOpenapi, type OpenapiSettings } from "../../model/openapi-settings.js";
import type { RecordContext } from "./record-schemas.js";
import { shownTo, everyone, type Audience } from "./audience.js";
import { authPaths } from "./auth-operations.js";
import { BATCH_TAG, batchPaths } from "./batch-operations.js";
import { Components } from "./components.js";
import { documentNames } from "./document-names.js";
import { entityPaths } from "./entity-operations.js";
import type { OpenapiDocument } from "./openapi-types.js";
import { PATH_TAG, readsByPath } from "./reads-by-path.js";
import { sharedParameters } from "./shared-parts.js";
import { securitySchemes, usualSecurity } from "./security.js";

/** With more entities, the document describes the reads by path once for all of them. */
const MANY_ENTITIES = 100;

export interface DocumentOptions {
  /** Who it is for: they see what some of them may do. Default: every caller. */
  readonly audience?: Audience;
  /** The URL of the server. Default: `openapi.url`, else the server that answers with the document. */
  readonly url?: string;
}

/**
 * The OpenAPI 3.1 document of a server: what its endpoints take and answer. It is made from the Model alone, so the
 * same configuration gives the same document.
 */
export function openapiDocument(model: Model, options: DocumentOptions = {}): OpenapiDocument {
  const { audience = everyone(model) } = options;
  const { title, version, description, url = options.url ?? "/" } = settingsOf(model);
  const components = new Components();
  const context: RecordContext = {
    model,
    audience,
    names: documentNames(model),
    components,
    parameters: sharedParameters(model.server),
    isLarge: model.entities.length > MANY_ENTITIES,
    shared: new Map(),
  };
  const shown = model.entities.filter((entity) =>
    operations.some((operation) => shownTo(audience, entity, operation) !== undefined),
  );
  const paths = Object.fromEntries([
    ...shown.flatMap((entity) => entityPaths(entity, context)),
    ...(context.isLarge ? readsByPath(shown, context) : []),
    ...batchPaths(context),
    ...authPaths(context),
  ]);
  return {
    openapi: "3.1.0",
    info: { title, version, ...(description !== undefined && { description }) },
    servers: [{ url }],
    security: usualSecurity(model),
    tags: tagsOf(shown, model, paths),
    paths,
    components: {
      ...(model.auth !== undefined && { securitySchemes: securitySchemes(model.auth) }),
      ...components.toJSON(),
    },
  };
}

/** The words for the document. A document can also be made where the server shows none. */
function settingsOf({ openapi }: Model): OpenapiSettings {
  return openapi === false ? defaultOpenapi() : openapi;
}

/** The entities. The endpoints of users are with those of their records, whose description not all may know. */
function tagsOf(
  shown: readonly Entity[],
  { entities }: Model,
  paths: OpenapiDocument["paths"],
): OpenapiDocument["tags"] {
  const hasAuth = Object.keys(paths).some((path) => path.startsWith(`${AUTH_PREFIX}/`));
  const hasOthers = Object.keys(paths).some((path) => path.startsWith(`${API_PREFIX}/{entity}/`));
  const ofEntities = entities
    .filter((entity) => shown.includes(entity) || (hasAuth && entity.users !== undefined))
    .map((entity) => {
      const { name, description = `The records of "${name}".` } = entity;
      return { name, description: shown.includes(entity) ? description : "Log-in and tokens." };
    });
  const ofPaths = { name: PATH_TAG, description: "Reads of all entities by path." };
  const ofBatches = { name: BATCH_TAG, description: "Several operations in one transaction." };
  const hasBatches = Object.hasOwn(paths, BATCH_PATH);
  return [...ofEntities, ...(hasOthers ? [ofPaths] : []), ...(hasBatches ? [ofBatches] : [])];
}
