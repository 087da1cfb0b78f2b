import { useEffect, useState } from "preact/hooks";
import type { ShownEntity } from "../shown-model.js";
import { fromText, operatorsOf, toText, type Comparison } from "./conditions.js";
import { Editor } from "./editor.js";
import { Button, Problem, Select } from "./controls.js";
import { fieldNamed, labelOf, plainText } from "./values.js";

interface Props {
  readonly entity: ShownEntity;
  readonly where: string;
  readonly problem: string | undefined;
  readonly onChange: (where: string) => void;
}

/** The filter of a list: lines to choose from, or the text of the condition. Each shows what the other says. */
export function Filter({ entity, where, problem, onChange }: Props) {
  const [text, setText] = useState(where);
  const [isText, setIsText] = useState(false);
  const [lines, setLines] = useState<readonly Comparison[]>(fromText(where, entity) ?? []);
  useEffect(() => {
    setText(where);
    const read = fromText(where, entity);
    if (read === undefined) setIsText(true);
    else if (toText(lines) !== where) setLines(read);
  }, [where, entity]);
  const usable = entity.fields.filter((field) => operatorsOf(field).length > 0);
  const change = (next: readonly Comparison[]) => {
    setLines(next);
    setText(toText(next));
  };
  const apply = (event: Event) => {
    event.preventDefault();
    onChange(text.trim());
  };
  const isSimple = fromText(text, entity) !== undefined;
  const [first] = usable;
  return (
    <form class="filter" onSubmit={apply} aria-label="Filter">
      {isText ? (
        <label class="grow">
          <span class="hidden">Condition</span>
          <input
            value={text}
            placeholder={`Condition, such as ${first?.name ?? "id"}=…`}
            spellcheck={false}
            aria-invalid={problem !== undefined}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
      ) : (
        <div class="grow">
          {lines.map((line, index) => {
            const field = fieldNamed(entity, line.field);
            const replace = (changes: Partial<Comparison>) =>
              change(lines.map((each, at) => (at === index ? { ...each, ...changes } : each)));
            return (
              <div class="comparison" key={index}>
                <Select
                  aria-label="Field"
                  value={line.field}
                  choices={usable.map((each) => [each.name, labelOf(each)])}
                  onChoose={(value) => {
                    const next = fieldNamed(entity, value);
                    const operators = next === undefined ? [] : operatorsOf(next);
                    const keeps = operators.some(([each]) => each === line.operator);
                    replace({
                      field: value,
                      operator: keeps ? line.operator : (operators[0]?.[0] ?? "="),
                      value: next === undefined ? "" : firstValue(next),
                    });
                  }}
                />
                <Select
                  aria-label="Comparison"
                  value={line.operator}
                  choices={field === undefined ? [] : operatorsOf(field)}
                  onChoose={(operator) =>
                    replace({ operator, value: operator.endsWith("null") ? null : (line.value ?? "") })
                  }
                />
                {field !== undefined && !line.operator.endsWith("null") && (
                  <Editor
                    id={`filter-${index}`}
                    label="Value"
                    field={{
                      ...field,
                      isNullable: false,
                      type: field.type === "list" ? "string" : field.type,
                      maxLength: 0,
                    }}
                    isInGrid
                    value={line.value ?? ""}
                    onChange={(value) => replace({ value: value ?? "" })}
                  />
                )}
                <Button
                  class="plain"
                  aria-label="Take this line out"
                  onClick={() => {
                    change(lines.filter((_, at) => at !== index));
                    onChange(toText(lines.filter((_, at) => at !== index)));
                  }}
                >
                  ✕
                </Button>
              </div>
            );
          })}
          {first !== undefined && (
            <Button
              onClick={() => {
                const [operator] = operatorsOf(first)[0] ?? ["="];
                change([
                  ...lines,
                  {
                    field: first.name,
                    operator,
                    value: operator.endsWith("null") ? null : firstValue(first),
                  },
                ]);
              }}
            >
              {lines.length === 0 ? "Filter …" : "And …"}
            </Button>
          )}
        </div>
      )}
      {(isText || lines.length > 0) && <button>Apply</button>}
      <Button
        class="plain"
        aria-pressed={isText}
        disabled={isText && !isSimple}
        title={isText && !isSimple ? "This condition says more than lines can show." : undefined}
        onClick={() => {
          if (isText) setLines(fromText(text, entity) ?? []);
          setIsText(!isText);
        }}
      >
        {isText ? "As lines" : "As text"}
      </Button>
      <Problem text={problem} />
    </form>
  );
}

/** A list of choices begins with its first one, as it shows it. */
function firstValue({
  type,
  values,
}: {
  readonly type: string;
  readonly values?: readonly unknown[];
}): string {
  return type === "boolean" ? "true" : plainText(values?.[0] ?? "");
}
