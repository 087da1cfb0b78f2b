import type { AuthConfig, CorsConfig, ServerConfig } from "../../../runtime/config/config.js";
import { toCode, variableCode, type Code, type ImportSource, type Variable } from "../import-source.js";
import { quoted } from "../../one-line.js";
import {
  booleanOf,
  interfacesOf,
  memberAt,
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
  const maxPage = memberAt(runtime, "pagination", "max-page-size").value;
  const isPage =
    typeof maxPage === "number" && Number.isInteger(maxPage) && maxPage > 0 && maxPage <= MAX_TAKE;
  const maxSize = memberAt(host, "max-response-size-mb").value;
  const isSize = typeof maxSize === "number" && Number.isInteger(maxSize) && maxSize > 0 && maxSize <= 400;
  const server: ServerConfig = {
    ...(isPage && { maxTake: maxPage }),
    ...(isSize && { maxResponseBytes: maxSize * MEGABYTE }),
    ...(cors !== undefined && { cors }),
  };
  const hasServer = Object.keys(server).length > 0;
  const interfaces = interfacesOf(runtime);
  const strictBody = booleanOf(memberAt(runtime, "rest", "request-body-strict")) === true;
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
    notes: [
      ...corsNotes,
      ...authNotes,
      ...restNotes(runtime, interfaces),
      ...otherSettings(runtime, { isPage, isSize }),
    ],
  };
}

function corsOf(cors: DabValue): {
  readonly cors: CorsConfig | undefined;
  readonly notes: readonly string[];
} {
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

interface Auth {
  readonly auth: AuthConfig | undefined;
  readonly code: Code | undefined;
  readonly variables: readonly Variable[];
  readonly notes: readonly string[];
}

function authOf(authentication: DabValue): Auth {
  const provider = dabText(memberOf(authentication, "provider")) ?? "AppService";
  const none = { auth: undefined, code: undefined, variables: [] };
  if (authentication.value === undefined || /^unauthenticated$/i.test(provider))
    return {
      ...none,
      notes: ['All callers are anonymous and have the role guest: set "auth" to identify them.'],
    };
  const [issuer, audience] = ["issuer", "audience"].map((name) => memberAt(authentication, "jwt", name));
  if (
    !/^(?:entraid|azuread|custom)$/i.test(provider) ||
    issuer?.value === undefined ||
    audience?.value === undefined
  )
    return {
      ...none,
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
    variables: [issuer, audience].flatMap((value) => {
      const name = variableIn(value);
      return name === undefined ? [] : [{ name, meaning: "whose tokens are accepted" }];
    }),
    notes: [],
  };
}

function restNotes(runtime: DabValue, { hasRest, hasGraphql }: DabInterfaces): readonly string[] {
  const path = dabText(memberAt(runtime, "rest", "path"));
  return [
    `Paths begin with /api/data, and not with ${quoted(path ?? "/api")}; GraphQL is not served.`,
    ...(!hasRest && hasGraphql ? ["REST was off. Here it is on, with the permissions of the file."] : []),
  ];
}

/** Settings without counterpart, by name. */
function otherSettings(
  runtime: DabValue,
  { isPage, isSize }: { readonly isPage: boolean; readonly isSize: boolean },
): readonly string[] {
  const known = [
    ...["rest.path", "rest.enabled", "rest.request-body-strict", "host.cors", "host.authentication"],
    ...(isPage ? ["pagination.max-page-size"] : []),
    ...(isSize ? ["host.max-response-size-mb"] : []),
  ];
  const names = dabMembers(runtime).flatMap(([section, value]) =>
    section === "graphql"
      ? []
      : typeof value.value === "object"
        ? dabMembers(value).map(([name]) => `${section}.${name}`)
        : [section],
  );
  const others = names.filter((name) => !known.includes(name));
  return others.length === 0 ? [] : [`Not carried over of "runtime": ${others.join(", ")}.`];
}
