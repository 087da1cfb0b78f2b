import type { ReferenceObject, Response } from "./openapi-types.js";
import type { RecordContext } from "./record-schemas.js";
import { sharedHeaders } from "./shared-parts.js";

type PositionContext = Pick<RecordContext, "model" | "components" | "parameters">;

/** The request header by which a read sees earlier writes, if there are replicas. */
export function positionOfRead({
  model,
  components,
  parameters,
}: PositionContext): readonly ReferenceObject[] {
  if (model.database.replicas === undefined) return [];
  return [components.once("parameters", "databasePosition", () => parameters.databasePosition)];
}

/** Adds the header with the position of the database to the answers of a write, if there are replicas. */
export function withPosition(
  success: Readonly<Record<string, Response | ReferenceObject>>,
  { model, components }: PositionContext,
): Readonly<Record<string, Response | ReferenceObject>> {
  if (model.database.replicas === undefined) return success;
  const name = "Database-Position";
  const header = { [name]: components.once("headers", name, () => sharedHeaders[name]) };
  return Object.fromEntries(
    Object.entries(success).map(([status, response]) => [
      status,
      "$ref" in response ? response : { ...response, headers: { ...response.headers, ...header } },
    ]),
  );
}
