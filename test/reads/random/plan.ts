import { toObject, toText, type Node } from "./conditions.js";

/** The options of a list, in the tests' own form. */
export interface List {
  readonly select?: readonly Selected[] | undefined;
  readonly where?: Node | undefined;
  readonly orderBy?: readonly Order[] | undefined;
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
}

export type Plan = List;

export type Selected =
  | { readonly kind: "all" }
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "count"; readonly name: string }
  | { readonly kind: "relation"; readonly name: string; readonly isList: boolean; readonly list: List };

export interface Order {
  readonly path: readonly string[];
  readonly isDescending: boolean;
}

/** The plan as a JSON body. */
export function bodyOf({ select, where, orderBy, take, skip }: List): object {
  return {
    ...(select && { select: selectObject(select) }),
    ...(where && { where: toObject(where) }),
    ...(orderBy && { orderBy: orderBy.map(orderText) }),
    ...(take !== undefined && { take }),
    ...(skip !== undefined && { skip }),
  };
}

/** The plan as a query string. `undefined` if texts cannot express it. */
export function queryOf({ select, where, orderBy, take, skip }: List): string | undefined {
  const parts = [
    ["select", select && selectText(select)],
    ["where", where && toText(where)],
    ["orderBy", orderBy?.map(orderText).join(",")],
    ["take", take],
    ["skip", skip],
  ] as const;
  if ((select && parts[0][1] === undefined) || (where && parts[1][1] === undefined)) return undefined;
  return parts
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join("&");
}

function selectObject(select: readonly Selected[]): object {
  return Object.fromEntries(
    select.map((each) => {
      if (each.kind === "all") return ["*", true];
      if (each.kind === "field") return [each.name, true];
      if (each.kind === "count") return [`count(${each.name})`, true];
      return [each.name, Object.keys(each.list).length === 0 ? true : bodyOf(each.list)];
    }),
  );
}

function selectText(select: readonly Selected[]): string | undefined {
  const parts = select.map((each) => {
    if (each.kind === "all") return "*";
    if (each.kind === "field") return each.name;
    if (each.kind === "count") return `count(${each.name})`;
    return relationText(each.name, each.list);
  });
  return parts.includes(undefined) ? undefined : parts.join(",");
}

function relationText(name: string, { select, where, orderBy, take, skip }: List): string | undefined {
  const selected = selectText(select ?? [{ kind: "all" }]);
  const condition = where && toText(where);
  if (selected === undefined || (where && condition === undefined)) return undefined;
  const options = [
    selected,
    ...(condition === undefined ? [] : [`where=${condition}`]),
    ...(orderBy ? [`orderBy=${orderBy.map(orderText).join(",")}`] : []),
    ...(take === undefined ? [] : [`take=${take}`]),
    ...(skip === undefined ? [] : [`skip=${skip}`]),
  ];
  return `${name}(${options.join(";")})`;
}

function orderText({ path, isDescending }: Order): string {
  return `${isDescending ? "~" : ""}${path.join(".")}`;
}
