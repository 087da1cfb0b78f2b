import { roleOf } from "../access/authorize.js";
import { ADMIN_ROLE, GUEST_ROLE, MEMBER_ROLE, OWNER_ROLE } from "../access/caller.js";
import type { ConfigWarning } from "../errors/config-error.js";
import { isTypo } from "../errors/nearest.js";
import { operations, type Entity } from "../model/model.js";
import type { OwnOperation } from "../model/own-operation.js";

/** A role, and the option that names it. */
interface NamedRole {
  readonly role: string;
  readonly path: string;
}

const builtIn = [GUEST_ROLE, MEMBER_ROLE, ADMIN_ROLE, OWNER_ROLE];

/** Warns about a role that is named once and looks like another role. It is probably a typo. */
export function roleWarnings(
  entities: readonly Entity[],
  ownOperations: readonly OwnOperation[],
): readonly ConfigWarning[] {
  const named = [...entities.flatMap(rolesOf), ...ownOperations.flatMap(callersOf)];
  const times = new Map<string, number>();
  for (const { role } of named) times.set(role, (times.get(role) ?? 0) + 1);
  const others = [...times].filter(([, count]) => count > 1).map(([role]) => role);
  return named.flatMap(({ role, path }) => {
    if (builtIn.includes(role) || times.get(role) !== 1) return [];
    const meant = [...builtIn, ...others].find((other) => isTypo(role, other));
    if (meant === undefined) return [];
    return [{ path, message: `The role "${role}" is named only here. Did you mean "${meant}"?` }];
  });
}

function rolesOf({ name, policy }: Entity): readonly NamedRole[] {
  return operations.flatMap((operation) =>
    policy[operation].map((entry) => ({
      role: roleOf(entry),
      path: `entities.${name}.permissions.${operation}`,
    })),
  );
}

function callersOf({ name, roles }: OwnOperation): readonly NamedRole[] {
  return roles.map((role) => ({ role, path: `operations.${name}.permissions` }));
}
