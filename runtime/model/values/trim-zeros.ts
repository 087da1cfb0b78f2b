/** A text without the zeros at its end. A regular expression for them would take quadratic time. */
export function trimZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === "0") end--;
  return text.slice(0, end);
}
