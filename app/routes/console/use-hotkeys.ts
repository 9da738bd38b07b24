import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { LEADING, type Leading } from "#app/lib/commands.ts";
import { ledTo } from "#app/lib/led-to.ts";
import { listenInRows, rowCommands } from "#app/lib/row-keys.ts";
import { useSingleKeys } from "#app/lib/single-keys.ts";

export interface Hotkeys {
  palette: () => void;
  sheet: () => void;
  menu: () => void;
  /** False for screens that are not for this person: their keys do nothing. */
  mayOpen: (path: string) => boolean;
}

export function useHotkeys({ palette, sheet, menu, mayOpen }: Hotkeys): void {
  const navigate = useNavigate();
  const lead = (id: Leading) => {
    const to = ledTo(id, mayOpen);
    if (to !== undefined) void navigate(to);
  };
  const leading = LEADING.map((id) => [id, () => lead(id)]);
  useSingleKeys(
    { sheet, menu, ...rowCommands, ...(Object.fromEntries(leading) as Record<Leading, () => unknown>) },
    true,
  );
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
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  useEffect(listenInRows, []);
}
