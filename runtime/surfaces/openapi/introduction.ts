import { API_PREFIX, AUTH_PREFIX } from "../../http/endpoint.js";
import type { Entity } from "../../model/model.js";
import { authEndpointsOf } from "../auth/auth-endpoints.js";
import { shownTo } from "./audience.js";
import { readExamples } from "./read-examples.js";
import type { RecordContext } from "./record-schemas.js";

/** The description of an API without one of its own: how to read, to log in, and what errors are. CommonMark. */
export function introduction(shown: readonly Entity[], context: RecordContext): string {
  return [...reading(shown, context), ...loggingIn(context), errors].join("\n\n");
}

function reading(shown: readonly Entity[], { model, audience }: RecordContext): readonly string[] {
  if (!model.endpoints.includes("query")) return [];
  const readable = shown.filter((entity) => shownTo(audience, entity, "read") !== undefined);
  // The example needs no token if there is an entity that everyone may read.
  const entity = readable.find((each) => shownTo(audience, each, "read")?.isSure === true) ?? readable[0];
  if (entity === undefined) return [];
  const { condition, order, select } = readExamples(entity, audience);
  const query = Object.entries({ where: condition, select, orderBy: order, take: 10 })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${inQuery(String(value))}`);
  return [
    "**Read** with `GET`: `where` is the condition, `select` names the members, `orderBy` sorts, and `take` limits the page. If an answer has `next`, send it as `after` for the next page.",
    `    GET ${API_PREFIX}/${entity.name}?${query.join("&")}`,
  ];
}

/** Escapes only what a query cannot contain, so that the example stays readable. */
function inQuery(value: string): string {
  return encodeURI(value).replaceAll(/[&#+]/g, encodeURIComponent);
}

function loggingIn({ model }: RecordContext): readonly string[] {
  if (model.auth === undefined) return [];
  const send = "`Authorization: Bearer …`";
  const logIn = authEndpointsOf(model).find(({ name }) => name === "logIn");
  if (logIn !== undefined && model.sessions?.isByCookie)
    return [
      `**Log in** with \`POST ${AUTH_PREFIX}${logIn.path}\`, which sets a cookie, or send a token as ${send}.`,
    ];
  return [
    logIn === undefined
      ? `**Send your token** as ${send}.`
      : `**Log in** with \`POST ${AUTH_PREFIX}${logIn.path}\`, and send the \`token\` of the answer as ${send}.`,
  ];
}

const errors =
  "**Errors** are problem details ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)): `code` names the problem, `detail` says what is wrong, and `errors` lists the mistakes in a body.";
