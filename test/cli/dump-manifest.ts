/** The manifest of an export of one table. @param text The lines of its file. */
export function manifestOf(name: string, fields: Readonly<Record<string, string>>, text: string): string {
  return JSON.stringify({
    kind: "data-api export",
    version: 1,
    format: "ndjson",
    escapesFormulas: false,
    dialect: "sqlite",
    isComplete: true,
    files: [
      {
        name,
        fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })),
        rows: text.split("\n").length - 1,
        bytes: Buffer.byteLength(text),
        readAt: "2026-01-01T00:00:00.000Z",
      },
    ],
  });
}
