import { live } from "data-api/client";
import { arrange, copyOf, find, onClick } from "./elements.js";
import { messageOf } from "./message-of.js";
import { api, onSession, session } from "./session.js";

/** How many messages are shown at first, and how many more each time. */
const TAKE = 5;
const shown = {
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
} as const;

/** The messages of a user, as long as the signal lets it. */
type Messages = (id: number, take: number, signal: AbortSignal) => AsyncIterable<readonly ShownMessage[]>;
type ShownMessage = Awaited<ReturnType<typeof findSent>>[number];
type Kind = "received" | "sent";

const section = find(HTMLElement, "#messages");
// A new message is shown as it comes. Only one list is live, because a browser opens six connections to a server without
// HTTP/2, for all windows together.
const showReceived = mailbox("received", (recipientid, take, signal) =>
  live(api, "message", { ...shown, where: { recipientid }, take, signal }),
);
/** Shows the newest messages that the user has sent. */
export const showSent = mailbox("sent", async function* (ownerid, take, signal) {
  yield await findSent(ownerid, take, signal);
});

async function findSent(ownerid: number, take: number, signal: AbortSignal) {
  return (await api.message.find({ ...shown, where: { ownerid }, take, signal })).items;
}

/** Shows the newest messages of the user. Guests have none. */
export function showMessages(): void {
  section.hidden = session() === null;
  void showReceived();
  void showSent();
}

/** @returns A function that shows the newest messages of one of the two lists. */
function mailbox(kind: Kind, messagesOf: Messages): () => Promise<void> {
  const box = find(HTMLElement, `#${kind}`);
  const list = find(HTMLUListElement, "ul", box);
  const more = find(HTMLButtonElement, ".more", box);
  const note = find(HTMLElement, ".note", box);
  /** What the next call ends, so that the messages of a former session are not shown. */
  let reading = new AbortController();
  let take = TAKE;
  let elements = new Map<number, HTMLElement>();

  const show = (messages: readonly ShownMessage[]) => {
    const before = elements;
    elements = new Map(
      messages.map((message) => {
        const element = before.get(message.id) ?? copyOf("#message");
        showMessage(element, message, kind);
        return [message.id, element];
      }),
    );
    arrange(list, [...elements.values()]);
  };
  const read = async () => {
    reading.abort();
    const { signal } = (reading = new AbortController());
    const user = session();
    if (user === null) {
      take = TAKE;
      show([]);
      return;
    }
    try {
      // One more, to know whether there are more.
      for await (const messages of messagesOf(user.id, take + 1, signal)) {
        show(messages.slice(0, take));
        more.hidden = messages.length <= take;
        find(HTMLElement, ".invitation", box).hidden = messages.length > 0;
        note.textContent = "";
      }
    } catch (error) {
      if (!signal.aborted) note.textContent = messageOf(error);
    }
  };
  onClick(more, () => {
    take += TAKE;
    return read();
  });
  return read;
}

function showMessage(element: HTMLElement, message: ShownMessage, kind: Kind): void {
  const { owner, recipient, item, isread } = message;
  const people = kind === "received" ? `From ${nameOf(owner)}` : `To ${nameOf(recipient)}`;
  find(HTMLElement, ".about", element).textContent = item ? `${people} about ${item.title}` : people;
  find(HTMLElement, ".text", element).textContent = message.text;
  const time = find(HTMLTimeElement, "time", element);
  const createdAt = new Date(message.createdat);
  time.dateTime = createdAt.toISOString();
  time.textContent = createdAt.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
  if (kind === "sent") return;
  // A new message is highlighted until its recipient has marked it as read, in whichever window.
  element.classList.toggle("is-new", !isread);
  const button = find(HTMLButtonElement, ".read", element);
  if (!isread) button.hidden = false;
  button.textContent = isread ? "Read" : "Mark as read";
  button.disabled = isread;
  button.onclick = () => void markAsRead(element, message);
}

function nameOf(user: { readonly username: string } | null | undefined): string {
  return user?.username ?? "a former user";
}

async function markAsRead(element: HTMLElement, message: ShownMessage): Promise<void> {
  const button = find(HTMLButtonElement, ".read", element);
  const alert = find(HTMLElement, ".alert", element);
  button.disabled = true;
  try {
    await api.message.update(message.id, { isread: true });
    alert.textContent = "";
    showMessage(element, { ...message, isread: true }, "received");
  } catch (error) {
    button.disabled = false;
    alert.textContent = messageOf(error);
  }
}

onSession(showMessages);
