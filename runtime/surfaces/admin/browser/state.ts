import { signal } from "@preact/signals";
import type { ShownModel } from "../shown-model.js";
import { ask, viewAs } from "./api.js";

/** The model as the caller may see it. */
export const model = signal<ShownModel | undefined>(undefined);

/** What was done, or could not be done. Screen readers read it out. */
export const notice = signal("");

/** Loads the model of the current caller. An answer for a former one is dropped. */
export async function loadModel(): Promise<void> {
  const { body } = await ask("api/schema");
  const shown = body as ShownModel;
  if (shown.viewedAs === (viewAs.value ?? null)) model.value = shown;
}
