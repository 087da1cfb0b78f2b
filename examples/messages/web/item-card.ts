import { ClientError } from "data-api/client";
import { itemChangesSchema, type Item } from "../src/api/item/item.schema.js";
import { newMessageSchema } from "../src/api/message/message.schema.js";
import { copyOf, find, onClick } from "./elements.js";
import { fill, onSubmit } from "./form.js";
import { messageOf } from "./message-of.js";
import { showSent } from "./messages.js";
import { api, session } from "./session.js";

/** What a card shows of an item. */
export type ShownItem = Pick<Item, "id" | "title" | "price" | "issold" | "ownerid"> & {
  readonly owner?: { readonly username: string; readonly city: string | null } | null;
};

export function itemCard(item: ShownItem): HTMLElement {
  const card = copyOf("#item");
  const isOwn = item.ownerid === session()?.id;
  show(card, item);
  if (session() === null) return card;
  find(HTMLElement, isOwn ? ".edit" : ".ask", card).hidden = false;
  if (isOwn) makeEditable(card, item);
  else takeMessages(card, item);
  return card;
}

function show(card: HTMLElement, { title, price, issold, owner }: ShownItem): void {
  find(HTMLElement, ".title", card).textContent = title;
  find(HTMLElement, ".price", card).textContent = Number(price).toFixed(2);
  const seller = owner ? [owner.username, owner.city ?? []].flat().join(", ") : "";
  find(HTMLElement, ".seller", card).textContent = [issold ? "Sold" : [], seller || []].flat().join(" · ");
  card.classList.toggle("is-sold", issold);
}

/** Shows a change before the server has answered, and takes it back if the server refuses it. */
function makeEditable(card: HTMLElement, { id, owner }: ShownItem): void {
  const form = openedBy(card, ".edit", ".edit-form");
  let known: ShownItem | undefined;
  const showAgain = (item: ShownItem) => {
    show(card, { ...item, ...(owner && { owner }) });
  };
  const read = async () => {
    // With its version, which the update is for.
    known = await api.item.findById(id);
    if (known === undefined) card.remove();
    else showAgain(known);
    return known;
  };
  onClick(find(HTMLButtonElement, ".edit", card), async () => {
    try {
      const item = await read();
      if (item !== undefined) form.open(item);
    } catch (error) {
      note(card, messageOf(error));
    }
  });
  onSubmit(form.element, {
    schema: itemChangesSchema,
    empty: null,
    send: async (changes) => {
      const before = known;
      if (before === undefined) return;
      showAgain({ ...before, ...(changes as Partial<ShownItem>) });
      form.close("Saving …");
      try {
        known = await api.item.update(id, changes, { ifMatch: before });
        note(card, "Saved.");
      } catch (error) {
        showAgain(before);
        note(card, "");
        if (error instanceof ClientError && error.code === "precondition-failed") {
          await read();
          note(card, "Not saved: the item has changed meanwhile. This is the newer version.");
          return;
        }
        form.show();
        throw error;
      }
    },
  });
}

function takeMessages(card: HTMLElement, { id, ownerid }: ShownItem): void {
  const form = openedBy(card, ".ask", ".ask-form");
  onClick(find(HTMLButtonElement, ".ask", card), () => {
    form.open({});
  });
  onSubmit(form.element, {
    schema: newMessageSchema,
    empty: undefined,
    also: { itemid: id, recipientid: ownerid },
    send: async (message) => {
      await api.message.create(message);
      form.close("Sent.");
      await showSent();
    },
  });
}

/** A form of a card, which hides the card's buttons while it is open. */
function openedBy(card: HTMLElement, button: string, selector: string) {
  const element = find(HTMLFormElement, selector, card);
  const opener = find(HTMLButtonElement, button, card);
  const form = {
    element,
    show: () => {
      element.hidden = false;
      opener.hidden = true;
    },
    open: (record: object) => {
      note(card, "");
      fill(element, record);
      form.show();
      find(HTMLElement, "input, textarea", element).focus();
    },
    close: (said = "") => {
      element.hidden = true;
      opener.hidden = false;
      opener.focus();
      note(card, said);
    },
  };
  onClick(find(HTMLButtonElement, ".close", element), () => {
    form.close();
  });
  element.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") form.close();
  });
  return form;
}

function note(card: HTMLElement, text: string): void {
  find(HTMLElement, ".note", card).textContent = text;
}
