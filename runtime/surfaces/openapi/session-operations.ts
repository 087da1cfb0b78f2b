import {
  doneAnswer,
  listAnswer,
  objectOf,
  ofTokenCaller,
  timeText,
  timeTextOrNull,
  type DescribeAccount,
} from "./describe-account.js";

const ownSession = objectOf({
  id: { type: "string" },
  device: { type: ["string", "null"], description: "The `User-Agent` of the log-in." },
  createdAt: timeTextOrNull,
  usedAt: timeText,
  expiresAt: timeText,
  isCurrent: { type: "boolean", description: "Whether it is the session of this request." },
});

/** The endpoints of sessions. */
export const sessionOperations = {
  listSessions: () => ({
    summary: "List the caller's sessions",
    description: "The sessions of the caller that have not ended, the newest first.",
    needsToken: true,
    success: listAnswer("The sessions.", ownSession),
    problems: ofTokenCaller,
  }),
  endOtherSessions: () => ({
    summary: "End all other sessions",
    description: "Ends all sessions of the caller but that of the request.",
    needsToken: true,
    success: doneAnswer("The other sessions have ended."),
    problems: ofTokenCaller,
  }),
  endSession: () => ({
    summary: "End a session",
    description: "Ends one of the caller's sessions with its tokens. `current` is that of the request.",
    needsToken: true,
    success: doneAnswer("The session has ended."),
    problems: [...ofTokenCaller, "unknown-record"],
  }),
} satisfies Readonly<Record<string, DescribeAccount>>;
