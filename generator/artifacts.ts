/** Identifies a generated file, independently of its path. */
export interface FileId {
  /** The entity of the file. `undefined` for a file that belongs to all entities. */
  readonly entity: string | undefined;
  /** `openapi` is not code: the OpenAPI document. */
  readonly artifact: Artifact | "openapi";
}

/** The mark of a generated file, which its first line carries. Also the key of its records. */
export function markOf({ entity, artifact }: FileId): string {
  return entity === undefined ? artifact : `${entity}/${artifact}`;
}

/** The kinds of code. */
export type Artifact = EntityArtifact | "operation" | "index";
export type EntityArtifact = "schema" | "repository" | "routes" | "policy";

/** The paths of the files of all entities, and which of these files were deleted by hand. */
export interface Tree {
  readonly pathOf: (entity: string, artifact: EntityArtifact) => string;
  readonly isDeleted: (entity: string, artifact: EntityArtifact) => boolean;
  /** The path of an operation's file. `undefined` if it was deleted. */
  readonly operationPath: (name: string) => string | undefined;
  /**
   * The current paths of all files, by their former paths in the last run and in the folder, without extension. Empty
   * if no file was moved or is renamed.
   */
  readonly moved: ReadonlyMap<string, string>;
}

/** The path of a file that does not exist yet. */
export function defaultPath(entity: string, artifact: EntityArtifact | "operation"): string {
  // The files of operations are in one folder, each under its name.
  if (artifact === "operation") return `${entity}.operation.ts`;
  return `${entity}/${entity}.${artifact}.ts`;
}

/** The tree of a first run: every file in its default place. */
export const freshTree: Tree = {
  pathOf: defaultPath,
  isDeleted: () => false,
  operationPath: (name) => defaultPath(`operations/${name}`, "operation"),
  moved: new Map(),
};

export const INDEX_PATH = "index.ts";
/**
 * The folder that keeps, for each file, how it was last generated. The next run compares with it to separate
 * edits by hand from changes of the configuration. Files are keyed by entity and artifact, so that they may
 * be moved. It also has the generated code that no one edits. All of it is committed.
 */
export const DATA_FOLDER = ".data-api";
/** The types of the tables. */
export const DATABASE_PATH = `${DATA_FOLDER}/database.ts`;
/** The folder with the fields for which the schema of each entity was generated. */
export const FIELDS_FOLDER = `${DATA_FOLDER}/fields`;
/** The folder with the parameters for which the code of each operation was generated. */
export const PARAMETERS_FOLDER = `${DATA_FOLDER}/parameters`;

export function fieldsPath(entity: string): string {
  return `${FIELDS_FOLDER}/${entity}.ts`;
}

export function parametersPath(operation: string): string {
  return `${PARAMETERS_FOLDER}/${operation}.ts`;
}

export const OPENAPI_PATH = "openapi.json";
