import type { ComponentChildren } from "preact";
import { Button } from "./controls.js";
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
        <Button autoFocus onClick={onKeep}>
          {keep}
        </Button>
        <Button class="danger" onClick={onDelete}>
          Delete
        </Button>
      </p>
    </Dialog>
  );
}
