import { ApiError } from "../errors/api-error.js";
import { problem, type ConfigProblem } from "../errors/config-error.js";
import type { Entity, Model, Webhook } from "../model/model.js";
import { parseSelect } from "../read/parse-select.js";
import { planRecord } from "../read/read-plan.js";

/** The mistakes in the `select` of webhooks. They are found by planning the reads, for which the Model is needed. */
export function checkSelects({ webhooks, entitiesByName }: Model): readonly ConfigProblem[] {
  return (webhooks?.hooks ?? []).flatMap(({ select, events }: Webhook, index) => {
    if (select === undefined) return [];
    return [...events.keys()].flatMap((name) => {
      const entity = entitiesByName.get(name.toLowerCase());
      const mistake = entity === undefined ? undefined : selectMistake(select, entity);
      return mistake === undefined ? [] : [problem(`webhooks.${index}.select`, `of "${name}": ${mistake}`)];
    });
  });
}

function selectMistake(select: string, entity: Entity): string | undefined {
  try {
    planRecord(entity, { select: parseSelect(select) }, undefined);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
