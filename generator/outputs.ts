import type { Entity, Model } from "../runtime/model/model.js";
import {
  indexView,
  policyView,
  previousRoutesView,
  repositoryView,
  routesView,
} from "./views/entity-views.js";
import { schemaView } from "./views/schema-view.js";

/** What a generated file is, wherever it stands. */
export interface FileId {
  /** The entity that it belongs to; undefined for what belongs to all. */
  readonly entity: string | undefined;
  readonly artifact: Artifact;
}

export type Artifact = EntityArtifact | "index";
export type EntityArtifact = "schema" | "repository" | "routes" | "policy";

/** One file that is generated. */
export interface Output extends FileId {
  /** Below the output folder, with `/`: where it is, or where it goes if it is new. */
  readonly path: string;
  /** Whether it is the generator's alone: an edit by hand is a conflict. */
  readonly isGeneratedOnly: boolean;
  readonly template: string;
  readonly view: object;
  /** How it was laid out before, for files whose edits are where the layouts differ. */
  readonly previous?: PreviousLayout;
}

export interface PreviousLayout {
  readonly template: string;
  readonly view: object;
  /** Whether a text was generated so. */
  readonly isOf: (text: string) => boolean;
}

interface EntityOutput {
  readonly artifact: EntityArtifact;
  readonly isGeneratedOnly: boolean;
  readonly view: (entity: Entity, model: Model) => object;
  readonly previous?: Pick<PreviousLayout, "template" | "isOf"> & {
    readonly view: (entity: Entity) => object;
  };
}

/** The one table of what is generated. */
const entityOutputs: readonly EntityOutput[] = [
  {
    artifact: "schema",
    isGeneratedOnly: false,
    view: (entity, { database }) => schemaView(entity, database.dialect),
  },
  { artifact: "repository", isGeneratedOnly: false, view: repositoryView },
  {
    artifact: "routes",
    isGeneratedOnly: false,
    view: routesView,
    // Until version 0.1 each way to find records had a handler of its own.
    previous: {
      template: "previous/routes.ts.hbs",
      view: previousRoutesView,
      isOf: (text) => /findall\/:orderBy\/:skip\/:take",\s*async/.test(text),
    },
  },
  { artifact: "policy", isGeneratedOnly: true, view: policyView },
];

/** Where a file goes that is not there yet. */
export function defaultPath(entity: string, artifact: EntityArtifact): string {
  return `${entity}/${entity}.${artifact}.ts`;
}

/** Gives where a file of an entity is. */
export type PathOf = (entity: string, artifact: EntityArtifact) => string;

export function listEntityOutputs(entity: Entity, model: Model, pathOf: PathOf): readonly Output[] {
  return entityOutputs.map(({ artifact, isGeneratedOnly, view, previous }) => ({
    entity: entity.name,
    artifact,
    path: pathOf(entity.name, artifact),
    isGeneratedOnly,
    template: `${artifact}.ts.hbs`,
    view: view(entity, model),
    ...(previous !== undefined && { previous: { ...previous, view: previous.view(entity) } }),
  }));
}

export function indexOutput(model: Model, pathOf: PathOf): Output {
  return {
    entity: undefined,
    artifact: "index",
    path: "index.ts",
    isGeneratedOnly: true,
    template: "index.ts.hbs",
    view: indexView(model, pathOf),
  };
}

export const entityArtifacts: readonly EntityArtifact[] = entityOutputs.map(({ artifact }) => artifact);
