import "./zod-settings.js";
import { newItemSchema } from "../src/api/item/item.schema.js";
import { newUserSchema } from "../src/api/user/user.schema.js";
import { find, onClick } from "./elements.js";
import { fill, onSubmit } from "./form.js";
import { showItems } from "./items.js";
import { api, logIn, onSession, session } from "./session.js";

const logInButton = find(HTMLButtonElement, "#log-in");
const logOutButton = find(HTMLButtonElement, "#log-out");
const offerButton = find(HTMLButtonElement, "#offer");

function showSession(): void {
  const user = session();
  find(HTMLElement, "#who").textContent = user?.username ?? "";
  logInButton.hidden = user !== null;
  logOutButton.hidden = offerButton.hidden = user === null;
}

/** Opens a dialog with an empty form. */
function opens(button: HTMLButtonElement, selector: string): HTMLDialogElement {
  const dialog = find(HTMLDialogElement, selector);
  onClick(button, () => {
    fill(find(HTMLFormElement, "form", dialog), {});
    dialog.showModal();
  });
  onClick(find(HTMLButtonElement, ".close", dialog), () => {
    dialog.close();
  });
  return dialog;
}

const sessionDialog = opens(logInButton, "#session-dialog");
onSubmit(find(HTMLFormElement, "#session-form"), {
  schema: newUserSchema.pick({ username: true, password: true }),
  empty: undefined,
  send: async ({ username, password }, button) => {
    if (button === "register") await api.auth.register({ username, password });
    await logIn(username, password);
    sessionDialog.close();
  },
});

const offerDialog = opens(offerButton, "#offer-dialog");
onSubmit(find(HTMLFormElement, "#offer-form"), {
  schema: newItemSchema,
  empty: undefined,
  send: async (item) => {
    await api.item.create(item);
    offerDialog.close();
    await showItems();
  },
});

onClick(logOutButton, () => {
  api.auth.forget();
});
onSession(showSession);
showSession();
await showItems();
