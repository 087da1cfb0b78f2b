import type { RequestHandler } from "express";
import {
  API_PREFIX,
  AUTH_PREFIX,
  BATCH_PATH,
  MCP_PATH,
  OPERATIONS_PREFIX,
  RESOURCE_METADATA_PATH,
} from "../http/endpoint.js";
import { later } from "../http/later.js";
import type { AdminSettings } from "../model/settings/admin-settings.js";
import { mountEntities } from "./endpoints/mount-entities.js";
import type { Address, EntityParts, SurfaceContext } from "./surface.js";

type SurfaceOwner = Pick<SurfaceContext, "model" | "users">;

/** A surface beside the endpoints of entities. */
interface Surface {
  readonly path: (owner: SurfaceOwner) => string;
  /** Whether its path is the same for every configuration. */
  readonly isFixed: boolean;
  /** Names it for people who open it. `undefined` if it is for programs only. */
  readonly title: string | undefined;
  readonly isServed: (owner: SurfaceOwner) => boolean;
  readonly load: (context: SurfaceContext) => Promise<RequestHandler>;
}

/** All surfaces, in the order in which people read their addresses. */
const surfaces: readonly Surface[] = [
  surface(
    AUTH_PREFIX,
    ({ users }) => users,
    async (users, context) => (await import("./auth/auth-routes.js")).authRoutes(context, users),
  ),
  surface(
    BATCH_PATH,
    ({ model }) => model.batch,
    async (batch, context) => (await import("./batch/batch-routes.js")).batchRoutes(batch, context),
  ),
  surface(
    OPERATIONS_PREFIX,
    ({ model }) => model.ownOperations.length > 0,
    async (_, context) => (await import("./operations/operation-routes.js")).operationRoutes(context),
  ),
  surface(
    "/api/docs",
    ({ model: { openapi } }) => openapi !== false && openapi.page && openapi,
    async (openapi, context) => (await import("./docs/page-routes.js")).pageRoutes(openapi, context),
    "Docs page",
  ),
  surface(
    "/api/openapi.json",
    ({ model }) => model.openapi,
    async (openapi, context) => (await import("./docs/document-routes.js")).documentRoutes(openapi, context),
    "OpenAPI document",
  ),
  surface(
    ({ path }: AdminSettings) => path,
    ({ model }) => model.admin,
    async (admin, context) => (await import("./admin/admin-page.js")).adminPage(admin, context),
    "Admin page",
  ),
  surface(
    "/api/schema",
    ({ model }) => model.admin,
    async (admin, context) => (await import("./admin/schema-routes.js")).schemaRoutes(admin, context),
  ),
  surface(
    MCP_PATH,
    ({ model }) => model.mcp,
    async (mcp, context) => (await import("./mcp/mcp-routes.js")).mcpRoutes(mcp, context),
  ),
  surface(
    RESOURCE_METADATA_PATH,
    ({ model }) => model.auth?.tokens?.kind === "provider" && model.mcp,
    async (mcp, context) => (await import("./mcp/resource-metadata.js")).resourceMetadata(mcp, context),
  ),
];

/**
 * @param path The path, or how it follows from the settings.
 * @param settingsOf Its settings. `false` or `undefined` if the configuration does not have it.
 */
function surface<Settings>(
  path: string | ((settings: Settings) => string),
  settingsOf: (owner: SurfaceOwner) => Settings | false | undefined,
  load: (settings: Settings, context: SurfaceContext) => Promise<RequestHandler>,
  title?: string,
): Surface {
  return {
    path: (owner) => (typeof path === "string" ? path : path(settingsOf(owner) as Settings)),
    isFixed: typeof path === "string",
    title,
    isServed: (owner) => Boolean(settingsOf(owner)),
    load: (context) => load(settingsOf(context) as Settings, context),
  };
}

/**
 * Mounts the configured surfaces. The code of the others is not loaded.
 * @returns A promise that is fulfilled when the code of all of them is there. Requests that come earlier wait for it.
 */
export function mountSurfaces(context: SurfaceContext): Promise<unknown> {
  const live = followChanges(context);
  mountEntities(context, live.handlerOf);
  return Promise.all([
    live.loaded,
    ...surfaces
      .filter(({ isServed }) => isServed(context))
      .map(({ path, load }) => {
        const loaded = load(context);
        context.app.use(
          path(context),
          later(() => loaded),
        );
        return loaded;
      }),
  ]);
}

/** The streams of changes. Their code is only loaded if there are any. */
function followChanges(context: SurfaceContext): {
  readonly handlerOf: (parts: EntityParts) => RequestHandler | undefined;
  readonly loaded: Promise<unknown> | undefined;
} {
  const { changes: settings, outbox } = context.model;
  if (settings === false || outbox === undefined || context.changes === undefined)
    return { handlerOf: () => undefined, loaded: undefined };
  const { changes: feed } = context;
  // Others are only kept for webhooks.
  const names = new Set(settings.entities.map((name) => name.toLowerCase()));
  const loaded = import("./live/live-routes.js").then(async ({ liveRoutes }) => {
    const { handlerOf, hub } = liveRoutes(settings, await feed, context);
    context.onStopping(() => hub.endAll());
    return handlerOf;
  });
  const handlerOf = (parts: EntityParts) =>
    names.has(parts.repository.entity.name.toLowerCase())
      ? later(async () => (await loaded)(parts))
      : undefined;
  return { handlerOf, loaded };
}

/** The paths of all surfaces, even if they are not served. Without those that follow from settings that are missing. */
export function surfacePaths(model: SurfaceContext["model"]): readonly string[] {
  const owner = { model, users: undefined };
  return surfaces
    .filter(({ isFixed, isServed }) => isFixed || isServed(owner))
    .map(({ path }) => path(owner));
}

/** The addresses that `data-api start` prints and the page at `/` links to. */
export function addresses(model: SurfaceContext["model"]): readonly Address[] {
  const owner = { model, users: undefined };
  const served = surfaces.filter(({ isServed }) => isServed(owner));
  return [
    { title: "API", path: API_PREFIX },
    ...served.flatMap(({ title, path }) => (title === undefined ? [] : [{ title, path: path(owner) }])),
  ];
}
