import { API_PREFIX, DOCS_PATH, DOCUMENT_PATH } from "../http/endpoint.js";
import type { Model } from "../model/model.js";

/** A path of the server that people open. */
export interface Address {
  readonly title: string;
  readonly path: string;
}

/** The addresses that `data-api start` prints and the page at `/` links to. A surface that people open adds its own. */
export function addresses({ openapi }: Pick<Model, "openapi">): readonly Address[] {
  const list: Address[] = [{ title: "API", path: API_PREFIX }];
  if (openapi !== false) {
    if (openapi.page) list.push({ title: "Docs page", path: DOCS_PATH });
    list.push({ title: "OpenAPI document", path: DOCUMENT_PATH });
  }
  return list;
}
