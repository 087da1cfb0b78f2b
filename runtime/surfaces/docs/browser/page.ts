import { ask } from "./ask.js";
import { showDocument, type ShownDocument } from "./swagger-ui.js";

/** The token is kept in this variable only: other pages of the server cannot read it, and a reload forgets it. */
let token: string | undefined;

const { tokens } = document.body.dataset;
const bar = part(".bar", HTMLElement);
const caller = part("#caller", HTMLElement);
const asMe = part("#as-me", HTMLInputElement);
const identify = part("#identify", HTMLButtonElement);
const forget = part("#forget", HTMLButtonElement);
const status = part("#status", HTMLElement);
const credentials = part("#credentials", HTMLElement);
const logIn = part("#log-in", HTMLFormElement);
const giveToken = part("#give-token", HTMLFormElement);
const place = part("#document", HTMLElement);

followColorScheme();
bar.hidden = tokens === "none";
logIn.hidden = tokens !== "log-in" && tokens !== "cookie";
if (tokens === "cookie") {
  // The browser may have a cookie already.
  forget.hidden = false;
  forget.textContent = "Log out";
}
identify.addEventListener("click", () => showCredentials(credentials.hidden !== false));
forget.addEventListener("click", () => {
  void forgetCaller();
});
asMe.addEventListener("change", () => void load());
giveToken.addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = valueOf(giveToken, "token").trim();
  const given = typed.replace(/^Bearer\s+/i, "");
  // A header cannot carry every letter (RFC 6750, 2.1).
  if (!/^[\w.~+/-]+=*$/.test(given)) {
    say("This is not a token: tokens have only ASCII letters, digits and -._~+/=.");
    return;
  }
  useToken(given);
  giveToken.reset();
  void load();
});
logIn.addEventListener("submit", (event) => {
  event.preventDefault();
  void logInAndLoad();
});
await load();

/** Loads the document as the caller sees it, and asks who the caller is if the server wants to know. */
async function load(): Promise<void> {
  say("Loading …");
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const answer = await ask(asMe.checked ? "openapi.json?as=me" : "openapi.json", { headers });
  if (answer.kind === "json") {
    showCredentials(false);
    say("");
    const shown = answer.json as ShownDocument;
    const title = shown.info?.title;
    if (typeof title === "string") document.title = title;
    showDocument(shown, { place, token, onLogIn });
    return;
  }
  place.replaceChildren();
  say(answer.reason);
  if (answer.kind === "denied") showCredentials(true);
}

async function logInAndLoad(): Promise<void> {
  const [username, password] = [valueOf(logIn, "username"), valueOf(logIn, "password")];
  say("Logging in …");
  const answer = await ask("auth/token", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  if (answer.kind !== "json") {
    say(answer.reason);
    return;
  }
  logIn.reset();
  // With a cookie there is no token.
  const { token: given } = answer.json as { readonly token?: string };
  useToken(given, username);
  await load();
}

async function forgetCaller(): Promise<void> {
  if (tokens === "cookie") await fetch("auth/sessions/current", { method: "DELETE" });
  useToken(undefined);
  await load();
}

/** @param name The caller's name, if it is known. */
function useToken(given: string | undefined, name?: string): void {
  token = given;
  caller.textContent = name === undefined ? "" : `Logged in as ${name}`;
  if (given !== undefined && name === undefined) caller.textContent = "With a token";
  const isKnown = given !== undefined || name !== undefined;
  forget.hidden = !isKnown && tokens !== "cookie";
  identify.textContent = isKnown ? "Log in as another" : "Log in";
}

function onLogIn(): void {
  showCredentials(true);
}

function showCredentials(isShown: boolean): void {
  credentials.hidden = !isShown;
  identify.setAttribute("aria-expanded", String(isShown));
  if (isShown) credentials.querySelector<HTMLInputElement>("form:not([hidden]) input")?.focus();
}

function say(text: string): void {
  status.textContent = text;
}

/** The viewer has a class for the dark scheme. */
function followColorScheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", follow);
  follow();
}

function valueOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

function part<E extends Element>(selector: string, kind: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return found;
}
