import type { Entity, Model } from "../runtime/model/model.js";
import type { OwnOperation } from "../runtime/model/own-operation.js";
import type { Location } from "./files/locate-files.js";
import { operationView } from "./views/operation-view.js";
import {
  DATABASE_PATH,
  defaultPath,
  fieldsPath,
  INDEX_PATH,
  parametersPath,
  type EntityArtifact,
  type FileId,
  type Tree,
} from "./artifacts.js";
import { policyView, repositoryView, routesView } from "./views/entity-views.js";
import { indexView } from "./views/index-view.js";
import { databaseView, fieldsView, parametersView } from "./views/recorded-views.js";
import { schemaView, writtenOutSchemaView } from "./views/schema-view.js";

/** A file to generate. */
export interface Output extends FileId {
  /** The path relative to the output folder, with `/`: where the file is, or where a new file goes. */
  readonly path: string;
  /** Whether edits by hand are not merged: an edit is a conflict. */
  readonly isGeneratedOnly: boolean;
  readonly template: string;
  readonly view: object;
  /**
   * The previous layout, which a file keeps while edits by hand make it unsafe to switch. A file is first merged to
   * the previous layout, then to the new one.
   */
  readonly previous?: PreviousLayout;
}

export interface PreviousLayout {
  readonly template: string;
  /** Lazy, because only few files need it. */
  readonly view: () => object;
  /** Whether a text has this layout. */
  readonly isOf: (text: string) => boolean;
  /** Whether an edit of this unit would mean something else in the new layout. */
  readonly isKeptFor: (unit: string) => boolean;
}

interface EntityOutput {
  readonly artifact: EntityArtifact;
  readonly isGeneratedOnly: boolean;
  readonly view: (entity: Entity, tree: Tree, model: Model) => object;
  readonly previous?: Pick<PreviousLayout, "template" | "isOf" | "isKeptFor"> & {
    readonly view: (entity: Entity, tree: Tree, model: Model) => object;
  };
}

/**
 * The files of an entity. The policy is a separate file, so that a change of roles is a difference in files that
 * contain nothing else.
 */
const entityOutputs: readonly EntityOutput[] = [
  {
    artifact: "schema",
    isGeneratedOnly: false,
    view: schemaView,
    // Until version 0.2, the schemas of inputs were written out.
    previous: {
      template: "schema.ts.hbs",
      view: writtenOutSchemaView,
      isOf: (text) => /(?:const new\w+|Changes)Schema = z\s*\.object\(\{\s*[^}\s.]/.test(text),
      isKeptFor: (unit) => /^const \w+Schema\b/.test(unit),
    },
  },
  { artifact: "repository", isGeneratedOnly: false, view: repositoryView },
  {
    artifact: "routes",
    isGeneratedOnly: false,
    view: routesView,
    // Until version 0.2, each name of the kit was imported, and the caller was a variable that edits may use.
    previous: {
      template: "previous/routes.ts.hbs",
      view: routesView,
      isOf: (text) => !/^import \* as kit from/m.test(text),
      isKeptFor: () => true,
    },
  },
  { artifact: "policy", isGeneratedOnly: true, view: policyView },
];

export function listEntityOutputs(entity: Entity, model: Model, tree: Tree): readonly Output[] {
  return entityOutputs.map(({ artifact, isGeneratedOnly, view, previous }) => ({
    entity: entity.name,
    artifact,
    path: tree.pathOf(entity.name, artifact),
    isGeneratedOnly,
    template: `${artifact}.ts.hbs`,
    view: view(entity, tree, model),
    ...(previous !== undefined && {
      previous: { ...previous, view: () => previous.view(entity, tree, model) },
    }),
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

export function operationFileId(name: string) {
  return { entity: `operations/${name}`, artifact: "operation" } as const;
}

/** @param location Where the file is, if it is not in its usual place. */
export function operationOutput(operation: OwnOperation, location?: Location): Output {
  const id = operationFileId(operation.name);
  const usual = defaultPath(id.entity, id.artifact);
  return {
    ...id,
    path: location === undefined || location.kind === "copies" ? usual : location.path,
    isGeneratedOnly: false,
    template: "operation.ts.hbs",
    view: operationView(operation),
  };
}

/** Code that no one edits, and that therefore is not merged: only written. */
export type RecordedOutput = Pick<Output, "path" | "template" | "view">;

/** The types of the tables. They follow from the configuration only, whatever was edited in a schema. */
export function databaseOutput(model: Model): RecordedOutput {
  return { path: DATABASE_PATH, template: "database.ts.hbs", view: databaseView(model) };
}

/** The fields for which the schema of an entity was generated. */
export function fieldsOutput(entity: Entity): RecordedOutput {
  return { path: fieldsPath(entity.name), template: "fields.ts.hbs", view: fieldsView(entity) };
}

/** The parameters for which the code of an operation was generated. */
export function parametersOutput(operation: OwnOperation): RecordedOutput {
  return { path: parametersPath(operation.name), template: "fields.ts.hbs", view: parametersView(operation) };
}

/** All code that is only written. */
export function recordedOutputs(model: Model): readonly RecordedOutput[] {
  return [
    databaseOutput(model),
    ...model.entities.map(fieldsOutput),
    ...model.ownOperations.map(parametersOutput),
  ];
}

export const entityArtifacts: readonly EntityArtifact[] = entityOutputs.map(({ artifact }) => artifact);

/** Whether the file takes no edits by hand. Such a file is written again after it was deleted. */
export function isGeneratedOnly(artifact: EntityArtifact): boolean {
  return entityOutputs.some((output) => output.artifact === artifact && output.isGeneratedOnly);
}
