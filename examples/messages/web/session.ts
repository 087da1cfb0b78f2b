import { createClient, type Tokens } from "data-api/client";
import type config from "../data-api.config.js";

/** Who is logged in. */
export interface Session extends Tokens {
  readonly id: number;
  readonly username: string;
}

const KEY = "session";
const listeners: (() => void)[] = [];
let current = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Session | null;

/** Sends the page's requests, with the types of the configuration. Of the configuration only its types get here. */
export const api = createClient<typeof config>("", {
  token: current?.token,
  refreshToken: current?.refreshToken,
  onTokens: (tokens) => {
    if (current !== null) keep(tokens === undefined ? null : { ...current, ...tokens });
  },
});

export function session(): Session | null {
  return current;
}

/** Calls the function after each log-in and log-out. */
export function onSession(listener: () => void): void {
  listeners.push(listener);
}

export async function logIn(username: string, password: string): Promise<void> {
  const { id, token, refreshToken } = await api.auth.logIn({ username, password });
  keep({ id, username, token, refreshToken });
}

function keep(session: Session | null): void {
  const isOther = session?.id !== current?.id;
  current = session;
  sessionStorage.setItem(KEY, JSON.stringify(session));
  if (isOther) for (const listener of listeners) listener();
}
