/**
 * The driver for this Node.js, as npm is told to install it. `mssql` takes tedious 19 and 20, of which npm chooses 20,
 * and that needs Node.js 22 (its `engines`).
 */
export function mssqlPackages(node = process.versions.node): string {
  return Number.parseInt(node, 10) < 22 ? "mssql tedious@19" : "mssql";
}
