import { useState } from "preact/hooks";
import type { ShownField, ShownModel, ShownRelation } from "../shown-model.js";
import { Button, Select } from "./controls.js";
import { Picker } from "./picker.js";
import { entityNamed, isLong, isText, labelOf, textOf, type Text } from "./values.js";

interface Props {
  readonly id: string;
  readonly field: ShownField;
  readonly value: Text;
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
  readonly isInGrid?: boolean;
  /** What no value is called: "null", unless it is hidden, or left out of what is sent. */
  readonly none?: string;
  readonly label?: string;
  readonly onChange: (value: Text) => void;
}

const HINTS: Readonly<Record<string, string>> = {
  datetime: "2024-02-29T12:00:00.000Z",
  time: "13:45:30",
  duration: "P1Y2M3DT4H5M6S",
  date: "2024-02-29",
  uuid: "00000000-0000-4000-8000-000000000000",
  bytes: "base64, such as AP8=",
  list: '["a","b"]',
  json: '{"a":1}',
};

/** What a value of the field looks like, if that is not plain. */
export function hintOf({ type, zone }: Pick<ShownField, "type" | "zone">): string | undefined {
  if (type === "datetime" && zone === "none") return "2024-02-29T12:00:00.000";
  if (type === "datetime" && zone === "offset") return "2024-02-29T14:00:00.000+02:00";
  return HINTS[type];
}

const INPUT_MODES: Readonly<Record<string, "numeric" | "decimal">> = {
  int: "numeric",
  year: "numeric",
  float: "decimal",
  decimal: "decimal",
};

/**
 * The input of a field. It holds the exact text of a value: no number becomes a double on the way. Null is another value
 * than an empty text.
 */
export function Editor({
  id,
  field,
  value,
  describedBy,
  isInvalid = false,
  isInGrid = false,
  none = "null",
  label,
  onChange,
}: Props) {
  const common = {
    id,
    "aria-describedby": describedBy,
    "aria-invalid": isInvalid,
    "aria-label": label,
    class: value === null ? "is-null" : undefined,
  } as const;
  const change = (text: string) => onChange(text === "" && !isText(field) ? null : text);
  const choices =
    field.type === "boolean" ? ["true", "false"] : field.values?.map((each) => textOf(field, each) ?? "");
  if (choices !== undefined && field.type !== "list") {
    const unlisted = value === null || choices.includes(value) ? [] : [value];
    return (
      <Select
        {...common}
        value={value ?? "\0"}
        choices={[
          ...(field.isNullable || value === null ? [["\0", none] as const] : []),
          ...[...unlisted, ...choices].map((each) => [each, each] as const),
        ]}
        onChoose={(chosen) => onChange(chosen === "\0" ? null : chosen)}
      />
    );
  }
  const placeholder = value === null ? none + hint(field) : value === "" ? "empty" : undefined;
  // An input of one line would lose line breaks.
  if ((isLong(field) || /[\r\n]/.test(value ?? "")) && !isInGrid) {
    // A text area has line feeds only (HTML, 4.10.11), and moves the cursor if it is given others.
    const lineEnd = value?.includes("\r\n") === true ? "\r\n" : "\n";
    const shown = (value ?? "").replaceAll(/\r\n?/g, "\n");
    return (
      <textarea
        {...common}
        rows={Math.min(12, Math.max(3, shown.split("\n").length + 1))}
        placeholder={placeholder}
        value={shown}
        spellcheck={field.type === "text"}
        onInput={({ currentTarget }) => change(currentTarget.value.replaceAll("\n", lineEnd))}
      />
    );
  }
  return (
    <input
      {...common}
      {...(field.type === "secret"
        ? { type: "password", autocomplete: "new-password" }
        : { type: "text", autocomplete: "off" })}
      inputMode={INPUT_MODES[field.type]}
      placeholder={placeholder}
      value={value ?? ""}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

function hint(field: ShownField): string {
  const text = hintOf(field);
  return text === undefined ? "" : ` · ${text}`;
}

interface KeyProps extends Props {
  readonly model: ShownModel;
  readonly relation: ShownRelation;
}

/** The input of a foreign key, with a way to find the record that it leads to. */
export function KeyEditor({ model, relation, ...props }: KeyProps) {
  const [isOpen, setOpen] = useState(false);
  const target = entityNamed(model, relation.target);
  return (
    <span class="with-button">
      <Editor {...props} />
      {target?.may.read === true && (
        <Button aria-label={`Choose … ${labelOf(props.field)}`} onClick={() => setOpen(true)}>
          Choose …
        </Button>
      )}
      {isOpen && target !== undefined && (
        <Picker
          entity={target}
          onPick={(row) => {
            setOpen(false);
            const [key = ""] = relation.targetFields;
            props.onChange(textOf({ type: "string" }, row[key]));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}
