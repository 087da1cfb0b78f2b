import { styleText } from "node:util";

/** Colours of a terminal that shows them; `NO_COLOR` and `FORCE_COLOR` are respected. */
function style(
  format: Parameters<typeof styleText>[0],
  stream: NodeJS.WriteStream,
): (text: string) => string {
  return (text) => (stream.isTTY && stream.hasColors() ? styleText(format, text) : text);
}

export const bold = style("bold", process.stdout);
export const dim = style("dim", process.stdout);
export const green = style("green", process.stdout);
/** For the standard error. */
export const red = style("red", process.stderr);
