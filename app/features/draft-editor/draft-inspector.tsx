import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

/** Where the focus goes once the inspector shows what was chosen: a field by its id, else the inspector itself. */
export function useFocusGoal(): {
  inspector: RefObject<HTMLElement | null>;
  setGoal: (id: string | undefined) => void;
} {
  const inspector = useRef<HTMLElement>(null);
  const [goal, setGoal] = useState<string>();
  useEffect(() => {
    if (goal === undefined) return;
    (document.getElementById(goal) ?? inspector.current)?.focus();
    setGoal(undefined);
  }, [goal]);
  return { inspector, setGoal };
}

/** The settings of the part that is open in a draft; in a read-only draft they can be read, not entered. */
export function DraftInspector({
  inspector,
  label,
  title,
  readOnly,
  children,
}: {
  inspector: RefObject<HTMLElement | null>;
  label: string;
  title: string;
  readOnly: boolean;
  children: ReactNode;
}) {
  return (
    <section
      ref={inspector}
      tabIndex={-1}
      aria-label={label}
      className="min-w-0 rounded-lg border border-line bg-surface p-4"
    >
      <h2 className="mb-3 font-semibold [overflow-wrap:anywhere]">{title}</h2>
      <fieldset disabled={readOnly} className="min-w-0">
        {children}
      </fieldset>
    </section>
  );
}
