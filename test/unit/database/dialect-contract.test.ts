import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

const folder = path.join(import.meta.dirname, "../../../runtime/database");

/** The types that the files of the database declare, by their names, which are unique. */
function readDeclarations(): ReadonlyMap<string, Declaration> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const declared = files
    .filter((file) => file.endsWith(".ts") && !file.startsWith("dialects"))
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), "utf8");
      const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
      return statements.filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each));
    });
  return new Map(declared.map((each) => [each.name.text, each]));
}

/** The members that a dialect must have, and those of the parts that it must have. */
function requiredMembers(): readonly string[] {
  const declarations = readDeclarations();
  const seen = new Set<string>();
  const membersOf = (name: string, members: readonly ts.TypeElement[]): readonly string[] =>
    members.filter(ts.isPropertySignature).flatMap(({ name: own, type, questionToken }) => {
      if (questionToken !== undefined) return [];
      const place = `${name}.${(own as ts.Identifier).text}`;
      return [place, ...inType(place, type)];
    });
  const inType = (place: string, type: ts.TypeNode | undefined): readonly string[] => {
    if (type === undefined) return [];
    if (ts.isTypeLiteralNode(type)) return membersOf(place, [...type.members]);
    if (ts.isUnionTypeNode(type)) return type.types.flatMap((each) => inType(place, each));
    return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) ? named(type.typeName.text) : [];
  };
  const named = (name: string): readonly string[] => {
    const declaration = declarations.get(name);
    if (declaration === undefined || seen.has(name)) return [];
    seen.add(name);
    if (ts.isTypeAliasDeclaration(declaration)) return inType(name, declaration.type);
    const bases = (declaration.heritageClauses ?? []).flatMap(({ types }) => types);
    return [
      ...bases.flatMap(({ expression }) => (ts.isIdentifier(expression) ? named(expression.text) : [])),
      ...membersOf(name, [...declaration.members]),
    ];
  };
  return ["Dialect", "MigrationTools"].flatMap(named);
}

test("a dialect must have at most 100 members, those of its parts included", () => {
  const members = requiredMembers();
  expect(members).toContain("Dialect.open");
  expect(members).toContain("JsonSyntax.value");
  expect(members).toContain("SchemaDialect.readTables");
  expect(members).toContain("ApplyingSyntax.exclusively");
  expect(members).not.toContain("Replication.look");
  expect(members.length, members.join("\n")).toBeLessThanOrEqual(100);
});
