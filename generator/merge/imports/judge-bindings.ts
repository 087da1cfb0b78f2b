import { bindingsById, type ImportBinding, type Import } from "./imports.js";
import type { Warning } from "../merge-result.js";
import { each, type Versions } from "../source/versions.js";

/** The names that the rest of the merged file uses and declares. */
export interface Needs {
  readonly referenced: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
  /** The names that yours referred to before the merge. */
  readonly referencedBefore: ReadonlySet<string>;
}

export interface Judgement {
  /** Bindings of yours to remove. */
  readonly gone: ReadonlySet<ImportBinding>;
  /** Bindings of next to add. */
  readonly wanted: ReadonlySet<ImportBinding>;
  /** Bindings of yours that gain or lose the modifier `type`. */
  readonly retyped: ReadonlySet<ImportBinding>;
  readonly warnings: readonly Warning[];
}

/**
 * Merges imports as a set of bindings. A binding is removed if the base had it, next does not, and nothing
 * refers to it. A binding of next is added if the result refers to it and does not bind the name elsewhere.
 * So no name is bound twice, and nothing is imported for a deleted unit.
 */
export function judgeBindings(imports: Versions<readonly Import[]>, needs: Needs): Judgement {
  const { base: before, yours: now, next: then } = each(imports, bindingsById);
  const localsOfNext = new Set([...then.values()].map(({ local }) => local));
  const gone = new Set<ImportBinding>();
  const wanted = new Set<ImportBinding>();
  const retyped = new Set<ImportBinding>();
  const warnings: Warning[] = [];
  const bound = new Set<string>();
  for (const { bindings, isType } of imports.yours) {
    for (const binding of bindings) {
      const [old, renewed] = [before.get(binding.id), then.get(binding.id)];
      const replaced = localsOfNext.has(binding.local) || needs.declared.has(binding.local);
      if (old && !renewed && (replaced || !needs.referenced.has(binding.local))) {
        gone.add(binding);
        continue;
      }
      bound.add(binding.local);
      if (!renewed || renewed.isType === binding.isType) continue;
      // A type import that the generated code now uses as a value must become a value import. An unedited
      // import follows next.
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
        "The generated code imports this name, but the file uses it for something else; the file's own is kept.";
      if (isNew) warnings.push({ unit: `import ${local}`, message });
    } else if (isNew || !needs.referencedBefore.has(local)) {
      wanted.add(binding);
      bound.add(local);
    }
  }
  return { gone, wanted, retyped, warnings };
}
