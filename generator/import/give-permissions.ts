import { suggestion } from "../../runtime/errors/nearest.js";
import { OWNER_ROLE } from "../../runtime/access/caller.js";
import { role as roleShape } from "../../runtime/model/settings/entity-shape.js";
import { operations, type Operation } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";
import type { ImportedTables } from "./imported.js";

/** The roles for every imported entity. */
export type GivenPermissions = Readonly<Partial<Record<Operation, readonly string[]>>>;

/** `read=guest,create=admin`. An operation may occur several times, each with another role. @throws {CommandError} */
export function parsePermissions(lists: readonly string[]): GivenPermissions {
  const given: Partial<Record<Operation, string[]>> = {};
  for (const entry of lists.flatMap((list) => list.split(",")).map((text) => text.trim())) {
    const [, name = "", role = ""] = /^([^=]*)=(.*)$/s.exec(entry) ?? [];
    const operation = operations.find((each) => each === name.trim());
    if (operation === undefined) throw unknownOperation(entry, name.trim());
    const roles = (given[operation] ??= []);
    roles.push(checkedRole(role.trim(), entry));
  }
  return given;
}

function unknownOperation(entry: string, name: string): CommandError {
  const form = "write read=guest, or several with commas between them: read=guest,create=admin";
  if (!entry.includes("=")) return new CommandError(`--permissions "${entry}" gives no role: ${form}.`);
  const guess = suggestion(name, operations);
  return new CommandError(
    `--permissions "${entry}": there is no operation "${name}".${guess} Operations: ${operations.join(", ")}.`,
  );
}

function checkedRole(role: string, entry: string): string {
  const place = `--permissions "${entry}"`;
  if (role === OWNER_ROLE)
    throw new CommandError(`${place}: the described records have no owner, because the file has no users.`);
  if (roleShape.safeParse(role).success) return role;
  throw new CommandError(`${place}: a role is a name without blanks, of 1 to 128 characters.`);
}

/** Adds the permissions to each entity, for the operations that it supports. */
export function givePermissions(
  { entities, leftOut }: ImportedTables,
  given: GivenPermissions,
): ImportedTables {
  const permitted = entities.map((entity) => {
    const permissions = Object.entries(entity.options.permissions).map(([operation, roles]) => [
      operation,
      given[operation as Operation] ?? roles,
    ]);
    return {
      ...entity,
      options: { ...entity.options, permissions: Object.fromEntries(permissions) as object },
    };
  });
  return { entities: permitted, leftOut };
}
