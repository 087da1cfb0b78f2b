import type { Request, Response } from "express";
import { z } from "zod";
import { invalidToken } from "../../access/bearer-token.js";
import { toCaller } from "../../access/caller.js";
import { ApiError } from "../../errors/api-error.js";
import { sendHead } from "../../http/headers/header-list.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { sendJson } from "../../http/send.js";
import { reportedProblem } from "../../http/send-problem.js";
import { field } from "../../model/schemas/field-schema.js";
import {
  parseToken,
  tokenText,
  type AccountToken,
  type AccountTokens,
  type TokenPurpose,
} from "../../repository/users/account-tokens.js";
import { findCaller } from "../../repository/users/change-password.js";
import { accountId, ProviderAccounts } from "../../repository/users/provider-accounts.js";
import type { UserRow } from "../../repository/users/user-rows.js";
import { auditAccount } from "../../write/steps/audit.js";
import type { CallHandler } from "../surface.js";
import { bodyParser, identifyKnown, type AuthContext } from "./auth-handler.js";
import { proveByPassword } from "./confirm-caller.js";
import { finishLogIn } from "./finish-log-in.js";
import { LogInBrowser } from "./log-in-browser.js";
import type { OpenIdProvider } from "./open-id-provider.js";
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

const codeBody = z.object({ code: field.text() });
const linkBody = z.object({ password: field.text(), returnTo: field.text().optional() });

/** Lists the names of the providers. */
export function providers({ providers: all }: AuthContext): CallHandler {
  const items = Array.from(all.keys(), (name) => ({ name }));
  const body = JSON.stringify({ count: items.length, items });
  return async (_req, res) => {
    sendJson(res, 200, body);
    return Promise.resolve();
  };
}

/** Leads the browser to the provider. */
export function logInWithProvider(context: AuthContext): CallHandler {
  return async (req, res) => {
    const url = await begin(req, res, context, pageOf(context, req.query["returnTo"]));
    redirect(res, url);
  };
}

/** Leads the caller's browser to the provider, to link an account there. */
export function linkProvider(context: AuthContext): CallHandler {
  const { users, identify, find } = context;
  const parse = bodyParser(users, linkBody);
  return async (req, res) => {
    const caller = await identifyKnown(req, identify);
    const { password, returnTo } = await parse(req);
    const page = pageOf(context, returnTo);
    const user = await findCaller(users, caller, find);
    const proved = await proveByPassword(req, user, password, context);
    const url = await begin(req, res, context, page, { user: proved, sessionId: caller.sessionId });
    sendJson(res, 200, JSON.stringify({ url }));
  };
}

/** Ends a log-in at the provider. Whatever happens, the browser lands on a page. */
export function providerCallback(context: AuthContext): CallHandler {
  const accounts = accountsOf(context);
  const { database, users } = context;
  return async (req, res) => {
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
        redirect(res, `${page}#code=${await newCode(user, browser, context)}`);
      } else {
        const user = await currentUser(begun, accounts);
        if (user === undefined || !(await isAlive(data.sessionId, user, context)))
          throw failed("the tokens of the user have ended");
        await accounts.link(account, user);
        await auditAccount(database, {
          ...{ entity: users, operation: "change-accounts", key: [user.id], requestId: requestIdOf(req) },
          caller: toCaller({ userId: user.id, roles: user.roles }),
        });
        redirect(res, `${page}#linked=${account.provider}`);
      }
    } catch (error) {
      const { code, status, message } = reportedProblem(req, error);
      if (status < 500) context.warn(`A log-in with a provider ended with "${code}": ${message}`);
      redirect(res, `${page}#error=${code}`);
    }
  };
}

function failed(reason: string): ApiError {
  return new ApiError("log-in-failed", `The log-in has failed: ${reason}.`);
}

async function newCode(
  { id, version }: UserRow,
  browser: LogInBrowser,
  context: AuthContext,
): Promise<string> {
  const data: CodeData = { browser: browser.hash, version };
  const code = { purpose: "provider-code", userId: id, lifetime: CODE_LIFETIME, data } as const;
  return tokenText(await tokensOf(context).issue(code));
}

/** Exchanges the code that a page got for the tokens of the user. */
export function providerToken(context: AuthContext): CallHandler {
  const parse = bodyParser(context.users, codeBody);
  const accounts = accountsOf(context);
  return async (req, res) => {
    const { code } = await parse(req);
    const user = await context.rateLimits.ofRefreshes(req, undefined, async () => {
      const taken = await takeOf(LogInBrowser.of(req), "provider-code", code, context);
      return taken && currentUser(taken, accounts);
    });
    if (user === undefined) throw invalidToken("The code is not valid: log in again.");
    await finishLogIn(res, user, context);
  };
}

/** Lists the accounts of the caller. */
export function providerAccounts(context: AuthContext): CallHandler {
  const accounts = accountsOf(context);
  return async (req, res) => {
    const found = await accounts.list(await callersUser(req, context));
    const items = found.map(({ id, provider, createdAt }) => {
      return { id, provider, createdAt: new Date(createdAt).toISOString() };
    });
    sendJson(res, 200, JSON.stringify({ count: items.length, items }));
  };
}

/** Takes an account from the caller. */
export function unlinkProvider(context: AuthContext): CallHandler {
  const accounts = accountsOf(context);
  return async (req, res) => {
    const user = await callersUser(req, context);
    if (!(await accounts.unlink(String(req.params["id"]), user)))
      throw new ApiError("unknown-record", "You have no such account.");
    res.writeHead(204).end();
  };
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
  const state = await tokensOf(context).issue({
    purpose: "provider-state",
    userId: user?.id ?? null,
    lifetime: STATE_LIFETIME,
    data,
  });
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
  accounts: ProviderAccounts,
): Promise<UserRow | undefined> {
  const user = await accounts.find(userId);
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

async function callersUser(req: Request, { identify, users, find }: AuthContext): Promise<UserRow> {
  const user = await findCaller(users, await identifyKnown(req, identify), find);
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

function accountsOf(context: AuthContext): ProviderAccounts {
  const policy = context.entities.get(context.users.name.toLowerCase())?.policy ?? {};
  return new ProviderAccounts(context, tokensOf(context), context.database, policy);
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
