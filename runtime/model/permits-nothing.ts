import { operations, type Model } from "./model.js";

/** Whether no role may do anything, as in a configuration that was just written by `init --from-database`. */
export function permitsNothing({ entities, ownOperations }: Model): boolean {
  return (
    ownOperations.every(({ roles }) => roles.length === 0) &&
    entities.every(({ policy }) => operations.every((operation) => policy[operation].length === 0))
  );
}
