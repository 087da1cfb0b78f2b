import { AUTH_PREFIX } from "../../http/endpoint.js";
import { operations, type Entity, type Model } from "../../model/model.js";
import { defaultOpenapi, type OpenapiSettings } from "../../model/openapi-settings.js";
import type { RecordContext } from "./record-schemas.js";
import { shownTo, everyone, type Audience } from "./audience.js";
import { AUTH_TAG, authPaths } from "./auth-operations.js";
import { Components } from "./components.js";
import { documentNames } from "./document-names.js";
import { entityPaths } from "./entity-operations.js";
import type { OpenapiDocument } from "./openapi-types.js";
import { securitySchemes, usualSecurity } from "./security.js";

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
  const context: RecordContext = { model, audience, names: documentNames(model), components };
  const shown = model.entities.filter((entity) =>
    operations.some((operation) => shownTo(audience, entity, operation) !== undefined),
  );
  const paths = Object.fromEntries([
    ...shown.flatMap((entity) => entityPaths(entity, context)),
    ...authPaths(context),
  ]);
  return {
    openapi: "3.1.0",
    info: { title, version, ...(description !== undefined && { description }) },
    servers: [{ url }],
    security: usualSecurity(model),
    tags: tagsOf(shown, paths),
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

function tagsOf(entities: readonly Entity[], paths: OpenapiDocument["paths"]): OpenapiDocument["tags"] {
  const ofEntities = entities.map(({ name, description }) => ({
    name,
    ...(description !== undefined && { description }),
  }));
  const hasAuth = Object.keys(paths).some((path) => path.startsWith(`${AUTH_PREFIX}/`));
  return hasAuth ? [...ofEntities, { name: AUTH_TAG, description: "Log-in and tokens." }] : ofEntities;
}
