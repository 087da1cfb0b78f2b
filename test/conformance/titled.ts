const MAX_TITLE = 80;

/** Each item with a short title, for `it.each`. */
export function titled<T>(items: readonly T[]): [title: string, item: T][] {
  return items.map((item) => {
    const text = JSON.stringify(item);
    return [text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}… (${text.length})` : text, item];
  });
}
