import type { AuthConfig, ServerConfig } from "../../../runtime/config/config.js";
import { toCode, variableCode, type Code, type ImportSource } from "../import-source.js";
import { quoted } from "../../one-line.js";
import {
  booleanOf,
  interfacesOf,
  memberOf,
  dabMembers,
  dabText,
  textsOf,
  variableIn,
  type DabInterfaces,
  type DabValue,
} from "./dab-values.js";

/** The options of the section `runtime`, with their values in the configuration. */
export interface DabRuntime extends Pick<ImportSource, "options" | "notes" | "variables"> {
  readonly auth: AuthConfig | undefined;
  readonly server: ServerConfig | undefined;
  readonly strictBody: boolean;
  readonly interfaces: DabInterfaces;
}

const MAX_TAKE = 1_000_000;
const MEGABYTE = 1024 * 1024;

export function dabRuntime(runtime: DabValue): DabRuntime {
  const host = memberOf(runtime, "host");
  const { cors, notes: corsNotes } = corsOf(memberOf(host, "cors"));
  const { auth, code, variables, notes: authNotes } = authOf(memberOf(host, "authentication"));
  const maxTake = countOf(memberOf(runtime, "pagination", "max-page-size"), MAX_TAKE);
  const maxSize = countOf(memberOf(host, "max-response-size-mb"), 400);
  const server: ServerConfig = {
    ...(maxTake !== undefined && { maxTake }),
    ...(maxSize !== undefined && { maxResponseBytes: maxSize * MEGABYTE }),
    ...(cors !== undefined && { cors }),
  };
  const hasServer = Object.keys(server).length > 0;
  const interfaces = interfacesOf(runtime);
  const strictBody = booleanOf(memberOf(runtime, "rest", "request-body-strict")) === true;
  return {
    auth,
    server: hasServer ? server : undefined,
    strictBody,
    interfaces,
    options: {
      ...(code !== undefined && { auth: code }),
      ...(hasServer && { server: toCode(server) }),
      ...(strictBody && { strictBody: "true" }),
    },
    variables,
    notes: [...corsNotes, ...authNotes, ...restNotes(runtime, interfaces), ...otherSettings(runtime, server)],
  };
}

/** A whole number from 1 to `most`. Others are not carried over. */
function countOf({ value }: DabValue, most: number): number | undefined {
  const isCount = typeof value === "number" && Number.isInteger(value) && value > 0 && value <= most;
  return isCount ? value : undefined;
}

function corsOf(cors: DabValue): Pick<ServerConfig, "cors"> & Pick<ImportSource, "notes"> {
  const origins = [...new Set(textsOf(memberOf(cors, "origins")))];
  const asked = booleanOf(memberOf(cors, "allow-credentials")) === true;
  if (origins.includes("*"))
    return {
      cors: { origins: "*" },
      notes: asked ? ["cors: credentials are not allowed, as all sites are: name the sites."] : [],
    };
  const right = origins.filter((origin) => URL.canParse(origin) && new URL(origin).origin === origin);
  const wrong = origins.filter((origin) => !right.includes(origin));
  return {
    cors: right.length === 0 ? undefined : { origins: right, ...(asked && { credentials: true }) },
    notes:
      wrong.length === 0
        ? []
        : [`cors: not carried over, as browsers send no such origin: ${wrong.map(quoted).join(", ")}.`],
  };
}

interface Auth extends Pick<DabRuntime, "variables" | "notes"> {
  readonly auth?: AuthConfig;
  readonly code?: Code;
}

function authOf(authentication: DabValue): Auth {
  const provider = dabText(authentication, "provider") ?? "AppService";
  if (authentication.value === undefined || /^unauthenticated$/i.test(provider))
    return {
      variables: [],
      notes: ['All callers are anonymous and have the role guest: set "auth" to identify them.'],
    };
  const issuer = memberOf(authentication, "jwt", "issuer");
  const audience = memberOf(authentication, "jwt", "audience");
  const isKnown = /^(?:entraid|azuread|custom)$/i.test(provider);
  if (!isKnown || issuer.value === undefined || audience.value === undefined)
    return {
      variables: [],
      notes: [
        `The provider ${quoted(provider)} is not carried over, so all callers have the role guest: set "auth" to identify them.`,
      ],
    };
  const code = (value: DabValue) => {
    const variable = variableIn(value);
    return variable === undefined ? toCode(dabText(value)) : `${variableCode(variable)} ?? ""`;
  };
  return {
    auth: { jwt: { issuer: dabText(issuer) ?? "", audience: dabText(audience) ?? "" } },
    code: `{ jwt: { issuer: ${code(issuer)}, audience: ${code(audience)} } }`,
    variables: [issuer, audience]
      .flatMap((value) => variableIn(value) ?? [])
      .map((name) => ({ name, meaning: "whose tokens are accepted" })),
    notes: [],
  };
}

function restNotes(runtime: DabValue, { hasRest, hasGraphql }: DabInterfaces): readonly string[] {
  const path = dabText(runtime, "rest", "path");
  return [
    `Paths begin with /api/data, and not with ${quoted(path ?? "/api")}; GraphQL is not served.`,
    ...(!hasRest && hasGraphql ? ["REST was off. Here it is on, with the permissions of the file."] : []),
  ];
}

/** Settings without counterpart, by name. */
function otherSettings(runtime: DabValue, { maxTake, maxResponseBytes }: ServerConfig): readonly string[] {
  const known = [
    ...["rest.path", "rest.enabled", "rest.request-body-strict", "host.cors", "host.authentication"],
    ...(maxTake === undefined ? [] : ["pagination.max-page-size"]),
    ...(maxResponseBytes === undefined ? [] : ["host.max-response-size-mb"]),
  ];
  const names = dabMembers(runtime)
    .filter(([section]) => section !== "graphql")
    .flatMap(([section, value]) =>
      typeof value.value === "object" ? dabMembers(value).map(([name]) => `${section}.${name}`) : [section],
    );
  const others = names.filter((name) => !known.includes(name));
  return others.length === 0 ? [] : [`Not carried over of "runtime": ${others.join(", ")}.`];
}
