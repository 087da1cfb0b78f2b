import { freshTree, type EntityArtifact, type Tree } from "../../generator/artifacts.js";
import { indexOutput, listEntityOutputs, operationOutput, recordedOutputs } from "../../generator/outputs.js";
import { renderOutput } from "../../generator/render.js";
import { clientView } from "../../generator/views/client-view.js";
import type { Model } from "../../runtime/model/model.js";

/** All generated code of a model and its client, not formatted, which a compiler ignores. */
export async function treeOf(
  model: Model,
  tree: Tree = freshTree,
): Promise<Readonly<Record<string, string>>> {
  const outputs = [
    ...model.entities.flatMap((entity) =>
      listEntityOutputs(entity, model, tree).filter(
        ({ artifact }) => !tree.isDeleted(entity.name, artifact as EntityArtifact),
      ),
    ),
    ...model.ownOperations.map((operation) => operationOutput(operation)),
    indexOutput(model, tree),
    ...recordedOutputs(model),
    { path: "client.ts", template: "client.ts.hbs", view: clientView(model) },
  ];
  const texts = outputs.map(async (output) => [output.path, await renderOutput(output)] as const);
  return Object.fromEntries(await Promise.all(texts));
}
