import type { EntityHooks, HookName } from "../model/hooks.js";

/** The hooks of an entity, as a repository calls them. */
export interface HookCalls extends Required<EntityHooks> {
  /** Whether there is any of these. */
  has(...names: readonly HookName[]): boolean;
}
