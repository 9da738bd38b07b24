import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { LED_TO, type Leading } from "#app/lib/commands.ts";
import { heardInRow, moveRow, tickRow } from "#app/lib/rows.ts";
import { useSingleKeys } from "#app/lib/single-keys.ts";

export interface Hotkeys {
  palette: () => void;
  sheet: () => void;
  menu: () => void;
}

export function useHotkeys({ palette, sheet, menu }: Hotkeys): void {
  const navigate = useNavigate();
  useSingleKeys({
    sheet,
    menu,
    nextChat: () => moveRow(1),
    chatBefore: () => moveRow(-1),
    tickRow,
    ...(Object.fromEntries(Object.entries(LED_TO).map(([id, to]) => [id, () => void navigate(to)])) as Record<
      Leading,
      () => void
    >),
  });
  const latest = useRef(palette);
  useEffect(() => {
    latest.current = palette;
  });
  useEffect(() => {
    // With Ctrl, so it is heard while somebody types, too.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || event.shiftKey) return;
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("keydown", heardInRow);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("keydown", heardInRow);
    };
  }, []);
}
