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

/** Gives a list these elements, in their order. Those that are in their place stay, with the focus. */
export function arrange(list: HTMLElement, elements: readonly HTMLElement[]): void {
  for (const child of [...list.children]) if (!elements.some((element) => element === child)) child.remove();
  for (const [index, element] of elements.entries())
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
}

/** Calls an asynchronous function on each click. */
export function onClick(button: HTMLButtonElement, act: () => void | Promise<void>): void {
  button.addEventListener("click", () => void act());
}
