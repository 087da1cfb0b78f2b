/** A problem, as an alert. Nothing if there is none. */
export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p role="alert" class="problem">
      {text}
    </p>
  );
}
