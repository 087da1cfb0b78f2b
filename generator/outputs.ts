import type { Entity, Model } from "../runtime/model/model.js";
import { policyView, previousRoutesView, repositoryView, routesView } from "./views/entity-views.js";
import { indexView } from "./views/index-view.js";
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
  /** Only few files need it. */
  readonly view: () => object;
  /** Whether a text was generated so. */
  readonly isOf: (text: string) => boolean;
}

interface EntityOutput {
  readonly artifact: EntityArtifact;
  readonly isGeneratedOnly: boolean;
  readonly view: (entity: Entity, tree: Tree, model: Model) => object;
  readonly previous?: Pick<PreviousLayout, "template" | "isOf"> & {
    readonly view: (entity: Entity, tree: Tree) => object;
  };
}

/** Where the files of entities are or go, and which of them people have deleted. */
export interface Tree {
  readonly pathOf: (entity: string, artifact: EntityArtifact) => string;
  readonly isDeleted: (entity: string, artifact: EntityArtifact) => boolean;
}

/** The one table of what is generated. */
const entityOutputs: readonly EntityOutput[] = [
  {
    artifact: "schema",
    isGeneratedOnly: false,
    view: (entity, tree, { database }) => schemaView(entity, tree, database.dialect),
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

/** The tree of a first run. */
export const freshTree: Tree = { pathOf: defaultPath, isDeleted: () => false };

export const INDEX_PATH = "index.ts";

export function listEntityOutputs(entity: Entity, model: Model, tree: Tree): readonly Output[] {
  return entityOutputs.map(({ artifact, isGeneratedOnly, view, previous }) => ({
    entity: entity.name,
    artifact,
    path: tree.pathOf(entity.name, artifact),
    isGeneratedOnly,
    template: `${artifact}.ts.hbs`,
    view: view(entity, tree, model),
    ...(previous !== undefined && { previous: { ...previous, view: () => previous.view(entity, tree) } }),
  }));
}

export function indexOutput(model: Model, tree: Tree): Output {
  return {
    entity: undefined,
    artifact: "index",
    path: INDEX_PATH,
    isGeneratedOnly: true,
    template: "index.ts.hbs",
    view: indexView(model, tree),
  };
}

export const entityArtifacts: readonly EntityArtifact[] = entityOutputs.map(({ artifact }) => artifact);

/** What is the generator's alone cannot stay deleted. */
export function isGeneratedOnly(artifact: EntityArtifact): boolean {
  return entityOutputs.some((output) => output.artifact === artifact && output.isGeneratedOnly);
}
