import { authorize, type Grant } from "../../access/authorize.js";
import type { Caller } from "../../access/caller.js";
import { ApiError } from "../../errors/api-error.js";
import { suggestion } from "../../errors/nearest.js";
import { operations, type Entity, type Operation } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import type { McpSettings } from "../../model/settings/mcp-settings.js";
import { grantOf } from "../admin/show-model.js";
import type { EntityParts, SurfaceContext } from "../surface.js";
import type { ToolCall } from "./tool.js";

/** What the tools for records need. */
export interface ToolContext extends Pick<SurfaceContext, "model" | "database" | "entities"> {
  readonly settings: McpSettings;
}

/** An operation on an entity that the caller may run. */
export interface EntityGrant extends EntityParts {
  readonly entity: Entity;
  readonly grant: Grant;
}

/**
 * Finds an entity and authorizes the operation, as its endpoints do.
 * @throws {ApiError} 404 also for an entity of which the caller may know nothing, 401 or 403.
 */
export function authorizeOn(
  name: unknown,
  operation: Operation,
  { caller }: Pick<ToolCall, "caller">,
  context: ToolContext,
): EntityGrant {
  const parts = context.entities.get(String(name).toLowerCase());
  if (parts === undefined || !isKnown(parts.repository.entity, caller, context))
    throw unknownTo(String(name), caller, context);
  const { entity } = parts.repository;
  return { ...parts, entity, grant: authorize(caller, parts.policy, operation) };
}

/** The error for an entity that the caller does not know. It suggests only entities that the caller knows. */
export function unknownTo(name: string, caller: Caller, context: ToolContext): ApiError {
  const names = context.model.entities
    .filter((each) => isKnown(each, caller, context))
    .map((each) => each.name);
  const hint = suggestion(name, names) || ' Call "describe_entities" for their names.';
  return new ApiError("unknown-entity", `Unknown entity ${quoteName(name)}.${hint}`);
}

/** Whether the caller may do anything with some record. */
export function isKnown(
  entity: Entity,
  caller: Caller,
  { settings }: Pick<ToolContext, "settings">,
): boolean {
  const offered: readonly Operation[] = settings.isReadOnly ? ["read"] : operations;
  return offered.some((operation) => grantOf(entity, caller, operation) !== undefined);
}

/** Whether the caller may run the operation on some entity. */
export function maySomewhere(
  caller: Caller,
  operation: Operation,
  { model }: Pick<ToolContext, "model">,
): boolean {
  return model.entities.some((entity) => grantOf(entity, caller, operation) !== undefined);
}
