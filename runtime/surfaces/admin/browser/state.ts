import { signal } from "@preact/signals";
import type { ShownModel } from "../shown-model.js";
import { ask } from "./api.js";

/** The model as the caller may see it. */
export const model = signal<ShownModel | undefined>(undefined);

/** What was done, or could not be done. Screen readers read it out. */
export const notice = signal("");

/** Loads the model anew, as it is for the caller of now. */
export async function loadModel(): Promise<void> {
  const { body } = await ask("api/schema");
  model.value = body as ShownModel;
}
