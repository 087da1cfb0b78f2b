import { useState } from "preact/hooks";
import { stringify } from "lossless-json";
import type { ShownEntity } from "../shown-model.js";
import { readJson } from "./api.js";
import { Button } from "./controls.js";
import { Picker } from "./picker.js";
import { linkToRecord } from "./route.js";
import { idOf, titleOf, type Row, plainText } from "./values.js";

interface Props {
  readonly target: ShownEntity;
  /** The ids, as JSON. */
  readonly value: string;
  /** Records of the list that are known by name. */
  readonly known: readonly Row[];
  readonly mayChange: boolean;
  readonly onChange: (value: string) => void;
}

/** A many-to-many list: its records, each with a way to take it out, and a way to add one. */
export function LinkEditor({ target, value, known, mayChange, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly Row[]>([]);
  const [key = ""] = target.keys;
  const ids = readJson(value) as readonly unknown[];
  const change = (next: readonly unknown[]) => onChange(stringify(next) ?? "[]");
  const rowOf = (id: unknown): Row =>
    [...known, ...picked].find((row) => plainText(row[key]) === plainText(id)) ?? { [key]: id };
  return (
    <div class="chips">
      {ids.length === 0 && <span class="quiet">none</span>}
      {ids.map((each) => {
        const row = rowOf(each);
        const id = target.may.read ? idOf(target, row) : undefined;
        const title = titleOf(target, row);
        return (
          <span class="chip" key={plainText(each)}>
            {id !== undefined ? <a href={linkToRecord(target.name, id)}>{title}</a> : title}
            {mayChange && (
              <Button
                class="plain"
                aria-label={`Take out ${title}`}
                onClick={() => change(ids.filter((other) => other !== each))}
              >
                ✕
              </Button>
            )}
          </span>
        );
      })}
      {mayChange && <Button onClick={() => setOpen(true)}>Add …</Button>}
      {isOpen && (
        <Picker
          entity={target}
          onPick={(row) => {
            setOpen(false);
            setPicked([...picked, row]);
            if (!ids.some((id) => plainText(id) === plainText(row[key]))) change([...ids, row[key]]);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
