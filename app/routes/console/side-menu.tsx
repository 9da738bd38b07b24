import { ChevronDown } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { cx } from "#app/components/ui/cx.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { type MenuEntry, type MenuGroup, type MenuSection, placeOf } from "#app/lib/menu.ts";
import { shellTexts } from "#texts/shell.ts";

export function SideMenu({ groups, collapsed }: { groups: readonly MenuGroup[]; collapsed: boolean }) {
  const { pathname } = useLocation();
  const place = placeOf(groups, pathname);
  const [opened, setOpened] = useState(place.section);
  // Navigation opens the screen's section and closes the others; dashboard and account have none.
  const [seen, setSeen] = useState(pathname);
  if (seen !== pathname) {
    setSeen(pathname);
    setOpened(place.section);
  }
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const entry = nav.current?.querySelector("[aria-current=page]");
    if (entry) bringIntoView(entry);
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label={shellTexts.menu}
      className={cx("grid gap-4 py-3", collapsed ? "px-2.5" : "px-3")}
    >
      {groups.map((group) => (
        <div key={group.id}>
          <h2
            className={cx(
              "px-2.5 pb-1.5 text-[0.6875rem] font-semibold tracking-wider text-muted uppercase",
              collapsed && "sr-only",
            )}
          >
            {group.label}
          </h2>
          <ul className="grid gap-0.5">
            {group.sections.map((section) => (
              <li key={section.id}>
                {collapsed ? (
                  <IconSection section={section} current={place.section === section.id} />
                ) : (
                  <Section
                    section={section}
                    current={place}
                    open={opened === section.id}
                    onToggle={() => setOpened(opened === section.id ? undefined : section.id)}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface SectionProps {
  section: MenuSection;
  current: { section?: string; entry?: string };
  open: boolean;
  onToggle: () => void;
}

function Section({ section, current, open, onToggle }: SectionProps) {
  const id = useId();
  const Icon = section.icon;
  const here = current.section === section.id;
  const only = soleEntry(section);
  if (only) {
    return (
      <Link to={only.to} aria-current={here ? "page" : undefined} className={cx(rowClass, here && hereClass)}>
        <Icon aria-hidden className="size-4.5 shrink-0" />
        <span className="min-w-0 flex-1">{section.label}</span>
      </Link>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        className={cx(rowClass, "text-left", here && "font-semibold text-accent-ink")}
      >
        <Icon aria-hidden className="size-4.5 shrink-0" />
        <span className="min-w-0 flex-1">{section.label}</span>
        <ChevronDown
          aria-hidden
          className={cx("size-4 text-muted transition-transform", open && "rotate-180")}
        />
      </button>
      <ul id={id} hidden={!open} className="mt-0.5 mb-1 ml-4.75 grid gap-0.5 border-l border-line pl-2">
        {section.entries.map((entry) => {
          const at = current.entry === entry.to;
          return (
            <li key={entry.to}>
              <Link
                to={entry.to}
                aria-current={at ? "page" : undefined}
                className={cx(rowClass, at && hereClass)}
              >
                <span className="min-w-0 flex-1">{entry.label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A section of the collapsed menu: an icon that links to its screen, or opens a list. */
function IconSection({ section, current }: { section: MenuSection; current: boolean }) {
  const Icon = section.icon;
  const only = soleEntry(section);
  const className = cx(
    "flex size-10 items-center justify-center rounded-md",
    current ? hereClass : "text-muted hover:bg-hover hover:text-ink",
  );
  if (only) {
    return (
      <Tooltip text={section.label} side="right">
        <Link
          to={only.to}
          aria-label={section.label}
          aria-current={current ? "page" : undefined}
          className={className}
        >
          <Icon aria-hidden className="size-4.5" />
        </Link>
      </Tooltip>
    );
  }
  return (
    <Tooltip text={section.label} side="right">
      <Menu
        anchor="right start"
        header={<p className="font-semibold">{section.label}</p>}
        button={
          <button type="button" aria-label={section.label} className={className}>
            <Icon aria-hidden className="size-4.5" />
          </button>
        }
        entries={section.entries.map(({ label, to }) => ({ label, to }))}
      />
    </Tooltip>
  );
}

/** A section that consists of one screen of the same name is a plain link. */
const soleEntry = ({ label, entries }: MenuSection): MenuEntry | undefined =>
  entries.length === 1 && entries[0]?.label === label ? entries[0] : undefined;

const rowClass = cx(
  "flex min-h-8 w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 transition-colors hover:bg-hover",
  "focus-visible:outline-offset-[-2px]",
);
/** Not `scrollIntoView`: the next Tab would start from the entry instead of from the top of the page. */
function bringIntoView(entry: Element): void {
  const box = entry.closest(".overflow-y-auto");
  if (!box) return;
  const [inner, outer] = [entry.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

/** Of a screen that is not there yet. */
const hereClass = "bg-accent-soft font-semibold text-accent-ink hover:bg-accent-soft";
