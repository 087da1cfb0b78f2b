import path from "node:path";
import ts from "typescript";

const root = path.resolve(import.meta.dirname, "../..");

const common: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.es2024.string.d.ts"],
  types: ["node"],
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
  pathsBasePath: root,
};

const sources = { "data-api": ["./runtime/index.ts"], "data-api/kit": ["./runtime/kit.ts"] };
/** The types of the built package. They compile in half the time, but need `npm run build` after changes. */
export const packageTypes = {
  "data-api": ["./dist/runtime/index.d.ts"],
  "data-api/kit": ["./dist/runtime/kit.d.ts"],
};

/**
 * Compiles trees of files, which need not be on disk, in one program. Returns the errors with their places.
 */
export function compileTrees(
  trees: ReadonlyMap<string, Readonly<Record<string, string>>>,
  paths: ts.MapLike<string[]> = sources,
): readonly string[] {
  const options = { ...common, paths };
  const home = path.join(root, "test/.tmp/compiled");
  const files = new Map(
    [...trees].flatMap(([name, tree]) =>
      Object.entries(tree)
        .filter(([file]) => /\.m?ts$/.test(file))
        .map(([file, text]) => [path.join(home, name, file), text] as const),
    ),
  );
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => files.has(file) || disk.fileExists(file),
    readFile: (file) => files.get(file) ?? disk.readFile(file),
    directoryExists: (folder) => folder.startsWith(home) || ts.sys.directoryExists(folder),
    realpath: (file) => (files.has(file) ? file : (ts.sys.realpath?.(file) ?? file)),
    getSourceFile: (file, version, ...rest) => {
      const text = files.get(file);
      return text === undefined
        ? disk.getSourceFile(file, version, ...rest)
        : ts.createSourceFile(file, text, version, true);
    },
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText, start }) => {
      const line = (source?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0) + 1;
      return `${path.relative(home, file)}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
  });
}
