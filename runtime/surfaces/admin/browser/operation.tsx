import { useState } from "preact/hooks";
import { stringify } from "lossless-json";
import type { ShownOperation } from "../shown-model.js";
import { ask, messageOf, readJson, Refusal } from "./api.js";
import { Problem, Select } from "./controls.js";
import { toObject } from "./values.js";

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

/** An operation of the configuration as a form, made of the schema of its input. */
export function OperationForm({ operation }: { readonly operation: ShownOperation }) {
  const schema = operation.input as Schema;
  const properties = Object.entries(schema.properties ?? {});
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [whole, setWhole] = useState("{}");
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [answer, setAnswer] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const hasForm = schema.properties !== undefined || schema.type === "object";
  const call = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    setIssues({});
    setAnswer(undefined);
    try {
      const members = properties.flatMap(([name, each]) => {
        const text = texts[name];
        return text === undefined || text === "" ? [] : [[name, jsonOf(each, text)] as const];
      });
      const path = `api/operations/${operation.name}`;
      const { body } =
        operation.method === "GET"
          ? await ask(
              `${path}?${new URLSearchParams(members.map(([name, json]) => [name, inQuery(json)])).toString()}`,
            )
          : await ask(path, {
              method: "POST",
              headers: { "Content-Type": "application/json" },
              body: hasForm ? toObject(members) : whole,
            });
      setAnswer(body ?? null);
    } catch (error) {
      if (error instanceof Refusal && error.issues.length > 0)
        setIssues(
          Object.fromEntries(error.issues.map(({ path, message }) => [path.split(".")[0] ?? "", message])),
        );
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <form class="record" noValidate onSubmit={(event) => void call(event)}>
      <h1>{operation.name}</h1>
      {operation.description !== undefined && <p>{operation.description}</p>}
      {operation.method === "POST" && <p class="quiet">This call may change data.</p>}
      {!hasForm && (
        <label>
          Input, in JSON
          <textarea rows={6} value={whole} onInput={({ currentTarget }) => setWhole(currentTarget.value)} />
        </label>
      )}
      {properties.map(([name, each]) => (
        <ParameterLine
          key={name}
          name={name}
          schema={each}
          isRequired={schema.required?.includes(name) ?? false}
          text={texts[name] ?? ""}
          issue={issues[name]}
          onChange={(text) => setTexts({ ...texts, [name]: text })}
        />
      ))}
      <Problem text={problem} />
      <p class="bar">
        <button class="main" disabled={isBusy}>
          {isBusy ? "Calling …" : "Call"}
        </button>
      </p>
      {answer !== undefined && (
        <section aria-label="Answer" role="status">
          <h2>Answer</h2>
          <pre tabIndex={0}>{stringify(answer, undefined, 2)}</pre>
        </section>
      )}
    </form>
  );
}

function ParameterLine({
  name,
  schema,
  isRequired,
  text,
  issue,
  onChange,
}: {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly text: string;
  readonly issue: string | undefined;
  readonly onChange: (text: string) => void;
}) {
  const id = `input-${name}`;
  const kind = kindOf(schema);
  const choices = kind === "boolean" ? ["true", "false"] : schema.enum?.map(String);
  const common = { id, "aria-invalid": issue !== undefined, "aria-describedby": `${id}-about` };
  return (
    <div class="line">
      <label for={id}>
        {schema.title ?? name}
        {isRequired && <span title="required"> *</span>}
        <small>{kind}</small>
      </label>
      <div>
        {choices !== undefined ? (
          <Select
            {...common}
            value={text}
            choices={[["", "–"], ...choices.map((each) => [each, each] as const)]}
            onChoose={onChange}
          />
        ) : kind === "JSON" ? (
          <textarea
            {...common}
            rows={4}
            value={text}
            spellcheck={false}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ) : (
          <input
            {...common}
            value={text}
            autocomplete="off"
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
        <p id={`${id}-about`} class={issue === undefined ? "quiet" : "problem"}>
          {issue ?? schema.description}
        </p>
      </div>
    </div>
  );
}

function typesOf({ type, anyOf, enum: values }: Schema): readonly string[] {
  const own = [type ?? []].flat();
  const found = [...own, ...(anyOf ?? []).flatMap(typesOf), ...(values ?? []).map((each) => typeof each)];
  return [...new Set(found)].filter((each) => each !== "null");
}

function kindOf(schema: Schema): string {
  const types = typesOf(schema);
  if (types.includes("string")) return schema.format ?? "string";
  const [first] = types;
  return types.length === 1 && first !== undefined && !["object", "array"].includes(first) ? first : "JSON";
}

/** @throws {Error} If a text has to be JSON and is not. */
function jsonOf(schema: Schema, text: string): string {
  const kind = kindOf(schema);
  if (kind !== "JSON" && typesOf(schema).includes("string")) return JSON.stringify(text);
  try {
    readJson(text);
    return text;
  } catch {
    // The server says what is wrong with it.
    if (kind !== "JSON") return JSON.stringify(text);
    throw new Error(`Not JSON: ${text}`);
  }
}

/** In a query, texts have no quotes. */
function inQuery(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
