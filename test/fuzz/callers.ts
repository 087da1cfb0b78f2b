import { told, type Headers } from "../conformance/callers.js";

/** A caller who sends requests. */
export interface FuzzCaller {
  /** `null` for an anonymous caller. */
  readonly userId: string | null;
  readonly roles: readonly string[];
  readonly claims: Readonly<Record<string, string | number>>;
  /** Set for the callers of a server without `auth`. */
  readonly hasNoLogIn?: true;
}

export const callers: readonly FuzzCaller[] = [
  { userId: null, roles: [], claims: {} },
  { userId: "u1", roles: [], claims: {} },
  { userId: "u1", roles: ["owner", "Editor"], claims: { team: "a", level: "high" } },
  { userId: "u2", roles: ["editor"], claims: { team: "b", level: 9 } },
  { userId: "u3", roles: ["admin", "editor"], claims: { team: 'a" | id>0', level: 0 } },
];

export function headersOf({ userId, roles, claims }: FuzzCaller): Headers {
  return userId === null ? {} : told({ userId, roles, claims });
}
