import { type KeyboardEvent, useRef, useState } from "react";

interface Row {
  key: string;
  /** The row that this one is below; itself for one of the first level. */
  parent: string;
}

interface TreeKeys {
  /** The one row that Tab comes to. */
  active: string | undefined;
  setActive: (key: string) => void;
  focus: (key: string) => void;
  rowProps: (key: string) => {
    ref: (element: HTMLElement | null) => void;
    tabIndex: 0 | -1;
    onFocus: () => void;
  };
  /** Whether the key moved the focus. */
  onKeyDown: (event: KeyboardEvent, open: ReadonlySet<string>, toggle: (key: string) => void) => boolean;
}

/** Moves the focus in a tree of two levels as the pattern of ARIA says: arrows, Home, End. */
export function useTreeKeys(rows: readonly Row[]): TreeKeys {
  const [wanted, setActive] = useState<string>();
  const elements = useRef(new Map<string, HTMLElement>());
  const active = rows.some(({ key }) => key === wanted) ? wanted : rows[0]?.key;
  const focus = (key: string | undefined) => {
    if (key === undefined) return;
    setActive(key);
    elements.current.get(key)?.focus();
  };
  return {
    active,
    setActive,
    focus,
    rowProps: (key) => ({
      ref: (element) => {
        if (element) elements.current.set(key, element);
        else elements.current.delete(key);
      },
      tabIndex: key === active ? 0 : -1,
      onFocus: () => setActive(key),
    }),
    onKeyDown(event, open, toggle) {
      const at = rows.findIndex(({ key }) => key === active);
      const row = rows[at];
      if (!row) return false;
      const isTop = row.parent === row.key;
      const step = (): string | undefined => {
        switch (event.key) {
          case "ArrowDown":
            return rows[at + 1]?.key ?? row.key;
          case "ArrowUp":
            return rows[at - 1]?.key ?? row.key;
          case "Home":
            return rows[0]?.key;
          case "End":
            return rows.at(-1)?.key;
          case "ArrowRight":
            if (!isTop) return row.key;
            if (!open.has(row.key)) toggle(row.key);
            else if (rows[at + 1]?.parent === row.key) return rows[at + 1]?.key;
            return row.key;
          case "ArrowLeft":
            if (!isTop) return row.parent;
            if (open.has(row.key)) toggle(row.key);
            return row.key;
          default:
            return undefined;
        }
      };
      const next = step();
      if (next === undefined) return false;
      event.preventDefault();
      focus(next);
      return true;
    },
  };
}
