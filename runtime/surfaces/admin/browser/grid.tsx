import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren, VNode } from "preact";
import { Button } from "./controls.js";

export interface Column {
  readonly name: string;
  readonly label: string;
  /** In characters. */
  readonly width: number;
  readonly sort?: "ascending" | "descending" | "none" | undefined;
  readonly isNumber: boolean;
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

interface Props {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly length: number;
  /** Of all records, if it is known. */
  readonly count: number | undefined;
  readonly classOf: (cell: Cell) => string | undefined;
  readonly show: (cell: Cell) => ComponentChildren;
  /** The input of a cell that is edited. `undefined` if it cannot be edited. */
  readonly editing: Cell | undefined;
  readonly showEditor: (cell: Cell) => ComponentChildren;
  readonly onSort: (column: Column, isAdded: boolean) => void;
  /** Enter, F2, a letter or a double click. */
  readonly onEdit: (cell: Cell, typed?: string) => void;
  readonly onOpen: (cell: Cell) => void;
  readonly onMark: (row: number) => void;
  readonly isMarked: (row: number) => boolean;
  readonly mayMark: (row: number) => boolean;
  readonly onEnd: () => void;
}

/** The rows as they are in the page, and what they were made of. */
interface RenderedRows {
  readonly props: Props;
  readonly cell: Cell;
  readonly rows: ReadonlyMap<number, VNode>;
}

const ROW_HEIGHT = 32;
const SPARE = 4;

/**
 * A grid that renders only the rows that can be seen. The browser scrolls, and the keys move one cell, as in the grid
 * pattern of ARIA's Authoring Practices.
 */
export function Grid(props: Props) {
  const { label, columns, length, count, editing } = props;
  const place = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const [cell, setCell] = useState<Cell>({ row: 0, column: 0 });
  const rendered = useRef<RenderedRows>({ props, cell, rows: new Map() });
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE);
  const last = Math.min(length, Math.ceil((top + height) / ROW_HEIGHT) + SPARE);

  useLayoutEffect(() => {
    const node = place.current;
    if (node === null) return undefined;
    const watch = new ResizeObserver(() => setHeight(node.clientHeight));
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    // Two screens ahead, so that a scroll does not wait for them.
    if (last + (2 * height) / ROW_HEIGHT >= length) props.onEnd();
  }, [last, length, height]);
  // Before the next key, which may come before the next paint.
  useLayoutEffect(() => {
    // Not while the focus is somewhere else, as in the filter: what is typed there would change cells.
    if (editing === undefined && document.activeElement?.matches("body, main") === true)
      place.current?.focus({ preventScroll: true });
  }, [editing === undefined]);

  const move = (to: Cell) => {
    const row = Math.max(0, Math.min(length - 1, to.row));
    const column = Math.max(0, Math.min(columns.length - 1, to.column));
    setCell({ row, column });
    const node = place.current;
    if (node === null) return;
    const y = row * ROW_HEIGHT;
    if (y < node.scrollTop) node.scrollTop = y;
    else if (y + 2 * ROW_HEIGHT > node.scrollTop + node.clientHeight)
      node.scrollTop = y + 2 * ROW_HEIGHT - node.clientHeight;
    node.querySelector(`#column-${column}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 2);
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== undefined) return;
    const { key, ctrlKey, metaKey, altKey } = event;
    const isCommand = ctrlKey || metaKey;
    const { row, column } = cell;
    if (altKey) return;
    // A check box or a link that has been clicked.
    if (event.target !== event.currentTarget && (key === " " || key === "Enter")) return;
    if (key === "ArrowDown") move({ row: row + 1, column });
    else if (key === "ArrowUp") move({ row: row - 1, column });
    else if (key === "ArrowLeft") move({ row, column: column - 1 });
    else if (key === "ArrowRight") move({ row, column: column + 1 });
    else if (key === "PageDown") move({ row: row + page, column });
    else if (key === "PageUp") move({ row: row - page, column });
    else if (key === "Home") move({ row: isCommand ? 0 : row, column: 0 });
    else if (key === "End") move({ row: isCommand ? length - 1 : row, column: columns.length - 1 });
    else if (length === 0) return;
    else if (key === "Enter" && (isCommand || event.shiftKey)) props.onOpen(cell);
    else if (key === "Enter" || key === "F2") props.onEdit(cell);
    else if (key === " ") props.onMark(row);
    else if (key.length === 1 && !isCommand && key !== "/" && key !== "?") props.onEdit(cell, key);
    else return;
    event.preventDefault();
  };
  // Each row is a grid of its own, of a known width, so that the browser need not measure what is in it.
  const widths = columns.map(({ width }) => Math.round(width * 8.7));
  const tracks = [
    "32px",
    ...widths.map((width, index) => (index < widths.length - 1 ? `${width}px` : `minmax(${width}px, 1fr)`)),
  ].join(" ");
  const total = widths.reduce((sum, width) => sum + width, 32);
  const rowOf = (row: number) => (
    <div
      key={row % pool}
      class="row"
      role="row"
      aria-rowindex={row + 2}
      aria-selected={props.isMarked(row)}
      style={{ gridTemplateColumns: tracks, top: `${row * ROW_HEIGHT}px` }}
    >
      <span role="gridcell" aria-colindex={1} class="mark">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Mark row ${row + 1}`}
          checked={props.isMarked(row)}
          disabled={!props.mayMark(row)}
          onChange={() => props.onMark(row)}
        />
      </span>
      {columns.map((column, index) => {
        const here = { row, column: index };
        const isEdited = editing?.row === row && editing.column === index;
        const isCurrent = cell.row === row && cell.column === index;
        return (
          <span
            key={column.name}
            id={`cell-${row}-${index}`}
            role="gridcell"
            aria-colindex={index + 2}
            class={[isCurrent && "current", column.isNumber && "number", props.classOf(here)]
              .filter(Boolean)
              .join(" ")}
            onClick={() => setCell(here)}
            onDblClick={() => props.onEdit(here)}
          >
            {isEdited ? props.showEditor(here) : props.show(here)}
          </span>
        );
      })}
    </div>
  );
  // A scroll renders only the rows that come, in the elements of those that go.
  const pool = Math.ceil(height / ROW_HEIGHT) + 2 * SPARE + 2;
  const rows = new Map<number, VNode>();
  const isScroll = rendered.current.props === props && rendered.current.cell === cell;
  for (let row = first; row < last; row += 1)
    rows.set(row, (isScroll ? rendered.current.rows.get(row) : undefined) ?? rowOf(row));
  rendered.current = { props, cell, rows };
  return (
    <div
      ref={place}
      class="grid"
      role="grid"
      aria-label={label}
      aria-rowcount={count === undefined ? -1 : count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={
        cell.row >= first && cell.row < last ? `cell-${cell.row}-${cell.column}` : undefined
      }
      tabIndex={0}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div
        class="row head"
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: tracks, minWidth: `${total}px` }}
      >
        <span role="columnheader" aria-colindex={1}>
          <span class="hidden">Marked</span>
        </span>
        {columns.map((column, index) => (
          <span
            key={column.name}
            id={`column-${index}`}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={column.sort}
            class={column.isNumber ? "number" : undefined}
          >
            {column.sort === undefined ? (
              column.label
            ) : (
              <Button class="plain" tabIndex={-1} onClick={(event) => props.onSort(column, event.shiftKey)}>
                {column.label}
                {column.sort === "ascending" ? " ↑" : column.sort === "descending" ? " ↓" : ""}
              </Button>
            )}
          </span>
        ))}
      </div>
      <div
        role="rowgroup"
        class="body"
        style={{ height: `${length * ROW_HEIGHT}px`, minWidth: `${total}px` }}
      >
        {[...rows.values()]}
      </div>
    </div>
  );
}
