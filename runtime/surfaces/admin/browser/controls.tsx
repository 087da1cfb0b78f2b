import type { ComponentProps } from "preact";

/** A button that does not send the form around it. */
export function Button(props: ComponentProps<"button">) {
  return <button type="button" {...props} />;
}

type Attribute = "id" | "class" | "value" | "aria-label" | "aria-describedby" | "aria-invalid";

interface SelectProps extends Pick<ComponentProps<"select">, Attribute> {
  /** Each value with its words. */
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string) => void;
}

export function Select({ choices, onChoose, ...props }: SelectProps) {
  return (
    <select {...props} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** A problem, as an alert. Nothing if there is none. */
export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p role="alert" class="problem">
      {text}
    </p>
  );
}
