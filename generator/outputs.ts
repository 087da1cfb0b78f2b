import type { Entity, Model } from "../runtime/model/model.js";
import { indexView, policyView, repositoryView, routesView } from "./views/entity-views.js";
import { schemaView } from "./views/schema-view.js";

/** One file that is generated. */
export interface Output {
  /** The entity that it belongs to; undefined for what belongs to all. */
  readonly entity: string | undefined;
  readonly artifact: Artifact;
  /** Below the output folder, with `/`. */
  readonly path: string;
  readonly template: string;
  readonly view: object;
}

export type Artifact = "schema" | "repository" | "routes" | "policy" | "index";

/** The one table of what is generated. */
const entityOutputs: readonly {
  readonly artifact: Artifact;
  readonly view: (entity: Entity, model: Model) => object;
}[] = [
  { artifact: "schema", view: (entity, { database }) => schemaView(entity, database.dialect) },
  { artifact: "repository", view: repositoryView },
  { artifact: "routes", view: routesView },
  { artifact: "policy", view: policyView },
];

export function listOutputs(model: Model): readonly Output[] {
  const ofEntities = model.entities.flatMap((entity) =>
    entityOutputs.map(({ artifact, view }) => ({
      entity: entity.name,
      artifact,
      path: `${entity.name}/${entity.name}.${artifact}.ts`,
      template: `${artifact}.ts.hbs`,
      view: view(entity, model),
    })),
  );
  const index: Output = {
    entity: undefined,
    artifact: "index",
    path: "index.ts",
    template: "index.ts.hbs",
    view: indexView(model.entities),
  };
  return [...ofEntities, index];
}
