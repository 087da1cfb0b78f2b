/** Formats generated code: always with the same options, whatever the project around it uses. */
export async function formatCode(text: string): Promise<string> {
  // Loaded late, because it takes longer to load than most runs need in all.
  const prettier = await import("prettier");
  return prettier.format(text, { parser: "typescript", endOfLine: "lf", plugins: [], printWidth: 110 });
}
