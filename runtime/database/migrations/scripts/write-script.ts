import type { MigrationPlan } from "../compare/plan-migration.js";
import type { SchemaStep, StepStatement } from "../compare/schema-step.js";

interface ScriptParts extends MigrationPlan {
  readonly name: string;
  /** The display name of the database. */
  readonly database: string;
}

/** The text of a script: plain SQL, a comment before each step. */
export function writeScript({ name, database, up, down }: ScriptParts): string {
  const sections = [
    `-- ${name} for ${database}.
-- Edit it before it is applied: the statements, their order, what rows get. "-- data:" begins statements that
-- change rows, "-- schema:" those that change tables, and "-- outside transaction" is for the next statement.`,
    ...writeSteps(up),
    ...(up.length === 0 ? ["-- Nothing changes here."] : []),
    ...(down === undefined || down.length === 0 ? [] : ["-- down:", ...writeSteps(down)]),
  ];
  return `${sections.join("\n\n")}\n`;
}

function writeSteps(steps: readonly SchemaStep[]): readonly string[] {
  return steps.flatMap((step, index) => {
    const isData = step.kind === "fill";
    const wasData = steps[index - 1]?.kind === "fill";
    const section = isData === wasData ? [] : [isData ? "-- data:" : "-- schema:"];
    return [...section, writeStep(step)];
  });
}

function writeStep({ message, loss, statements }: SchemaStep): string {
  const comments = [message, ...(loss === undefined ? [] : [loss])].map((text) => `-- ${oneLine(text)}`);
  return [...comments, ...statements.map(writeStatement)].join("\n");
}

function writeStatement({ text, ending, isOutsideTransaction }: StepStatement): string {
  return `${isOutsideTransaction ? "-- outside transaction\n" : ""}${text}${ending}`;
}

/** Names may contain line ends, which would end the comment. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
