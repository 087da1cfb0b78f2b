import { find, onClick } from "./elements.js";
import { itemCard } from "./item-card.js";
import { messageOf } from "./message-of.js";
import { api, onSession, session } from "./session.js";

/** How many items a request reads. */
const TAKE = 9;
const shown = { id: true, title: true, price: true, issold: true, ownerid: true } as const;

const list = find(HTMLUListElement, "#items");
const more = find(HTMLButtonElement, "#more");
const search = find(HTMLInputElement, "#text");
const status = find(HTMLElement, "#status");
const invitation = find(HTMLElement, "#no-items");

/** The reads that the next search ends. */
let reading = new AbortController();
let next: string | undefined;

/** Shows the newest items that match the search. */
export async function showItems(): Promise<void> {
  next = undefined;
  await readPage(true);
}

async function readPage(isFirst: boolean): Promise<void> {
  reading.abort();
  const { signal } = (reading = new AbortController());
  try {
    const page = await findItems(signal);
    const cards = page.items.map(itemCard);
    if (isFirst) list.replaceChildren(...cards);
    else list.append(...cards);
    next = page.next;
    more.hidden = next === undefined;
    status.classList.remove("error");
    const shownCount = list.childElementCount;
    status.textContent = shownCount === 0 ? "No items" : `${shownCount} of ${page.count ?? 0} items`;
    invite(shownCount === 0);
    if (!isFirst) cards[0]?.scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (signal.aborted) return;
    status.textContent = messageOf(error);
    status.classList.add("error");
    invitation.hidden = true;
  }
}

/** In place of an empty list: what to do about it. */
function invite(isEmpty: boolean): void {
  const text = search.value.trim();
  const isGuest = session() === null;
  const hint = isGuest ? "Register, and offer the first item." : "The first item could be yours.";
  invitation.hidden = !isEmpty;
  find(HTMLElement, "#guest-hint").hidden = isEmpty || !isGuest;
  find(HTMLElement, "p", invitation).textContent =
    text === "" ? `Nothing is offered yet. ${hint}` : `No title contains "${text}". Search for another word.`;
  find(HTMLElement, "#first-register", invitation).hidden = text !== "" || !isGuest;
  find(HTMLElement, "#first-offer", invitation).hidden = text !== "" || isGuest;
}

async function findItems(signal: AbortSignal) {
  const text = search.value.trim();
  const page = {
    where: text === "" ? undefined : { title: { contains: text, ignoreCase: true } },
    orderBy: "~id",
    take: TAKE,
    after: next,
    count: true,
    signal,
  } as const;
  // Guests may not read users.
  return session() === null
    ? api.item.find({ ...page, select: shown })
    : api.item.find({ ...page, select: { ...shown, owner: { username: true, city: true } } });
}

/** Waits until nothing has been typed for a moment. */
let typing: ReturnType<typeof setTimeout> | undefined;
search.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => void showItems(), 200);
});
find(HTMLFormElement, "#search").addEventListener("submit", (event) => {
  event.preventDefault();
});
onClick(more, () => readPage(false));
onSession(() => {
  // The cards show what the former session could read and do.
  list.replaceChildren();
  void showItems();
});
