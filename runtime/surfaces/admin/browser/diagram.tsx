import type { ShownEntity, ShownModel } from "../shown-model.js";
import { linkTo, linkToEntity } from "./route.js";

const [BOX_WIDTH, BOX_HEIGHT, GAP_X, GAP_Y, TALLEST] = [190, 30, 90, 14, 14] as const;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The entities and the keys between them. What is referred to stands left of what refers to it. */
export function Diagram({ model: { entities } }: { readonly model: ShownModel }) {
  const places = placesOf(entities);
  const edges = entities.flatMap(({ name, relations }) =>
    relations
      .filter(({ isInverse }) => !isInverse)
      .map((relation) => ({ from: name, to: relation.target, relation })),
  );
  const all = [...places.values()];
  const width = Math.max(...all.map(({ x }) => x)) + BOX_WIDTH + 40;
  const height = Math.max(...all.map(({ y }) => y)) + BOX_HEIGHT + 20;
  return (
    <section>
      <h1>How the entities relate</h1>
      <div class="wide" tabIndex={0} role="region" aria-label="Diagram of the entities">
        <svg class="diagram" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          {edges.map(({ from, to, relation }) => {
            const [a, b] = [places.get(from), places.get(to)];
            if (a === undefined || b === undefined) return null;
            return (
              <path
                key={`${from}.${relation.name}`}
                class={relation.isLink ? "stroke dashed" : "stroke"}
                d={curve(a, b)}
              >
                <title>{`${from}.${relation.name} → ${to}${relation.isLink ? " (many to many)" : ""}`}</title>
              </path>
            );
          })}
          {entities.map((entity) => {
            const { name } = entity;
            const { x, y } = places.get(name) ?? { x: 0, y: 0 };
            return (
              <a key={name} href={linkToEntity(entity)}>
                <rect x={x} y={y} width={BOX_WIDTH} height={BOX_HEIGHT} rx="5" />
                <text x={x + BOX_WIDTH / 2} y={y + 20} text-anchor="middle">
                  {name.length > 24 ? `${name.slice(0, 23)}…` : name}
                </text>
              </a>
            );
          })}
        </svg>
      </div>
      <h2>In words</h2>
      <ul>
        {edges.map(({ from, to, relation }) => (
          <li key={`${from}.${relation.name}`}>
            <a href={linkTo("list", [from])}>{from}</a>.{relation.name} →{" "}
            <a href={linkTo("list", [to])}>{to}</a>
            {relation.isLink && " (many to many)"}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A column for each length of the longest way to an entity that refers to none; tall columns are split. */
function placesOf(entities: readonly ShownEntity[]): ReadonlyMap<string, Place> {
  const depths = new Map<string, number>();
  const depthOf = (name: string, way: readonly string[]): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    const relations = entities.find((entity) => entity.name === name)?.relations ?? [];
    const targets = relations.filter(
      ({ isInverse, target }) => !isInverse && !way.includes(target) && target !== name,
    );
    const depth = Math.max(0, ...targets.map(({ target }) => depthOf(target, [...way, name]) + 1));
    depths.set(name, depth);
    return depth;
  };
  const columns: string[][] = [];
  for (const { name } of entities) (columns[depthOf(name, [])] ??= []).push(name);
  const split = columns.flatMap((column) =>
    Array.from({ length: Math.ceil(column.length / TALLEST) }, (_, index) =>
      column.slice(index * TALLEST, (index + 1) * TALLEST),
    ),
  );
  return new Map(
    split.flatMap((column, x) =>
      column.map(
        (name, y) => [name, { x: 20 + x * (BOX_WIDTH + GAP_X), y: 10 + y * (BOX_HEIGHT + GAP_Y) }] as const,
      ),
    ),
  );
}

function curve(from: Place, to: Place): string {
  const [y1, y2] = [from.y + BOX_HEIGHT / 2, to.y + BOX_HEIGHT / 2];
  if (from.x > to.x) {
    const [x1, x2] = [from.x, to.x + BOX_WIDTH];
    return `M${x1} ${y1} C${x1 - GAP_X / 2} ${y1} ${x2 + GAP_X / 2} ${y2} ${x2} ${y2}`;
  }
  // To itself, or within a column: out on the right and back.
  const [x1, x2] = [from.x + BOX_WIDTH, to.x + (from.x < to.x ? 0 : BOX_WIDTH)];
  const bend = from.x < to.x ? -GAP_X / 2 : GAP_X / 2;
  return `M${x1} ${y1 - 4} C${x1 + GAP_X / 2} ${y1 - 4} ${x2 + bend} ${y2 + 4} ${x2} ${y2 + 4}`;
}
