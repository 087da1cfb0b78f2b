/** Decimal numbers as their texts, added without rounding. */
export function sum(texts: readonly string[]): string {
  const digits = Math.max(0, ...texts.map((text) => decimalsOf(text)));
  const total = texts.reduce((whole, text) => whole + scaled(text, digits), 0n);
  const negative = total < 0n;
  const padded = String(negative ? -total : total).padStart(digits + 1, "0");
  const cut = padded.length - digits;
  const text = digits === 0 ? padded : `${padded.slice(0, cut)}.${padded.slice(cut)}`.replace(/\.?0+$/, "");
  return negative ? `-${text}` : text;
}

function decimalsOf(text: string): number {
  return plain(text).split(".")[1]?.length ?? 0;
}

function scaled(text: string, digits: number): bigint {
  const [whole = "0", decimals = ""] = plain(text).split(".");
  return BigInt(whole.replace(/^(-?)$/, "$10") + decimals.padEnd(digits, "0"));
}

/** Without an exponent, which sums of floats may have. */
function plain(text: string): string {
  const [, sign = "", whole = "", decimals = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d+)$/i.exec(text) ?? [];
  if (exponent === undefined) return text;
  const point = whole.length + Number(exponent);
  const digits = (whole + decimals).padStart(whole.length + decimals.length + Math.max(0, -point), "0");
  const at = Math.max(0, point);
  return `${sign}${digits.slice(0, at).padEnd(at, "0")}.${digits.slice(at)}`;
}
