/** The element that the page has there. @throws {Error} If it has none. */
export function find<E extends Element>(
  type: new () => E,
  selector: string,
  parent: ParentNode = document,
): E {
  const element = parent.querySelector(selector);
  if (element instanceof type) return element;
  throw new Error(`The page has no "${selector}".`);
}

/** A copy of the first element of a template. */
export function copyOf(template: string): HTMLElement {
  const { content } = find(HTMLTemplateElement, template);
  return find(HTMLElement, "*", content.cloneNode(true) as DocumentFragment);
}

/** Calls an asynchronous function on each click. */
export function onClick(button: HTMLButtonElement, act: () => void | Promise<void>): void {
  button.addEventListener("click", () => void act());
}
