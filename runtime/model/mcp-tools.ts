/** The tools for the records of all entities, by the names that Data API builder uses. */
export const mcpTools = [
  "describe_entities",
  "read_records",
  "aggregate_records",
  "create_record",
  "update_record",
  "delete_record",
] as const;

export type McpTool = (typeof mcpTools)[number];

export function isWritingTool(name: McpTool): boolean {
  return name === "create_record" || name === "update_record" || name === "delete_record";
}
