import { useState } from "preact/hooks";
import { Button } from "./controls.js";
import { asField, settle, type Draft } from "./drafts.js";
import { fieldNamed, labelOf, textOf } from "./values.js";

/** Both sides of a conflict, member by member: what one typed, and what another user has saved meanwhile. */
export function Conflict({ draft }: { readonly draft: Draft }) {
  const { entity, changes, base, theirs } = draft;
  const members = Object.keys(changes).map((name) => {
    const link = entity.links.find((each) => each.name === name);
    return link === undefined
      ? fieldNamed(entity, name)
      : { ...asField(link), label: link.label ?? link.name };
  });
  const lines = members.flatMap((member) => {
    if (member === undefined || theirs === undefined) return [];
    const [before, now] = [textOf(member, base[member.name]), textOf(member, theirs.record[member.name])];
    const mine = member.type === "secret" ? "hidden" : (changes[member.name] ?? null);
    return [{ member, before, now, mine }];
  });
  const [taken, setTaken] = useState<readonly string[]>([]);
  const others = entity.fields.filter(
    (field) =>
      field.system === undefined &&
      changes[field.name] === undefined &&
      textOf(field, base[field.name]) !== textOf(field, theirs?.record[field.name]),
  );
  return (
    <section class="conflict" aria-labelledby="conflict" role="alert">
      <h3 id="conflict">Another user has changed this record</h3>
      <p>Choose for each of your changes. Nothing is saved before you press Save.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">When you began</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ member, before, now, mine }) => (
            <tr key={member.name}>
              <th scope="row">{labelOf(member)}</th>
              <td>{before ?? "null"}</td>
              {[mine, now].map((text, index) => (
                <td key={index}>
                  <label>
                    <input
                      type="radio"
                      name={`side-${member.name}`}
                      checked={taken.includes(member.name) === (index === 1)}
                      onChange={() => {
                        const rest = taken.filter((name) => name !== member.name);
                        setTaken(index === 1 ? [...rest, member.name] : rest);
                      }}
                    />{" "}
                    {text ?? "null"}
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {others.length > 0 && <p>They also changed: {others.map(labelOf).join(", ")}. These changes stay.</p>}
      <Button class="main" onClick={() => settle(draft, taken)}>
        Go on with this
      </Button>
    </section>
  );
}
