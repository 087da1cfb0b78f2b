import { operations, type Model } from "../../model/model.js";
import { openapiOptions } from "../../model/settings/openapi-settings.js";
import { parseOptions } from "../../model/settings/option.js";
import type { RecordContext } from "./record-schemas.js";
import { shownTo, everyone, type Audience } from "./audience.js";
import { authPaths } from "./auth-paths.js";
import { batchPaths } from "./batch-paths.js";
import { changePaths, webhookItems } from "./change-paths.js";
import { Components } from "./components.js";
import { documentNames } from "./document-names.js";
import { tagNames, tagsOf } from "./document-tags.js";
import { entityPaths } from "./entity-operations.js";
import { introduction } from "./introduction.js";
import type { OpenapiDocument, PathItems } from "./openapi-types.js";
import { ownOperationPaths } from "./own-operation-paths.js";
import { sharedParameters } from "./shared-parts.js";
import { sharedPaths } from "./shared-paths.js";
import { streamPaths } from "./stream-paths.js";
import { securitySchemes, usualSecurity } from "./security.js";

/**
 * With more entities, the document describes operations briefly, and the reads by path and the writes of many records
 * once for all entities.
 */
const MANY_ENTITIES = 100;

export interface DocumentOptions {
  /** The audience: the document shows what someone in it may do. Default: every caller. */
  readonly audience?: Audience;
  /** The URL of the server. Default: `openapi.url`, else `server.publicUrl`, else the server that answers with it. */
  readonly url?: string;
  /** Whether each operation is described with examples, however many entities there are. Default: `false`. */
  readonly isComplete?: boolean;
}

/** The OpenAPI 3.1 document of a server as an object. */
export function openapiDocument(model: Model, options: DocumentOptions = {}): OpenapiDocument {
  return JSON.parse(openapiText(model, options)) as OpenapiDocument;
}

/**
 * The OpenAPI 3.1 document of a server as JSON: the inputs and answers of its endpoints. It follows from the Model
 * alone, so the same configuration gives the same document.
 */
export function openapiText(model: Model, options: DocumentOptions = {}): string {
  const { audience = everyone(model), isComplete = false } = options;
  const components = new Components(sharedParameters(model.server));
  const context: RecordContext = {
    model,
    audience,
    names: documentNames(model),
    tags: tagNames(model),
    components,
    isLarge: !isComplete && model.entities.length > MANY_ENTITIES,
  };
  const shown = model.entities.filter((entity) =>
    operations.some((operation) => shownTo(audience, entity, operation) !== undefined),
  );
  // A document can be generated even if the server does not serve it.
  const settings = model.openapi === false ? parseOptions(openapiOptions) : model.openapi;
  const {
    title,
    version,
    description = introduction(shown, context),
    contact,
    license,
    url = options.url ?? (model.server.publicUrl || "/"),
  } = settings;
  const ofEntities: Record<string, PathItems[string]> = {};
  for (const entity of shown)
    Object.assign(ofEntities, entityPaths(entity, context), changePaths(entity, context));
  const ofServer: PathItems = {
    ...joined(context.isLarge ? sharedPaths(shown, context) : {}, streamPaths(shown, context)),
    ...batchPaths(context),
    ...ownOperationPaths(context),
  };
  const ofUsers = authPaths(context);
  const head = {
    openapi: "3.1.0",
    info: { title, version, description, contact, license },
    servers: [{ url }],
    security: usualSecurity(model),
    tags: tagsOf(shown, model, context.tags, ofServer, ofUsers),
  };
  const paths = JSON.stringify({ ...ofEntities, ...ofServer, ...ofUsers });
  const items = webhookItems(shown, context);
  const webhooks = items === undefined ? "" : `,"webhooks":${JSON.stringify(items)}`;
  const schemes =
    model.auth === undefined
      ? []
      : [`"securitySchemes":${JSON.stringify(securitySchemes(model.auth, model))}`];
  // The parts are JSON already, which is how they are compared.
  const parts = [...schemes, ...components.members(paths + webhooks)].join(",");
  return `${JSON.stringify(head).slice(0, -1)},"paths":${paths}${webhooks},"components":{${parts}}}`;
}

/** The operations of both at each path. */
function joined(first: PathItems, second: PathItems): PathItems {
  const both = Object.entries(second).map(([path, item]) => [path, { ...first[path], ...item }] as const);
  return { ...first, ...Object.fromEntries(both) };
}
