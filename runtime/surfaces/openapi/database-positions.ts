import type { ReferenceObject, Response } from "./openapi-types.js";
import type { RecordContext } from "./record-schemas.js";

/** The request header by which a read sees earlier writes, if there are replicas. */
export function positionOfRead({ model, components }: RecordContext): readonly ReferenceObject[] {
  return model.database.replicas === undefined ? [] : [components.parameter("databasePosition")];
}

/** Adds the header with the position of the database to the answers of a write, if there are replicas. */
export function withPosition(
  success: Readonly<Record<string, Response | ReferenceObject>>,
  { model, components }: RecordContext,
): Readonly<Record<string, Response | ReferenceObject>> {
  if (model.database.replicas === undefined) return success;
  const header = components.headers(["Database-Position"]);
  return Object.fromEntries(
    Object.entries(success).map(([status, response]) => [
      status,
      "$ref" in response ? response : { ...response, headers: { ...response.headers, ...header } },
    ]),
  );
}
