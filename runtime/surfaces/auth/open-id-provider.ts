import type * as OpenId from "openid-client";
import type { Configuration } from "openid-client";
import { ApiError } from "../../errors/api-error.js";
import type { LogInProvider } from "../../model/settings/auth-settings.js";
import { isLoopbackUrl, urlMistake } from "../../model/settings/secure-url.js";

/** The library, which only servers with providers install. */
type Library = typeof OpenId;

/** Marked as deprecated there, so that its use stands out. */
interface ForLocalProviders {
  readonly allowInsecureRequests: (configuration: Configuration) => void;
}

/** How long a provider may take for each answer, in seconds. */
const TIMEOUT = 10;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** How long a discovery document is used before it is fetched again, in milliseconds. */
const MAX_AGE = 600_000;
/** The shortest time between two attempts to fetch it, in milliseconds. */
const COOL_DOWN = 5_000;

/** Failures of the provider itself, in the words of openid-client. Others are about what it said. */
const awayCodes: readonly unknown[] = [
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
];

/** What only the browser that began the log-in, and this server, can know. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A user as the provider has proved it. */
export interface ProvedUser {
  readonly issuer: string;
  readonly subject: string;
  /** Asks the provider for what the ID token lacks. @throws {ApiError} */
  readonly claims: () => Promise<Readonly<Record<string, unknown>>>;
}

/** A provider of OpenID Connect: the authorization code flow with PKCE. */
export class OpenIdProvider {
  readonly #settings: LogInProvider;
  readonly #redirectUri: string;
  readonly #library: Library;
  #known: { readonly configuration: Configuration; readonly since: number } | undefined;
  #failure: { readonly error: ApiError; readonly since: number } | undefined;
  #loading: Promise<Configuration> | undefined;

  constructor(settings: LogInProvider, redirectUri: string, library: Library) {
    this.#settings = settings;
    this.#redirectUri = redirectUri;
    this.#library = library;
  }

  /** Makes sure that the provider answers. @throws {ApiError} `identity-provider-unavailable` */
  async check(): Promise<void> {
    await this.#configuration();
  }

  /** The address at the provider where the user logs in. @throws {ApiError} */
  async addressFor({ state, nonce, codeVerifier }: FlowSecrets): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = this.#library;
    const { href } = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#redirectUri,
      scope: this.#settings.scopes.join(" "),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    });
    return href;
  }

  /**
   * Checks the provider's answer and exchanges its code.
   * @param search The query of the request, with its `?`.
   * @throws {ApiError} Its message is for the log: it contains no token and no text of the provider.
   */
  async finish(search: string, { state, nonce, codeVerifier }: FlowSecrets): Promise<ProvedUser> {
    const { authorizationCodeGrant, fetchUserInfo } = this.#library;
    const configuration = await this.#configuration();
    const answer = await said(
      authorizationCodeGrant(configuration, new URL(this.#redirectUri + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      }),
    );
    const claims = answer.claims();
    if (claims === undefined) throw new ApiError("log-in-failed", "The provider sent no ID token.");
    const { iss: issuer, sub: subject } = claims;
    const hasEndpoint = configuration.serverMetadata().userinfo_endpoint !== undefined;
    return {
      issuer,
      subject,
      // Providers that follow the standard to the letter do not repeat the claims of scopes in the ID token
      // (OpenID Connect Core 1.0, section 5.4).
      claims: async () =>
        claims["email"] !== undefined || !hasEndpoint
          ? claims
          : { ...claims, ...(await said(fetchUserInfo(configuration, answer.access_token, subject))) },
    };
  }

  /** What the provider says about itself. Requests share one look, and a short memory of a failure. */
  async #configuration(): Promise<Configuration> {
    const now = performance.now();
    if (this.#known !== undefined && now - this.#known.since < MAX_AGE) return this.#known.configuration;
    if (this.#failure !== undefined && now - this.#failure.since < COOL_DOWN) {
      // A provider that has been seen may be away for a while: its endpoints hardly move.
      if (this.#known !== undefined) return this.#known.configuration;
      throw this.#failure.error;
    }
    this.#loading ??= this.#discover().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #discover(): Promise<Configuration> {
    try {
      const configuration = await this.#fetchConfiguration();
      this.#known = { configuration, since: performance.now() };
      return configuration;
    } catch (error) {
      // Whatever is wrong with the document, nobody can log in.
      this.#failure = { error: unavailable(error), since: performance.now() };
      if (this.#known !== undefined) return this.#known.configuration;
      throw this.#failure.error;
    }
  }

  #fetchConfiguration(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const { customFetch, discovery, enableNonRepudiationChecks } = this.#library;
    const local: ForLocalProviders = this.#library;
    const { ClientSecretBasic, ClientSecretPost, None } = this.#library;
    const isLocal = isLoopbackUrl(issuer);
    const post = ClientSecretPost(clientSecret);
    const basic = ClientSecretBasic(clientSecret);
    return discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined
        ? None()
        : (server, ...request) => {
            // The default of the standard is `client_secret_basic` (Discovery 1.0, section 3).
            const methods = server.token_endpoint_auth_methods_supported ?? [];
            const add = methods.includes("client_secret_post") ? post : basic;
            add(server, ...request);
          },
      {
        timeout: TIMEOUT,
        [customFetch]: (url: string, options: object) => fetchBounded(url, options, isLocal),
        // Without these checks, the library takes an ID token of the code flow with any signature.
        execute: [enableNonRepudiationChecks, ...(isLocal ? [local.allowInsecureRequests] : [])],
      },
    );
  }
}

/** Fetches without redirects, and at most so many bytes. The discovery document may not lead into this machine. */
async function fetchBounded(url: string, options: object, mayBeLocal: boolean): Promise<Response> {
  const mistake = urlMistake(url) ?? (isLoopbackUrl(url) && !mayBeLocal ? "is on this machine" : undefined);
  if (mistake !== undefined) throw new TypeError(`an address of the provider ${mistake}`);
  const { status, headers, body } = await fetch(url, { ...options, redirect: "manual" });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new TypeError("an answer of the provider is too large");
    chunks.push(chunk);
  }
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers });
}

/** Converts the errors of the library, whose causes contain tokens. */
async function said<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, error: word } = error as { readonly code?: unknown; readonly error?: unknown };
    if (error instanceof TypeError || awayCodes.includes(code)) throw unavailable(error);
    if (word === "access_denied") throw new ApiError("access-denied", "The provider answers access_denied.");
    throw new ApiError("log-in-failed", `The provider's answer cannot be accepted: ${reasonOf(error)}.`);
  }
}

function unavailable(error: unknown): ApiError {
  return new ApiError(
    "identity-provider-unavailable",
    `The provider cannot be used now: ${reasonOf(error)}.`,
    { headers: { "Retry-After": String(COOL_DOWN / 1_000) } },
  );
}

/** The fixed texts of the library and of the system, and OAuth's word for the error. */
function reasonOf(error: unknown): string {
  const { message, cause, error: word } = error as Error & { readonly error?: unknown };
  const inner = cause instanceof Error ? cause.message : "";
  const name = typeof word === "string" && /^[\w-]{1,64}$/.test(word) ? word : "";
  return [message, inner, name].filter((part) => part !== "").join(": ");
}
