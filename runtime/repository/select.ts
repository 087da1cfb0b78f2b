import type { Caller } from "../access/caller.js";
import type { Rights } from "../access/rights.js";
import type { Selection } from "../database/selection.js";
import { readableFields } from "../model/fields.js";
import type { Entity, Model } from "../model/model.js";

export function plainSelection(entity: Entity): Selection {
  return { fields: readableFields(entity), guards: [], references: [], links: [] };
}

export function selectionOf(entity: Entity, _model: Model, _caller?: Caller, rights?: Rights): Selection {
  const fields = readableFields(entity).filter(({ name }) => rights?.members?.has(name) ?? true);
  return { fields, guards: [], references: [], links: [] };
}

export function givesPlainRecords(selection: Selection, entity: Entity): boolean {
  return selection.fields.length === readableFields(entity).length;
}
