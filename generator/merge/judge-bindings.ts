import { bindingsById, type Binding, type Import } from "./imports.js";
import type { Warning } from "./merge-result.js";

/** What the rest of the merged file needs of its imports. */
export interface Needs {
  readonly referenced: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
  /** By yours, before the merge. */
  readonly referencedBefore: ReadonlySet<string>;
}

export interface Judgement {
  /** Of yours. */
  readonly gone: ReadonlySet<Binding>;
  /** Of next. */
  readonly wanted: ReadonlySet<Binding>;
  /** Of yours, which get or lose the modifier `type`. */
  readonly retyped: ReadonlySet<Binding>;
  readonly warnings: readonly Warning[];
}

/**
 * Imports merge as a set of bindings. One goes if the base had it, next has not and nothing refers to it; one of
 * next comes if the result refers to it and binds the name nowhere else. So no name is ever bound twice, and what
 * a deleted unit would have needed is not imported.
 */
export function judgeBindings(
  base: readonly Import[],
  yours: readonly Import[],
  next: readonly Import[],
  needs: Needs,
): Judgement {
  const [before, now, then] = [bindingsById(base), bindingsById(yours), bindingsById(next)];
  const localsOfNext = new Set([...then.values()].map(({ local }) => local));
  const gone = new Set<Binding>();
  const wanted = new Set<Binding>();
  const retyped = new Set<Binding>();
  const warnings: Warning[] = [];
  const bound = new Set<string>();
  for (const { bindings, isType } of yours) {
    for (const binding of bindings) {
      const [old, renewed] = [before.get(binding.id), then.get(binding.id)];
      const replaced = localsOfNext.has(binding.local) || needs.declared.has(binding.local);
      if (old && !renewed && (replaced || !needs.referenced.has(binding.local))) {
        gone.add(binding);
        continue;
      }
      bound.add(binding.local);
      if (!renewed || renewed.isType === binding.isType) continue;
      // A type that the generated code uses as a value must become one, and what nobody edited follows.
      if (old ? old.isType !== binding.isType : !binding.isType) continue;
      if (!isType) retyped.add(binding);
      else {
        gone.add(binding);
        wanted.add(renewed);
      }
    }
  }

  for (const [id, binding] of then) {
    const { local } = binding;
    if (now.has(id) || !needs.referenced.has(local)) continue;
    const isNew = !before.has(id);
    if (bound.has(local) || needs.declared.has(local)) {
      const message =
        "The generated code imports this name, but the file binds it otherwise; the file's own is kept.";
      if (isNew) warnings.push({ unit: `import ${local}`, message });
    } else if (isNew || !needs.referencedBefore.has(local)) {
      wanted.add(binding);
      bound.add(local);
    }
  }
  return { gone, wanted, retyped, warnings };
}
