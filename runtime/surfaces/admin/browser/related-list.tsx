import type { ShownEntity, ShownModel, ShownRelation } from "../shown-model.js";
import { ask } from "./api.js";
import { equals } from "./conditions.js";
import { Button } from "./controls.js";
import { linkTo } from "./route.js";
import { useRequest } from "./use-request.js";
import {
  entityNamed,
  idOf,
  isReadable,
  labelOf,
  namingFields,
  textOf,
  titleOf,
  type Row,
  plainText,
} from "./values.js";

interface Props {
  readonly model: ShownModel;
  readonly entity: ShownEntity;
  readonly id: string;
  readonly relation: ShownRelation;
  readonly row: Row;
  readonly onOpen: (target: ShownEntity, id: string) => void;
}

const MOST = 10;

/** The records that refer to a record: the first few, how many there are, and ways to all and to a new one. */
export function RelatedList({ model, entity, id, relation, row, onOpen }: Props) {
  const target = entityNamed(model, relation.target);
  const { name, isLink, sourceFields, targetFields } = relation;
  const columns = target?.fields
    .filter((field) => isReadable(field) && field.system === undefined && !targetFields.includes(field.name))
    .slice(0, 4);
  const asked = useRequest(async () => {
    if (target === undefined) return undefined;
    const names = [...new Set([...namingFields(target), ...(columns ?? []).map((field) => field.name)])];
    const select = `${name}(${names.join(",")};take=${Math.min(MOST, model.maxNestedTake)}),count(${name})`;
    const { body } = await ask(`api/data/${entity.name}/${id}?select=${encodeURIComponent(select)}`);
    return body as Row;
  }, [entity, id, name]);
  if (target === undefined || columns === undefined) return null;
  const rows = (asked.value?.[name] ?? []) as readonly Row[];
  const count = asked.value?.[`count(${name})`];
  const given = targetFields.map(
    (field, index) => [field, textOf({ type: "string" }, row[sourceFields[index] ?? ""])] as const,
  );
  const where = given.map(([field, text]) => equals(field, text)).join("&");
  return (
    <section class="related">
      <h3>
        {name} <small>{count === undefined ? "" : plainText(count)}</small>
      </h3>
      {asked.error !== undefined && <p class="problem">{asked.error}</p>}
      {rows.length > 0 && (
        <div class="wide">
          <table>
            <thead>
              <tr>
                <th scope="col">{target.name}</th>
                {columns.map((field) => (
                  <th scope="col" key={field.name}>
                    {labelOf(field)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((each, index) => {
                const targetId = idOf(target, each);
                return (
                  <tr key={index}>
                    <th scope="row">
                      <Button
                        class="plain"
                        disabled={targetId === undefined}
                        onClick={() => {
                          if (targetId !== undefined) onOpen(target, targetId);
                        }}
                      >
                        {titleOf(target, each)}
                      </Button>
                    </th>
                    {columns.map((field) => (
                      <td key={field.name}>{textOf(field, each[field.name]) ?? <i class="quiet">null</i>}</td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      <p class="bar">
        {!isLink && <a href={linkTo("list", [target.name], { where })}>All of them</a>}
        {!isLink && target.may.create && (
          <a
            href={linkTo(
              "new",
              [target.name],
              Object.fromEntries(given.map(([field, text]) => [field, text ?? undefined])),
            )}
          >
            New {target.name}
          </a>
        )}
      </p>
    </section>
  );
}
