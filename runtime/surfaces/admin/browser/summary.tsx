import type { ShownEntity, ShownField, ShownModel } from "../shown-model.js";
import { ask } from "./api.js";
import { and, equals } from "./conditions.js";
import { sum } from "./exact.js";
import { Problem, Select } from "./controls.js";
import { linkTo, route, setOptions } from "./route.js";
import { useRequest } from "./use-request.js";
import { fieldNamed, labelOf, textOf, type Row } from "./values.js";

/** A line of the summary. */
interface Group {
  readonly label: string;
  readonly value: string | null;
  /** The records of the group. `undefined` if no condition says which they are. */
  readonly where: string | undefined;
}

const PERIODS = ["day", "week", "month", "year"] as const;
type Period = (typeof PERIODS)[number];
const CHARTS = [
  ["bars", "bars"],
  ["line", "a line"],
] as const;
const MOST_GROUPS = 10_000;

/** Groups of records with a number each: as a table, and as bars or a line beside it. */
export function Summary({ model, entity }: { readonly model: ShownModel; readonly entity: ShownEntity }) {
  const { options } = route.value;
  const groupable = entity.fields.filter(
    ({ conditions, type }) =>
      ["ordered", "text"].includes(conditions) && !["text", "richtext", "float", "bytes"].includes(type),
  );
  const measured = entity.fields.filter(({ aggregates }) => aggregates === "all");
  const numbers = [
    ["count()", "the number of records"] as const,
    ...measured.flatMap((each) => [
      [`sum(${each.name})`, `the sum of ${labelOf(each)}`] as const,
      [`avg(${each.name})`, `the average of ${labelOf(each)}`] as const,
    ]),
  ];
  const by = options.get("by") ?? defaultGroup(groupable);
  const of = options.get("of") ?? "count()";
  const where = options.get("where") ?? "";
  const chart = options.get("chart") ?? "";
  const [, period, name = ""] = /^(?:(day|week|month|year)\()?(\w+)\)?$/.exec(by) ?? [];
  const field = fieldNamed(entity, name);
  const asked = useRequest(
    (signal) =>
      field === undefined
        ? Promise.resolve(undefined)
        : readGroups(
            { entity, field, period: period as Period | undefined, of, where, maxTake: model.maxTake },
            signal,
          ),
    [entity, by, of, where],
  );
  const groups = asked.value?.groups ?? [];
  const isLine = chart === "line" || (chart === "" && period !== undefined);
  return (
    <section class="summary">
      <h1>
        <a href={linkTo("list", [entity.name], { where })}>{entity.name}</a> summarised
      </h1>
      {where !== "" && (
        <p class="quiet">
          Where <code>{where}</code>
        </p>
      )}
      <form class="bar" onSubmit={(event) => event.preventDefault()}>
        <label>
          Group by{" "}
          <Select
            value={by}
            choices={groupable.flatMap(choicesOf)}
            onChoose={(chosen) => setOptions({ by: chosen })}
          />
        </label>
        <label>
          Show <Select value={of} choices={numbers} onChoose={(chosen) => setOptions({ of: chosen })} />
        </label>
        <label>
          As{" "}
          <Select
            value={isLine ? "line" : "bars"}
            choices={CHARTS}
            onChoose={(chosen) => setOptions({ chart: chosen })}
          />
        </label>
      </form>
      {field === undefined && <p>No field of {entity.name} can be grouped by.</p>}
      <Problem text={asked.error} />
      {asked.value?.isCut === true && (
        <p class="problem">
          Only the first {MOST_GROUPS} groups are read. Filter the list, or choose longer periods.
        </p>
      )}
      {asked.value !== undefined && groups.length === 0 && <p>There are no records.</p>}
      {groups.length > 0 && (
        <div class="chart-and-table">
          <Chart groups={groups} isLine={isLine} title={`${of} by ${by}`} />
          <div class="wide" tabIndex={0} role="region" aria-label="The numbers">
            <table>
              <thead>
                <tr>
                  <th scope="col">{by}</th>
                  <th scope="col" class="number">
                    {of}
                  </th>
                </tr>
              </thead>
              <tbody>
                {groups.map(({ label, value, where: own }, index) => (
                  <tr key={index}>
                    <th scope="row">
                      {own === undefined ? (
                        label
                      ) : (
                        <a href={linkTo("list", [entity.name], { where: and(where, own) })}>{label}</a>
                      )}
                    </th>
                    <td class="number">{value ?? "null"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </section>
  );
}

function hasDays({ type }: ShownField): boolean {
  return type === "date" || type === "datetime";
}

function choicesOf(field: ShownField): readonly (readonly [string, string])[] {
  const own = [field.name, labelOf(field)] as const;
  return hasDays(field)
    ? [...PERIODS.map((period) => [`${period}(${field.name})`, `${labelOf(field)}: ${period}`] as const), own]
    : [own];
}

/** A choice, a flag or a key groups better than a name. */
function defaultGroup(fields: readonly ShownField[]): string {
  const best =
    fields.find(({ values, type }) => values !== undefined || type === "boolean") ??
    fields.find((field) => hasDays(field)) ??
    fields[0];
  return best === undefined ? "" : hasDays(best) ? `month(${best.name})` : best.name;
}

interface Question {
  readonly entity: ShownEntity;
  readonly field: ShownField;
  readonly period: Period | undefined;
  readonly of: string;
  readonly where: string;
  readonly maxTake: number;
}

async function readGroups({ entity, field, period, of, where, maxTake }: Question, signal: AbortSignal) {
  const { name } = field;
  const keys =
    period === undefined
      ? [name]
      : period === "month"
        ? [`year(${name})`, `month(${name})`]
        : period === "year"
          ? [`year(${name})`]
          : [`date(${name})`];
  // The average of a week is that of its records, not of its days.
  const averaged = period === "week" ? /^avg\((\w+)\)$/.exec(of)?.[1] : undefined;
  const numbers = averaged === undefined ? [of] : [`sum(${averaged})`, `count(${averaged})`];
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const query = new URLSearchParams({
      select: [...keys, ...numbers].join(","),
      take: String(Math.min(1000, maxTake)),
    });
    if (where !== "") query.set("where", where);
    if (after !== undefined) query.set("after", after);
    const { body } = await ask(`api/data/${entity.name}/aggregate?${query.toString()}`, { signal });
    const page = body as { readonly items: readonly Row[]; readonly next?: string };
    rows.push(...page.items);
    after = page.next;
  } while (after !== undefined && rows.length < MOST_GROUPS);
  const lines = rows.map((row): readonly [label: string | null, numbers: readonly (string | null)[]] => [
    labelOfGroup(
      keys.map((key) => textOf({ type: "string" }, row[key])),
      period,
    ),
    numbers.map((number) => textOf({ type: "string" }, row[number])),
  ]);
  const groups =
    period === "week" ? foldWeeks(lines) : lines.map(([label, [value = null]]) => ({ label, value }));
  return {
    groups: groups.map(({ label, value }): Group => ({
      // A text that reads null is not null.
      label: label === null ? "null" : label === "" ? "(empty)" : label,
      value,
      where: conditionOf(field, label, period),
    })),
    isCut: after !== undefined,
  };
}

function labelOfGroup(keys: readonly (string | null)[], period: Period | undefined): string | null {
  const [first = null, second = null] = keys;
  if (first === null) return null;
  if (period === "year") return first.padStart(4, "0");
  if (period === "month") return `${first.padStart(4, "0")}-${(second ?? "").padStart(2, "0")}`;
  return period === "week" ? monday(first) : first;
}

const DAY = 86_400_000;

/** The first day of the week of a day (ISO 8601: Monday). */
function monday(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time)) return day;
  return dayOf(time - ((new Date(time).getUTCDay() + 6) % 7) * DAY);
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function foldWeeks(lines: readonly (readonly [label: string | null, numbers: readonly (string | null)[]])[]) {
  const weeks = new Map<string | null, (readonly (string | null)[])[]>();
  for (const [label, numbers] of lines) weeks.set(label, [...(weeks.get(label) ?? []), numbers]);
  return [...weeks].map(([label, all]) => {
    const totals = [0, 1].map((index) => {
      const texts = all.map((numbers) => numbers[index]).filter((text) => typeof text === "string");
      return texts.length === 0 ? null : sum(texts);
    });
    const [total = null, count = null] = totals;
    const isAverage = all.some((numbers) => numbers.length === 2);
    const value = !isAverage || total === null ? total : String(Number(total) / Number(count));
    return { label, value };
  });
}

/** The condition for the records of a group. */
function conditionOf(
  { name, type, zone }: ShownField,
  label: string | null,
  period: Period | undefined,
): string | undefined {
  if (label === null || period === undefined) return equals(name, label);
  // `Date.UTC` takes years below 100 for others.
  const begin = new Date(`${label}${"-01-01".slice(label.length - 4)}T00:00:00Z`);
  const year = begin.getUTCFullYear();
  if (!/^\d{4}(?:-\d\d){0,2}$/.test(label) || Number.isNaN(year) || year > 9998) return undefined;
  const end = new Date(begin);
  if (period === "year") end.setUTCFullYear(year + 1);
  else if (period === "month") end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCDate(end.getUTCDate() + (period === "week" ? 7 : 1));
  const text = (time: Date) =>
    time.toISOString().slice(0, type === "date" ? 10 : zone === "none" ? -1 : undefined);
  return `${name}>="${text(begin)}"&${name}<"${text(end)}"`;
}

const WIDTH = 720;
const HEIGHT = 320;
const MOST_BARS = 60;

/** The numbers as a picture. The table beside it has the same in words. */
function Chart({
  groups,
  isLine,
  title,
}: {
  readonly groups: readonly Group[];
  readonly isLine: boolean;
  readonly title: string;
}) {
  const shown = isLine ? groups : groups.slice(0, MOST_BARS);
  const numbers = shown
    .map(({ value }) => Number(value ?? 0))
    .map((each) => (Number.isFinite(each) ? each : 0));
  const [least, most] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const span = most - least || 1;
  const y = (number: number) => HEIGHT - 24 - ((number - least) / span) * (HEIGHT - 44);
  const step = (WIDTH - 60) / Math.max(1, shown.length);
  const every = Math.ceil(shown.length / 8);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}, ${shown.length} groups from ${least} to ${most}`}
      >
        {[least, most].map((number) => (
          <g key={number}>
            <line class="axis" x1="56" x2={WIDTH} y1={y(number)} y2={y(number)} />
            <text x="50" y={y(number) + 4} text-anchor="end">
              {compact(number)}
            </text>
          </g>
        ))}
        <line class="axis" x1="56" x2={WIDTH} y1={y(0)} y2={y(0)} />
        {isLine ? (
          <polyline
            class="stroke"
            points={numbers.map((number, index) => `${58 + step * (index + 0.5)},${y(number)}`).join(" ")}
          />
        ) : (
          numbers.map((number, index) => (
            <rect
              key={index}
              class="fill"
              x={58 + step * index + step * 0.1}
              width={step * 0.8}
              y={Math.min(y(0), y(number))}
              height={Math.max(1, Math.abs(y(number) - y(0)))}
            >
              <title>{`${shown[index]?.label ?? ""}: ${shown[index]?.value ?? "null"}`}</title>
            </rect>
          ))
        )}
        {isLine &&
          numbers.length < 100 &&
          numbers.map((number, index) => (
            <circle key={index} class="fill" r="3" cx={58 + step * (index + 0.5)} cy={y(number)}>
              <title>{`${shown[index]?.label ?? ""}: ${shown[index]?.value ?? "null"}`}</title>
            </circle>
          ))}
        {shown.map(({ label }, index) =>
          index % every === 0 ? (
            <text key={index} x={58 + step * (index + 0.5)} y={HEIGHT - 6} text-anchor="middle">
              {label.length > 12 ? `${label.slice(0, 11)}…` : label}
            </text>
          ) : null,
        )}
      </svg>
      {shown.length < groups.length && (
        <figcaption class="quiet">
          The first {MOST_BARS} of {groups.length} groups.
        </figcaption>
      )}
    </figure>
  );
}

function compact(number: number): string {
  return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(number);
}
