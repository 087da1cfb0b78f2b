import { ApiError } from "../../errors/api-error.js";
import { shownSession } from "../../repository/users/sessions.js";
import { endpointsOfFeature } from "./auth-endpoint.js";
import { accountProblems, jsonTypes, success } from "./auth-parts.js";
import { clearCookie } from "./reply-tokens.js";

const endpoint = endpointsOfFeature(
  (_, { sessions }) => sessions !== undefined,
  ({ sessions }) => sessions,
);

/** Stands for the session of the request. */
const CURRENT = "current";

export const sessionEndpoints = [
  endpoint("listSessions", "get", "/sessions", {
    summary: "List the caller's sessions",
    description: "The sessions of the caller that have not ended, the newest first.",
    mayCall: "caller",
    success: success.list("The sessions.", {
      id: jsonTypes.text,
      device: { type: ["string", "null"], description: "The `User-Agent` of the log-in." },
      createdAt: jsonTypes.timeOrNull,
      usedAt: jsonTypes.time,
      expiresAt: jsonTypes.time,
      isCurrent: { type: "boolean", description: "Whether it is the session of this request." },
    }),
    problems: accountProblems.caller,
    answer: async ({ caller, own: sessions }, { find }) => {
      const user = await find.byId(caller.userId);
      const found = user === undefined ? [] : await sessions.ofUser(user);
      return found.map((session) => {
        return { ...shownSession(session), isCurrent: session.id === caller.sessionId };
      });
    },
  }),
  endpoint("endOtherSessions", "delete", "/sessions", {
    summary: "End all other sessions",
    description: "Ends all sessions of the caller but that of the request.",
    mayCall: "caller",
    audit: "end-session",
    success: success.done("The other sessions have ended."),
    problems: accountProblems.caller,
    answer: async ({ caller, own: sessions }) => {
      await sessions.endOthers(caller.userId, caller.sessionId);
    },
  }),
  endpoint("endSession", "delete", "/sessions/:id", {
    summary: "End a session",
    description: "Ends one of the caller's sessions with its tokens. `current` is that of the request.",
    mayCall: "caller",
    audit: "end-session",
    success: success.done("The session has ended."),
    problems: [...accountProblems.caller, "unknown-record"],
    answer: async ({ id: asked, res, caller, own: sessions }, context) => {
      const id = asked === CURRENT ? caller.sessionId : asked;
      // That of another user is as unknown as one that does not exist.
      if (id === undefined || !(await sessions.end(caller.userId, id)))
        throw new ApiError("unknown-record", "There is no such session.");
      if (id === caller.sessionId) clearCookie(res, context);
    },
  }),
];
