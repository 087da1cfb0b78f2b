import type { CallOptions, LoggedIn, Tokens } from "./client-options.js";
import { tokensIn, type Connection } from "./connection.js";
import type { ClientRequest } from "./send-request.js";

/** A call of an endpoint of users. Its type follows from the method that it becomes. */
type AuthCall = <T>(body?: object, options?: CallOptions) => Promise<T>;

/** Returns functions that make calls of the endpoints of users. */
export function authCalls({ send, sendPlain, setTokens, renewTokens }: Connection) {
  const callsBy =
    (ask: Connection["send"]) =>
    (method: ClientRequest["method"], path = "", more: Pick<ClientRequest, "hasCookies"> = {}): AuthCall =>
    async <T>(body?: object, options?: CallOptions) =>
      (await ask({ method, path: `/api/auth${path}`, body, ...more, ...options })).body as T;
  const keeping =
    (keep: (tokens: Tokens | undefined) => void) =>
    (call: AuthCall): AuthCall =>
    async <T>(body?: object, options?: CallOptions) => {
      const answer = await call<T & LoggedIn>(body, options);
      keep(tokensIn({ body: answer }));
      return answer;
    };
  return {
    asCaller: callsBy(send),
    plain: callsBy(sendPlain),
    /** Logs in with the tokens of the answer. */
    logsIn: keeping(setTokens),
    /** Goes on with the tokens of the answer. */
    renews: keeping(renewTokens),
    /** Ignores the answer, which is empty. */
    silent: (call: AuthCall) => async (body?: object, options?: CallOptions) => {
      await call(body, options);
    },
    /** The items of an answer with a list. */
    items:
      <T>(call: AuthCall) =>
      async (options?: CallOptions) =>
        (await call<{ readonly items: T[] }>(undefined, options)).items,
  };
}
