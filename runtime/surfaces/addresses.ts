import { API_PREFIX, DOCS_PATH, DOCUMENT_PATH } from "../http/endpoint.js";
import type { Model } from "../model/model.js";

/** A path of the server that people open. */
export interface Address {
  readonly title: string;
  readonly path: string;
}

/** What a start prints and the page at `/` links to: one row for each surface with something to look at. */
export function addresses({ openapi }: Pick<Model, "openapi">): readonly Address[] {
  return [
    { title: "API", path: API_PREFIX },
    ...(openapi === false
      ? []
      : [
          ...(openapi.page ? [{ title: "Docs page", path: DOCS_PATH }] : []),
          { title: "OpenAPI", path: DOCUMENT_PATH },
        ]),
  ];
}
