import { randomBytes } from "node:crypto";

const VARIABLE = "TEST_RUN_ID";

const random = (bytes: number): string => randomBytes(bytes).toString("hex");

/** Names the run, for this process and those that it starts. */
export function nameRun(): void {
  process.env[VARIABLE] ??= random(4);
}

/** How the names of all databases of this run start. */
export const databasePrefix = (): string => `data_api_test_${process.env[VARIABLE] ?? random(4)}_`;

export const newDatabaseName = (): string => `${databasePrefix()}${random(6)}`;
