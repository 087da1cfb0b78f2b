import { copyOf, find, onClick } from "./elements.js";
import { messageOf } from "./message-of.js";
import { api, onSession, session } from "./session.js";

/** How many messages a request reads. */
const TAKE = 5;

const section = find(HTMLElement, "#messages");
const boxes = [mailbox("received"), mailbox("sent")];

/** Shows the newest messages that the user has received and sent. Guests have none. */
export async function showMessages(): Promise<void> {
  section.hidden = session() === null;
  await Promise.all(boxes.map((show) => show()));
}

/** @returns A function that shows the newest messages of one of the two lists. */
function mailbox(kind: "received" | "sent"): () => Promise<void> {
  const box = find(HTMLElement, `#${kind}`);
  const list = find(HTMLUListElement, "ul", box);
  const more = find(HTMLButtonElement, ".more", box);
  const note = find(HTMLElement, ".note", box);
  /** The read that the next one ends, so that the messages of a former session are not shown. */
  let reading = new AbortController();
  let next: string | undefined;

  const readPage = async (isFirst: boolean) => {
    reading.abort();
    const { signal } = (reading = new AbortController());
    const user = session();
    if (user === null) {
      list.replaceChildren();
      return;
    }
    try {
      const page = await findMessages(kind === "received" ? { recipientid: user.id } : { ownerid: user.id }, {
        after: isFirst ? undefined : next,
        signal,
      });
      const shown = page.items.map((message) => messageElement(message, kind));
      if (isFirst) list.replaceChildren(...shown);
      else list.append(...shown);
      next = page.next;
      more.hidden = next === undefined;
      find(HTMLElement, ".invitation", box).hidden = list.childElementCount > 0;
      note.textContent = "";
    } catch (error) {
      if (!signal.aborted) note.textContent = messageOf(error);
    }
  };
  onClick(more, () => readPage(false));
  return () => readPage(true);
}

type ShownMessage = Awaited<ReturnType<typeof findMessages>>["items"][number];

function findMessages(
  where: { readonly recipientid: number } | { readonly ownerid: number },
  page: { readonly after: string | undefined; readonly signal: AbortSignal },
) {
  return api.message.find({
    ...page,
    where,
    select: {
      id: true,
      text: true,
      isread: true,
      createdat: true,
      owner: { username: true },
      recipient: { username: true },
      item: { title: true },
    },
    orderBy: "~id",
    take: TAKE,
  });
}

function messageElement(message: ShownMessage, kind: "received" | "sent"): HTMLElement {
  const element = copyOf("#message");
  const { owner, recipient, item } = message;
  const people = kind === "received" ? `From ${nameOf(owner)}` : `To ${nameOf(recipient)}`;
  find(HTMLElement, ".about", element).textContent = item ? `${people} about ${item.title}` : people;
  find(HTMLElement, ".text", element).textContent = message.text;
  const time = find(HTMLTimeElement, "time", element);
  const createdAt = new Date(message.createdat);
  time.dateTime = createdAt.toISOString();
  time.textContent = createdAt.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
  if (kind === "received" && !message.isread) makeReadable(element, message.id);
  return element;
}

function nameOf(user: { readonly username: string } | null | undefined): string {
  return user?.username ?? "a former user";
}

/** Highlights a new message until its recipient has marked it as read. */
function makeReadable(element: HTMLElement, id: number): void {
  const button = find(HTMLButtonElement, ".read", element);
  element.classList.add("is-new");
  button.hidden = false;
  onClick(button, async () => {
    button.disabled = true;
    try {
      await api.message.update(id, { isread: true });
      find(HTMLElement, ".alert", element).textContent = "";
      element.classList.remove("is-new");
      button.textContent = "Read";
    } catch (error) {
      button.disabled = false;
      find(HTMLElement, ".alert", element).textContent = messageOf(error);
    }
  });
}

onSession(() => void showMessages());
