import type { RequestHandler } from "express";
import { authorize } from "../../access/authorize.js";
import type { ChangeFeed } from "../../changes/change-feed.js";
import { faultToError } from "../../database/fault-to-error.js";
import { ApiError } from "../../errors/api-error.js";
import type { ChangesSettings } from "../../model/settings/changes-settings.js";
import { forgetUser } from "../../repository/users/current-users.js";
import { parseFollow } from "../query/parse-read.js";
import type { EntityParts, SurfaceContext } from "../surface.js";
import { parseEventId } from "./event-id.js";
import { LiveHub } from "./live-hub.js";

/** `GET /changes` of an entity. */
export type FollowHandler = (parts: EntityParts) => RequestHandler;

type LiveContext = Pick<
  SurfaceContext,
  "identify" | "identifyUncounted" | "database" | "isStopping" | "model" | "users"
>;

/** The streams of changes of all entities. */
export function liveRoutes(
  settings: ChangesSettings,
  feed: ChangeFeed,
  context: LiveContext,
): { readonly handlerOf: FollowHandler; readonly hub: LiveHub } {
  const { identify, identifyUncounted, database, users } = context;
  const hub = new LiveHub(feed, settings, context);
  const handlerOf: FollowHandler =
    ({ repository, policy }) =>
    async (req, res) => {
      const caller = await identify(req);
      if (caller.viewedAs !== undefined)
        throw new ApiError("forbidden", "Changes cannot be followed as another role.");
      authorize(caller, policy, "read");
      const request = parseFollow(req, repository.entity);
      const lastId = parseEventId(req.headers["last-event-id"]);
      if (req.method === "HEAD") {
        res.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" }).end();
        return;
      }
      const opening = hub.open({
        req,
        res,
        caller,
        lastId,
        follow: (current) => repository.follow(request, authorize(current, policy, "read")),
        identify: async () => {
          if (caller.isAuthenticated) forgetUser(database, caller.userId);
          if (caller.sessionId !== undefined) users?.sessions?.forget(caller.sessionId);
          if (caller.apiKey !== undefined) users?.apiKeys?.forget(caller.apiKey.id);
          return identifyUncounted(req);
        },
      });
      await opening.catch(async (error: unknown) => {
        throw await faultToError(error, repository.entity, database);
      });
    };
  return { handlerOf, hub };
}
