import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.js";

interface Props {
  readonly title: string;
  /** The button that deletes nothing. */
  readonly keep: string;
  readonly onKeep: () => void;
  readonly onDelete: () => void;
  readonly children: ComponentChildren;
}

export function ConfirmDelete({ title, keep, onKeep, onDelete, children }: Props) {
  return (
    <Dialog title={title} onClose={onKeep}>
      <p>{children}</p>
      <p class="bar">
        <button type="button" autoFocus onClick={onKeep}>
          {keep}
        </button>
        <button type="button" class="danger" onClick={onDelete}>
          Delete
        </button>
      </p>
    </Dialog>
  );
}
