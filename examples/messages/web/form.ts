import { ClientError, describeIssues } from "data-api/client";
import { checkBody, type InputIssue, type z } from "data-api/schema";
import { find } from "./elements.js";
import { messageOf } from "./message-of.js";

interface Sending<S extends z.ZodType> {
  /** The schema of the body: the same one that the server has. */
  readonly schema: S;
  /** What empty fields are: left out of a create, null in an update. */
  readonly empty: null | undefined;
  /** The members of the body that have no field in the form. */
  readonly also?: Readonly<Record<string, unknown>>;
  readonly send: (body: z.input<S>) => Promise<void>;
}

/** Sends a form if its schema finds no mistake, and shows the mistakes that the schema or the server finds. */
export function onSubmit<S extends z.ZodType>(form: HTMLFormElement, sending: Sending<S>): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(form, sending, event.submitter);
  });
}

async function submit<S extends z.ZodType>(
  form: HTMLFormElement,
  { schema, empty, also, send }: Sending<S>,
  submitter: HTMLElement | null,
): Promise<void> {
  const button = submitter instanceof HTMLButtonElement ? submitter : find(HTMLButtonElement, "button", form);
  const body = { ...valuesOf(form, empty), ...also };
  const issues = await checkBody(schema, body);
  showMistakes(form, issues);
  if (issues.length > 0) return;
  button.disabled = true;
  try {
    await send(body as z.input<S>);
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    showMistakes(form, error.errors, error.errors.length === 0 ? messageOf(error) : "");
  } finally {
    button.disabled = false;
    // A disabled button loses the focus.
    if (document.activeElement === document.body) button.focus();
  }
}

function fieldsOf(form: HTMLFormElement): readonly (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
}

function valuesOf(form: HTMLFormElement, empty: null | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fieldsOf(form).map((field) => {
      const isBox = field instanceof HTMLInputElement && field.type === "checkbox";
      return [field.name, isBox ? field.checked : field.value === "" ? empty : field.value];
    }),
  );
}

/** Fills in the members of a record. */
export function fill(form: HTMLFormElement, record: object): void {
  showMistakes(form, []);
  for (const field of fieldsOf(form)) {
    const value: unknown = Reflect.get(record, field.name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === true;
    else field.value = typeof value === "string" ? value : "";
  }
}

/** Shows each mistake at its field, and the others above the buttons. */
function showMistakes(form: HTMLFormElement, found: readonly InputIssue[], detail = ""): void {
  const fields = fieldsOf(form);
  const labels = Object.fromEntries(fields.map((field) => [field.name, labelOf(field)]));
  // What a text field holds is text, unless it is empty.
  const issues = describeIssues(found, { labels, messages: { "wrong-type/string": "{label} is required." } });
  const others = issues.filter(({ path }) => !fields.some(({ name }) => name === path));
  find(HTMLElement, ".alert", form).textContent = [detail, ...others.map(({ message }) => message)].join(" ");
  for (const field of fields) {
    const messages = issues.filter(({ path }) => path === field.name).map(({ message }) => message);
    showAt(field, messages.join(" "));
  }
  fields.find((field) => field.ariaInvalid === "true")?.focus();
}

function labelOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  return field.labels?.[0]?.textContent.trim() ?? field.name;
}

let errors = 0;

function showAt(field: HTMLElement, message: string): void {
  const place = field.closest(".field");
  const hint = place?.querySelector(".hint")?.id;
  place?.querySelector(".error")?.remove();
  field.ariaInvalid = message === "" ? null : "true";
  describeBy(field, hint);
  if (message === "") return;
  const error = document.createElement("span");
  error.className = "error";
  error.id = `error-${++errors}`;
  error.textContent = message;
  describeBy(field, error.id, hint);
  place?.querySelector("label")?.after(error);
}

/** What a screen reader says after the label of a field. */
function describeBy(field: HTMLElement, ...texts: readonly (string | undefined)[]): void {
  const ids = texts.filter((id) => id !== undefined);
  if (ids.length === 0) field.removeAttribute("aria-describedby");
  else field.setAttribute("aria-describedby", ids.join(" "));
}
