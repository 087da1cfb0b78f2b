import type { Request, Response } from "express";
import { invalidToken } from "../../access/bearer-token.js";
import { toCaller } from "../../access/caller.js";
import { ApiError } from "../../errors/api-error.js";
import { sendHead } from "../../http/headers/header-list.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { reportedProblem } from "../../http/send-problem.js";
import {
  parseToken,
  tokenText,
  type AccountToken,
  type AccountTokens,
  type TokenPurpose,
} from "../../repository/users/account-tokens.js";
import { accountId, ProviderAccounts } from "../../repository/users/provider-accounts.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import { auditAccount } from "../../write/steps/audit.js";
import { timeAt } from "../../write/steps/table-access.js";
import type { AuthContext, KnownCaller } from "./auth-context.js";
import { endpointsOfFeature } from "./auth-endpoint.js";
import { accountProblems, inBody, jsonTypes, success } from "./auth-parts.js";
import { confirmCaller, userWithId } from "./confirm-caller.js";
import { LogInBrowser } from "./log-in-browser.js";
import type { OpenIdProvider } from "./open-id-provider.js";
import { finishLogIn } from "./reply-tokens.js";
import { returnPage } from "./return-page.js";

/** How long a user may take at the provider, and the page to exchange the code, in milliseconds. */
const STATE_LIFETIME = 600_000;
const CODE_LIFETIME = 60_000;

/** What is stored with a code. */
interface CodeData {
  /** The hash of the browser's cookie. */
  readonly browser: string;
  /** Of the user's tokens, so that a change of the password and a log-out end what has begun. */
  readonly version: string | null;
}

/** What is stored with a state. */
interface StateData extends CodeData {
  readonly provider: string;
  readonly page: string;
  /** That of a user who links an account: what has begun ends with it too. */
  readonly sessionId?: string | undefined;
}

const endpoint = endpointsOfFeature(
  ({ providers }) => Object.keys(providers).length > 0,
  (context) => {
    const { accountTokens, users, entities, database } = context;
    const policy = entities.get(users.name.toLowerCase())?.policy ?? {};
    return accountTokens && new ProviderAccounts(context, accountTokens, database, policy);
  },
);

export const providerEndpoints = [
  endpoint("providers", "get", "/providers", {
    summary: "List the providers",
    description: "The providers that users can log in with.",
    mayCall: "anyone",
    success: success.list("The names of the providers.", { name: jsonTypes.text }),
    answer: (_, { providers }) => Promise.resolve(Array.from(providers.keys(), (name) => ({ name }))),
  }),
  endpoint("logInWithProvider", "get", "/providers/:name/log-in", {
    summary: "Log in with a provider",
    description:
      "For browsers: leads to the provider, which leads back to the page `returnTo` with a code behind `#code=`, or an error code behind `#error=`.",
    mayCall: "anyone",
    query: ["returnTo"],
    success: { status: 302, description: "To the provider." },
    problems: ["invalid-query", "unknown-path", "identity-provider-unavailable"],
    answer: async ({ req, res }, context) => {
      redirect(res, await begin(req, res, context, pageOf(context, req.query["returnTo"])));
    },
  }),
  endpoint("providerCallback", "get", "/providers/:name/callback", {
    summary: "End a log-in with a provider",
    description: "For providers, which lead browsers here.",
    mayCall: "anyone",
    query: ["code", "state", "iss", "error"],
    success: { status: 302, description: "To the page that the log-in leads back to." },
    answer: ({ req, res, own }, context) => endAtProvider(req, res, own, context),
  }),
  endpoint("providerToken", "post", "/providers/token", {
    summary: "Exchange the code of a log-in with a provider",
    description: "For the page that a log-in has led back to, once, within a minute.",
    mayCall: "anyone",
    audit: "log-in",
    body: { code: inBody.secret },
    example: () => ({ code: "the code" }),
    success: success.tokens,
    problems: accountProblems.firstFactor,
    answer: async ({ req, res, body: { code } }, context) => {
      const user = await context.rateLimits.ofRefreshes(req, undefined, async () => {
        const taken = await takeOf(LogInBrowser.of(req), "provider-code", code, context);
        return taken && currentUser(taken, context);
      });
      if (user === undefined) throw invalidToken("The code is not valid: log in again.");
      await finishLogIn(res, user, context);
    },
  }),
  endpoint("linkProvider", "post", "/providers/:name/link", {
    summary: "Link an account at a provider",
    description: "Answers with the address that the browser has to open.",
    mayCall: "caller",
    body: { ...inBody.proof, returnTo: inBody.optional(inBody.text) },
    example: () => ({ password: "the password", returnTo: "/settings" }),
    success: { status: 200, description: "The address.", members: { url: jsonTypes.text } },
    problems: ["invalid-query", "unknown-path", "identity-provider-unavailable", ...accountProblems.logIn],
    answer: async ({ req, res, caller, body: { returnTo, ...proof } }, context) => {
      const page = pageOf(context, returnTo);
      const found = await context.find.byId(caller.userId);
      const user = await confirmCaller(req, found, proof, context);
      return { url: await begin(req, res, context, page, { user, sessionId: caller.sessionId }) };
    },
  }),
  endpoint("providerAccounts", "get", "/providers/accounts", {
    summary: "List your accounts at providers",
    description: "Those that the caller can log in with.",
    mayCall: "caller",
    success: success.list("The accounts.", {
      id: jsonTypes.text,
      provider: jsonTypes.text,
      createdAt: jsonTypes.time,
    }),
    problems: ["invalid-token"],
    answer: async ({ caller, own: accounts }, context) =>
      (await accounts.list(await callersUser(caller, context))).map(({ id, provider, createdAt }) => {
        return { id, provider, createdAt: timeAt(createdAt) };
      }),
  }),
  endpoint("unlinkProvider", "delete", "/providers/accounts/:id", {
    summary: "Unlink an account at a provider",
    description: "The caller can no longer log in with it.",
    mayCall: "caller",
    audit: "change-accounts",
    success: success.done("The account is unlinked."),
    problems: ["invalid-token", "unknown-record", "only-log-in"],
    answer: async ({ id, caller, own: accounts }, context) => {
      if (!(await accounts.unlink(id, await callersUser(caller, context))))
        throw new ApiError("unknown-record", "You have no such account.");
    },
  }),
];

/** Ends a log-in at the provider. Whatever happens, the browser lands on a page. */
async function endAtProvider(
  req: Request,
  res: Response,
  accounts: ProviderAccounts,
  context: AuthContext,
): Promise<void> {
  let page = pageOf(context);
  try {
    const browser = LogInBrowser.of(req);
    const state = typeof req.query["state"] === "string" ? req.query["state"] : "";
    // Taken before the exchange, so that of many callbacks at once one goes on.
    const begun = await takeOf(browser, "provider-state", state, context);
    const data = begun?.data as StateData | undefined;
    if (browser === undefined || begun === undefined || data === undefined)
      throw failed("the state is unknown, used, expired, or of another browser");
    page = data.page;
    if (data.provider !== req.params["name"]) throw failed("the state is of another provider");
    const secrets = { state, ...browser.secretsFor(begun.id) };
    const proved = await providerOf(req, context).finish(queryOf(req), secrets);
    const account = { id: accountId(proved.issuer, proved.subject), provider: data.provider };
    if (begun.userId === null) {
      const user =
        (await accounts.userOf(account.id)) ??
        (await accounts.register(account, await proved.claims(), requestIdOf(req)));
      const stored: CodeData = { browser: browser.hash, version: user.version };
      const code = {
        purpose: "provider-code",
        userId: user.id,
        lifetime: CODE_LIFETIME,
        data: stored,
      } as const;
      redirect(res, `${page}#code=${tokenText(await tokensOf(context).issue(code))}`);
    } else {
      const user = await currentUser(begun, context);
      if (user === undefined || !(await isAlive(data.sessionId, user, context)))
        throw failed("the tokens of the user have ended");
      await accounts.link(account, user);
      await auditAccount(context.database, {
        entity: context.users,
        operation: "change-accounts",
        key: [user.id],
        requestId: requestIdOf(req),
        caller: toCaller({ userId: user.id, roles: user.roles }),
      });
      redirect(res, `${page}#linked=${account.provider}`);
    }
  } catch (error) {
    const { code, status, message } = reportedProblem(req, error);
    if (status < 500) context.warn(`A log-in with a provider ended with "${code}": ${message}`);
    redirect(res, `${page}#error=${code}`);
  }
}

function failed(reason: string): ApiError {
  return new ApiError("log-in-failed", `The log-in has failed: ${reason}.`);
}

/** The address at the provider for a new log-in, or for a user who links an account. */
async function begin(
  req: Request,
  res: Response,
  context: AuthContext,
  page: string,
  { user, sessionId }: { readonly user?: UserRow; readonly sessionId?: string | undefined } = {},
): Promise<string> {
  const provider = providerOf(req, context);
  // Nothing is stored while the provider is away.
  await provider.check();
  const browser = LogInBrowser.begin(req, res);
  const data: StateData = {
    ...{ browser: browser.hash, version: user?.version ?? null },
    ...{ provider: String(req.params["name"]), page, sessionId },
  };
  const userId = user?.id ?? null;
  const begun = { purpose: "provider-state", userId, lifetime: STATE_LIFETIME, data } as const;
  const state = await tokensOf(context).issue(begun);
  return provider.addressFor({ state: tokenText(state), ...browser.secretsFor(state.id) });
}

/** Takes a token of this browser. One of another browser stays. */
async function takeOf(
  browser: LogInBrowser | undefined,
  purpose: TokenPurpose,
  text: string,
  context: AuthContext,
): Promise<(AccountToken & { readonly data: CodeData }) | undefined> {
  const tokens = tokensOf(context);
  const found = browser && (await tokens.find(purpose, parseToken(text)));
  const data = found?.data as CodeData | undefined;
  if (found === undefined || data === undefined || data.browser !== browser?.hash) return undefined;
  return (await tokens.remove(found)) ? { ...found, data } : undefined;
}

/** The token's user, unless all tokens of the user have ended since. */
async function currentUser(
  { userId, data }: Pick<AccountToken, "userId"> & { readonly data: CodeData },
  context: AuthContext,
): Promise<UserRow | undefined> {
  const user = await userWithId(userId, context);
  return user?.version === data.version ? user : undefined;
}

/** Whether the session in which something has begun has not ended. */
async function isAlive(
  sessionId: string | undefined,
  { id }: UserRow,
  { sessions }: AuthContext,
): Promise<boolean> {
  if (sessionId === undefined || sessions === undefined) return true;
  return (await sessions.find(sessionId, String(id))) !== undefined;
}

async function callersUser({ userId }: KnownCaller, { find }: AuthContext): Promise<UserRow> {
  const user = await find.byId(userId);
  if (user === undefined) throw invalidToken();
  return user;
}

/** @throws {ApiError} `unknown-path` */
function providerOf(req: Request, { providers: all }: AuthContext): OpenIdProvider {
  const provider = all.get(String(req.params["name"]));
  if (provider === undefined) throw new ApiError("unknown-path", "There is no provider with this name.");
  return provider;
}

function pageOf({ tokens: { pagesUrl = "" } }: AuthContext, returnTo?: unknown): string {
  return returnPage(pagesUrl, returnTo);
}

function tokensOf({ accountTokens }: AuthContext): AccountTokens {
  if (accountTokens === undefined) throw new Error('"auth.providers" needs the table of tokens.');
  return accountTokens;
}

/** The query as it was sent, with its `?`. */
function queryOf({ originalUrl }: Request): string {
  const at = originalUrl.indexOf("?");
  return at === -1 ? "" : originalUrl.slice(at);
}

function redirect(res: Response, url: string): void {
  sendHead(res, 302, ["Location", url, "Content-Length", 0]);
  res.end();
}
