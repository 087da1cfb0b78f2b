import type { Config } from "data-api";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { openapiDocument } from "../../runtime/surfaces/openapi/openapi-document.js";
import type { OpenapiJson } from "./openapi-document.js";

/** The document of a configuration, as parsed from its JSON. */
export function documentOf(config: Config): OpenapiJson {
  return JSON.parse(JSON.stringify(openapiDocument(resolveModel(config)))) as OpenapiJson;
}
