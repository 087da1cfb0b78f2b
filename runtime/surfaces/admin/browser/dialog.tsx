import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "./controls.js";

interface Props {
  readonly title: string;
  readonly isDrawer?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog of the browser: it keeps the focus, and Escape closes it. */
export function Dialog({ title, isDrawer = false, onClose, children }: Props) {
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    place.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={place}
      class={isDrawer ? "drawer" : undefined}
      aria-label={title}
      onCancel={(event) => {
        // A file input inside tells by the same event that no file was chosen.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2>{title}</h2>
        <Button class="plain" aria-label="Close" onClick={onClose}>
          ✕
        </Button>
      </header>
      {children}
    </dialog>
  );
}
