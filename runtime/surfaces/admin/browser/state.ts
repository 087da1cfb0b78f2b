import { signal } from "@preact/signals";
import type { ShownModel } from "../shown-model.js";
import { ask, token, viewAs } from "./api.js";

/** The model as the caller may see it. */
export const model = signal<ShownModel | undefined>(undefined);

/** What was done, or could not be done. Screen readers read it out. */
export const notice = signal("");

/** Whether the caller is known. A browser may have a cookie from before the page was loaded. */
export function isLoggedIn(): boolean {
  return token.value !== undefined || model.value?.caller.isAuthenticated === true;
}

/** Loads the model of the current caller. An answer for a former one is dropped. */
export async function loadModel(): Promise<void> {
  const { body } = await ask("api/schema");
  const shown = body as ShownModel;
  if (shown.viewedAs === (viewAs.value ?? null)) model.value = shown;
}
