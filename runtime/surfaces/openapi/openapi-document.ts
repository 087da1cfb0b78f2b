import { operations, type Entity, type Model } from "../../model/model.js";
import { openapiOptions } from "../../model/settings/openapi-settings.js";
import { parseOptions } from "../../model/settings/option.js";
import type { RecordContext } from "./record-schemas.js";
import { shownTo, everyone, type Audience } from "./audience.js";
import { authPaths } from "./auth-operations.js";
import { BATCH_TAG, batchPaths } from "./batch-operations.js";
import { Components } from "./components.js";
import { fieldJsons } from "./field-json.js";
import { documentNames } from "./document-names.js";
import { entityPaths } from "./entity-operations.js";
import type { OpenapiDocument, PathItems } from "./openapi-types.js";
import { OPERATIONS_TAG, ownOperationPaths } from "./own-operation-paths.js";
import { sharedParameters } from "./shared-parts.js";
import { MANY_TAG, PATH_TAG, sharedPaths } from "./shared-paths.js";
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
 * alone, so the same configuration gives the same document. It is put together as text: as objects, `JSON.stringify`
 * of 500 entities would take most of the time.
 */
export function openapiText(model: Model, options: DocumentOptions = {}): string {
  const { audience = everyone(model), isComplete = false } = options;
  // A document can be generated even if the server does not serve it.
  const settings = model.openapi === false ? parseOptions(openapiOptions) : model.openapi;
  const { title, version, description, url = options.url ?? (model.server.publicUrl || "/") } = settings;
  const components = new Components(sharedParameters(model.server));
  const context: RecordContext = {
    model,
    audience,
    names: documentNames(model),
    components,
    isLarge: !isComplete && model.entities.length > MANY_ENTITIES,
    jsonOf: fieldJsons(),
    templates: new Map(),
  };
  const shown = model.entities.filter((entity) =>
    operations.some((operation) => shownTo(audience, entity, operation) !== undefined),
  );
  const ofEntities = shown.map((entity) => entityPaths(entity, context)).filter((text) => text !== "");
  const ofServer: PathItems = {
    ...(context.isLarge && sharedPaths(shown, context)),
    ...batchPaths(context),
    ...ownOperationPaths(context),
  };
  const ofUsers = authPaths(context);
  const head = {
    openapi: "3.1.0",
    info: { title, version, description },
    servers: [{ url }],
    security: usualSecurity(model),
    tags: tagsOf(shown, model, ofServer, ofUsers),
  };
  const paths = commaSeparated([...ofEntities, ...membersOf({ ...ofServer, ...ofUsers })]);
  const schemes = model.auth === undefined ? {} : { securitySchemes: securitySchemes(model.auth) };
  const parts = commaSeparated([...membersOf(schemes), ...components.members()]);
  return `{${membersOf(head).join(",")},"paths":{${paths}},"components":{${parts}}}`;
}

/** By `+`, because V8 copies the parts of a concatenation once, when it is read, but those of a `join` each time. */
function commaSeparated(texts: readonly string[]): string {
  let sum = "";
  for (const text of texts) sum += sum === "" ? text : `,${text}`;
  return sum;
}

/** The members of an object as JSON. */
function membersOf(object: object): readonly string[] {
  return Object.entries(object).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
}

/** The descriptions of the tags that are not entities, in order. */
const otherTags = {
  [PATH_TAG]: "Reads of all entities by path.",
  [MANY_TAG]: "Writes of many records, of all entities.",
  [BATCH_TAG]: "Several operations in one transaction.",
  [OPERATIONS_TAG]: "Operations of this server.",
};

/**
 * The tags of entities, and those of other paths. The endpoints of users have the tag of their records, whose
 * description not everyone may see.
 */
function tagsOf(
  shown: readonly Entity[],
  { entities }: Model,
  ofServer: PathItems,
  ofUsers: PathItems,
): OpenapiDocument["tags"] {
  const isShown = new Set(shown);
  const hasAuth = Object.keys(ofUsers).length > 0;
  const used = new Set(
    Object.values(ofServer).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)),
  );
  const ofEntities = entities
    .filter((entity) => isShown.has(entity) || (hasAuth && entity.users !== undefined))
    .map((entity) => {
      const { name, description = `The records of "${name}".` } = entity;
      return { name, description: isShown.has(entity) ? description : "Log-in and tokens." };
    });
  const ofOthers = Object.entries(otherTags).filter(([name]) => used.has(name));
  return [...ofEntities, ...ofOthers.map(([name, description]) => ({ name, description }))];
}
