/**
 * The npm packages of the driver for this Node.js version. `mssql` accepts tedious 19 and 20; npm chooses 20,
 * which requires Node.js 22 (its `engines`).
 */
export function mssqlPackages(node = process.versions.node): string {
  return Number.parseInt(node, 10) < 22 ? "mssql tedious@19" : "mssql";
}
