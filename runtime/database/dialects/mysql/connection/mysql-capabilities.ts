import type { DatabaseSettings } from "../../../../model/model.js";
import type { Capability } from "../../../wire/capabilities.js";
import { BY_CODE_POINT, WITH_CASES } from "../mysql-columns.js";

/** Features of MySQL and MariaDB that other engines with their protocol may lack. */
export function mysqlCapabilities({ schema }: Pick<DatabaseSettings, "schema">): readonly Capability[] {
  return [
    {
      name: "a collation by code point (utf8mb4_0900_bin)",
      probe: `convert('a' using utf8mb4) collate ${BY_CODE_POINT} = 'a'`,
    },
    {
      name: "a collation that knows the case of all letters (utf8mb4_0900_as_cs)",
      probe: `lower(convert('a' using utf8mb4) ${WITH_CASES}) = 'a'`,
      neededBy: "conditions that ignore case",
    },
    {
      name: "JSON_TABLE",
      probe: "(select count(*) from json_table('[1]', '$[*]' columns (a int path '$')) as t)",
      neededBy: "conditions on the items of lists, and updates of several records in one statement",
    },
    // A server that only compares tables needs no lock.
    ...(schema !== "create"
      ? []
      : [{ name: "locks by name (get_lock)", probe: "is_free_lock('data-api') is not null" }]),
  ];
}
