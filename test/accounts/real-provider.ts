import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { loadExtra } from "../extras/extras.js";

/** What these tests use of `oidc-provider`. */
interface OidcProvider {
  readonly Provider: new (
    issuer: string,
    options: object,
  ) => { readonly callback: () => http.RequestListener; on: (event: string, listen: () => void) => void };
}

/** `oidc-provider` with its pages for development, where anybody logs in with any password. */
export interface RealProvider {
  readonly issuer: string;
  /** The options of a configuration, as a client with a secret and as one without. */
  readonly confidential: object;
  readonly open: object;
  readonly stop: () => Promise<void>;
}

/** @param redirectUris Where it may send browsers back to. */
export async function startRealProvider(redirectUris: readonly string[]): Promise<RealProvider> {
  const { Provider } = await loadExtra<OidcProvider>("accounts");
  let listener: http.RequestListener = () => undefined;
  const server = http.createServer((req, res) => {
    listener(req, res);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secret = "a secret of the client: with ~ and + and %";
  const client = {
    redirect_uris: redirectUris,
    grant_types: ["authorization_code"],
    response_types: ["code"],
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        client_id: "shop",
        client_secret: secret,
        token_endpoint_auth_method: "client_secret_post",
      },
      { ...client, client_id: "page", token_endpoint_auth_method: "none" },
    ],
    cookies: { keys: ["a key of the tests"] },
    pkce: { required: () => true },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name", "preferred_username"],
    },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        ...{ sub: id, email: `${id}@example.com`, email_verified: true },
        ...{ given_name: id.toUpperCase(), family_name: "Example" },
      }),
    }),
  });
  listener = provider.callback();
  return {
    issuer,
    confidential: { issuer, clientId: "shop", clientSecret: secret },
    open: { issuer, clientId: "page" },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
