import "./zod-settings.js";
import { newItemSchema } from "../src/api/item/item.schema.js";
import { newUserSchema } from "../src/api/user/user.schema.js";
import { find, onClick } from "./elements.js";
import { fill, onSubmit } from "./form.js";
import { showItems } from "./items.js";
import { showMessages } from "./messages.js";
import { api, logIn, onSession, session } from "./session.js";

const logInButton = find(HTMLButtonElement, "#log-in");
const registerButton = find(HTMLButtonElement, "#register");
const logOutButton = find(HTMLButtonElement, "#log-out");
const offerButton = find(HTMLButtonElement, "#offer");
const toMessages = find(HTMLAnchorElement, "#to-messages");

function showSession(): void {
  const user = session();
  find(HTMLElement, "#who").textContent = user?.username ?? "";
  logInButton.hidden = registerButton.hidden = user !== null;
  logOutButton.hidden = offerButton.hidden = toMessages.hidden = user === null;
}

/** Makes buttons open a dialog with an empty form. */
function opens(buttons: readonly HTMLButtonElement[], selector: string): HTMLDialogElement {
  const dialog = find(HTMLDialogElement, selector);
  for (const button of buttons)
    onClick(button, () => {
      fill(find(HTMLFormElement, "form", dialog), {});
      dialog.showModal();
    });
  onClick(find(HTMLButtonElement, ".close", dialog), () => {
    dialog.close();
  });
  return dialog;
}

/** The button that has opened the dialog is gone, so that the focus goes to the next one. */
function closeLoggedIn(dialog: HTMLDialogElement): void {
  dialog.close();
  offerButton.focus();
}

const logInDialog = opens([logInButton], "#log-in-dialog");
onSubmit(find(HTMLFormElement, "#log-in-form"), {
  schema: newUserSchema.pick({ username: true, password: true }),
  empty: undefined,
  send: async ({ username, password }) => {
    await logIn(username, password);
    closeLoggedIn(logInDialog);
  },
});

const registerDialog = opens(
  [registerButton, find(HTMLButtonElement, "#first-register")],
  "#register-dialog",
);
onSubmit(find(HTMLFormElement, "#register-form"), {
  schema: newUserSchema.pick({ username: true, password: true, city: true }),
  empty: undefined,
  send: async (user) => {
    await api.auth.register(user);
    await logIn(user.username, user.password);
    closeLoggedIn(registerDialog);
  },
});

const offerDialog = opens([offerButton, find(HTMLButtonElement, "#first-offer")], "#offer-dialog");
onSubmit(find(HTMLFormElement, "#offer-form"), {
  schema: newItemSchema,
  empty: undefined,
  send: async (item) => {
    await api.item.create(item);
    offerDialog.close();
    offerButton.focus();
    await showItems();
  },
});

onClick(logOutButton, () => {
  api.auth.forget();
  logInButton.focus();
});
onSession(showSession);
showSession();
showMessages();
await showItems();
