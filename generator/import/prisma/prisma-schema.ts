import type { TokenPlace } from "./prisma-tokens.js";

/** A Prisma schema as it is written. */
export interface PrismaSchema {
  readonly datasources: readonly PrismaSettings[];
  readonly models: readonly PrismaModel[];
  readonly enums: readonly PrismaEnum[];
}

/** A block of settings: a `datasource`. */
export interface PrismaSettings {
  readonly name: string;
  readonly place: TokenPlace;
  readonly settings: ReadonlyMap<string, Expression>;
}

export interface PrismaModel {
  readonly name: string;
  readonly place: TokenPlace;
  readonly isView: boolean;
  readonly description: string | undefined;
  readonly fields: readonly PrismaField[];
  readonly attributes: readonly Attribute[];
}

export interface PrismaField {
  readonly name: string;
  readonly place: TokenPlace;
  /** The name of a scalar, an enum or a model. */
  readonly type: string;
  readonly typePlace: TokenPlace;
  /** The type in the database, of `Unsupported("…")`. */
  readonly unsupported: string | undefined;
  readonly isList: boolean;
  readonly isOptional: boolean;
  readonly description: string | undefined;
  readonly attributes: readonly Attribute[];
}

export interface PrismaEnum {
  readonly name: string;
  readonly place: TokenPlace;
  readonly values: readonly { readonly name: string; readonly attributes: readonly Attribute[] }[];
  readonly attributes: readonly Attribute[];
}

/** `@db.VarChar(20)` or `@@map("users")`, without the `@`. */
export interface Attribute {
  readonly name: string;
  readonly place: TokenPlace;
  readonly arguments: readonly Argument[];
}

export interface Argument {
  readonly name: string | undefined;
  readonly value: Expression;
}

export type Expression = { readonly place: TokenPlace } & (
  | { readonly kind: "text" | "number" | "name"; readonly text: string }
  | { readonly kind: "call"; readonly text: string; readonly arguments: readonly Argument[] }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
);

type WithAttributes = { readonly attributes: readonly Attribute[] };

export function attributeOf({ attributes }: WithAttributes, name: string): Attribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}

/** The argument with this name, or the first one without a name. */
export function argumentOf(attribute: Attribute | undefined, name: string): Expression | undefined {
  const given = attribute?.arguments ?? [];
  return (given.find((each) => each.name === name) ?? given.find((each) => each.name === undefined))?.value;
}

/** The argument with this name only. */
export function namedArgument(attribute: Attribute | undefined, name: string): Expression | undefined {
  return attribute?.arguments.find((each) => each.name === name)?.value;
}

export function prismaText(expression: Expression | undefined): string | undefined {
  return expression?.kind === "text" ? expression.text : undefined;
}

/** The name in the database: that of `@map`, or its own. */
export function storedName(named: WithAttributes & { readonly name: string }): string {
  return prismaText(argumentOf(attributeOf(named, "map"), "name")) ?? named.name;
}
