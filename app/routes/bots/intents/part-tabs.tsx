import { type KeyboardEvent, useEffect, useState } from "react";
import { cx } from "#app/components/ui/cx.ts";

export interface Part {
  id: string;
  label: string;
}

const tabOf = (id: string) => `${id}-tab`;

/**
 * The parts of an intent stand on one page; their tabs lead to them and say which one is looked at. Arrow keys move between
 * the tabs, a press goes to the part, with the focus.
 */
export function PartTabs({ label, parts }: { label: string; parts: readonly Part[] }) {
  const [at, setAt] = useState(parts[0]?.id);
  const ids = parts.map(({ id }) => id).join(" ");
  useEffect(() => {
    const sections = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const inMiddle = new Set<string>();
    const watching = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inMiddle.add(target.id);
          else inMiddle.delete(target.id);
        }
        // Side by side both are: then the one that was gone to stays.
        if (inMiddle.size === 1) setAt([...inMiddle][0]);
      },
      { rootMargin: "-45% 0px -45% 0px" },
    );
    const onFocus = ({ currentTarget }: Event) => setAt((currentTarget as HTMLElement).id);
    for (const section of sections) {
      watching.observe(section);
      section.addEventListener("focusin", onFocus);
    }
    return () => {
      watching.disconnect();
      for (const section of sections) section.removeEventListener("focusin", onFocus);
    };
  }, [ids]);

  const go = (id: string) => {
    const section = document.getElementById(id);
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: "start" });
    setAt(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const here = parts.findIndex(({ id }) => tabOf(id) === (event.target as HTMLElement).id);
    const to = parts.at((here + step) % parts.length);
    if (to) document.getElementById(tabOf(to.id))?.focus();
  };

  return (
    <div role="tablist" aria-label={label} className="flex gap-1 border-b border-line">
      {parts.map(({ id, label: name }) => (
        <button
          key={id}
          id={tabOf(id)}
          type="button"
          role="tab"
          aria-selected={at === id}
          aria-controls={id}
          tabIndex={at === id ? 0 : -1}
          onClick={() => go(id)}
          onKeyDown={onKeyDown}
          className={cx(
            "-mb-px min-h-9 pointer-coarse:min-h-11 border-b-2 px-2.5 py-1.5 font-medium whitespace-nowrap hover:text-ink focus-visible:outline-offset-[-2px]",
            at === id ? "border-accent text-accent-ink" : "border-transparent text-muted",
          )}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** Attributes of the part that a tab leads to. */
export const partOf = (id: string) =>
  ({
    id,
    role: "tabpanel",
    tabIndex: -1,
    "aria-labelledby": tabOf(id),
    className: "scroll-mt-[calc(var(--below-head,3.25rem)+3rem)] outline-none",
  }) as const;
