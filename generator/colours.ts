import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/**
 * Styles a text for a terminal. Elsewhere it stays plain, and also if the variable NO_COLOR is set
 * (https://no-color.org), which `hasColors` checks.
 */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return stream.isTTY && stream.hasColors() ? styleText(style, text) : text;
}
