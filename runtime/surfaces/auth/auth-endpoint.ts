import type { Request, Response } from "express";
import { z } from "zod";
import type { ProblemCode } from "../../errors/codes.js";
import { readJsonObject } from "../../http/bodies/read-body.js";
import type { Endpoint } from "../../http/endpoint.js";
import { prefers, STRICT } from "../../http/headers/parse-prefer.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { sendJson } from "../../http/send.js";
import type { Model } from "../../model/model.js";
import type { OwnTokens } from "../../model/settings/auth-settings.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import { parseMembers, unknownField } from "../../write/input/parse-input.js";
import type { AccountOperation } from "../../write/steps/audit.js";
import type { CallHandler } from "../surface.js";
import { callerFor, type AuthContext, type KnownCaller, type MayCall } from "./auth-context.js";
import type { AuthAnswer, AuthBody } from "./auth-parts.js";

/** What an endpoint is, apart from the work that it does. */
interface AuthDescription {
  readonly summary: string;
  readonly description: string;
  readonly mayCall: MayCall;
  /** What the audit calls it. Default: it leaves no entry of its own. */
  readonly audit?: AccountOperation;
  /** The names of parameters in the query. */
  readonly query?: readonly string[];
  /** An example of the body. @param user Returns an example of a field of users. */
  readonly example?: (user: (field: "username" | "password") => string) => object;
  readonly success: AuthAnswer;
  /** The problems besides those of a body, and of a caller without a token. */
  readonly problems?: readonly ProblemCode[];
}

/** A call that has been checked. */
interface AuthCall<W extends MayCall, B extends AuthBody, Own> {
  readonly req: Request;
  readonly res: Response;
  readonly requestId: string | undefined;
  /** The parameter of the path. */
  readonly id: string;
  readonly caller: W extends "anyone" | "logging-in" ? undefined : KnownCaller;
  readonly user: W extends "user" ? UserRow : undefined;
  readonly body: z.output<z.ZodObject<{ -readonly [N in keyof B]: B[N]["parse"] }>>;
  /** What the feature has opened. */
  readonly own: Own;
}

interface AuthRow<W extends MayCall, B extends AuthBody, Own> extends AuthDescription {
  readonly mayCall: W;
  readonly body?: B;
  readonly maxBodyBytes?: number;
  /** Resolves to the JSON of the answer, or to its list. `undefined` if it has no body, or was sent already. */
  readonly answer: (call: AuthCall<W, B, Own>, context: AuthContext) => Promise<unknown>;
}

/** An endpoint of users. Router, audit and document follow from it. */
export interface AuthEndpoint extends Endpoint, AuthDescription {
  readonly body?: AuthBody;
  /** Whether the configuration switches it on. */
  readonly isOn: (model: Pick<Model, "auth" | "sessions">) => boolean;
  readonly handler: (context: AuthContext) => CallHandler;
}

/** Enough for a name and a few passwords, however many escapes they need. */
const MAX_BODY_BYTES = 8 * 1024;

/**
 * Returns a function that makes the endpoints of a feature.
 * @param open Returns what they all need. `undefined` if the feature is off.
 */
export function endpointsOfFeature<Own>(
  isOn: (tokens: OwnTokens, model: Pick<Model, "sessions">) => boolean,
  open: (context: AuthContext) => Own | undefined,
) {
  return <W extends MayCall, B extends AuthBody>(
    name: string,
    method: Endpoint["methods"][number],
    path: string,
    row: AuthRow<W, B, Own>,
  ): AuthEndpoint => ({
    name,
    methods: [method],
    path,
    ...row,
    isOn: ({ auth, sessions }) => auth?.tokens?.kind === "own" && isOn(auth.tokens, { sessions }),
    handler: (context) => {
      const own = open(context);
      if (own === undefined) throw new Error(`The feature of "${name}" is off.`);
      const parse = bodyParser(row, context);
      return async (req, res) => {
        const who = await callerFor(row.mayCall, req, context);
        const body = row.body && (await parse(req));
        const call = {
          req,
          res,
          requestId: requestIdOf(req),
          id: String(req.params["id"]),
          ...who,
          body,
          own,
        };
        const answer = await row.answer(call as unknown as AuthCall<W, B, Own>, context);
        const json = Array.isArray(answer) ? { count: answer.length, items: answer } : answer;
        if (json !== undefined) sendJson(res, row.success.status, JSON.stringify(json));
        else if (!res.headersSent) res.writeHead(row.success.status).end();
      };
    },
  });
}

/** Returns a function that reads a body. It throws with every mistake, not only the first. */
function bodyParser(
  {
    body = {},
    maxBodyBytes = MAX_BODY_BYTES,
  }: Pick<AuthRow<MayCall, AuthBody, unknown>, "body" | "maxBodyBytes">,
  { users }: AuthContext,
) {
  const limits = { ...users.limits, maxBodyBytes };
  const schema = z.object(Object.fromEntries(Object.entries(body).map(([name, { parse }]) => [name, parse])));
  return async (req: Request) =>
    parseMembers(await readJsonObject(req, limits), schema, users.strictBody || prefers(STRICT, req), {
      exact: new Set(),
      notSettable: (key, names) => unknownField(key, users.name, names),
    });
}
