import { Tab, TabGroup, TabList, TabPanel, TabPanels } from "@headlessui/react";
import { type ReactNode, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { cx } from "./cx.ts";

export interface TabItem {
  id: string;
  label: string;
  content: ReactNode;
  disabled?: boolean;
}

/** Panels on one screen. Arrow keys move between the tabs; one Tab stop. */
export function Tabs({
  label,
  items,
  selected,
  onChange,
}: {
  label: string;
  items: TabItem[];
  /** The id of the visible panel, if something else controls it, such as the address. */
  selected?: string;
  onChange?: (id: string) => void;
}) {
  return (
    <TabGroup
      {...(selected !== undefined && { selectedIndex: items.findIndex(({ id }) => id === selected) })}
      onChange={(at) => onChange?.(items[at]?.id ?? "")}
    >
      <TabList aria-label={label} className={listClass}>
        {items.map(({ id, label: name, disabled }) => (
          <Tab
            key={id}
            disabled={disabled ?? false}
            className={cx(tabClass, restClass, "data-selected:border-accent data-selected:text-accent-ink")}
          >
            {name}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {items.map(({ id, content }) => (
          <TabPanel key={id} className="pt-4">
            {content}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
}

export interface LinkTab {
  to: string;
  label: string;
  end?: boolean;
  /** How much waits there: as a number, and in words. */
  count?: { of: number; said: string } | undefined;
}

/** Tabs that belong together, under a word of their own. */
export interface LinkTabGroup {
  label: string;
  tabs: readonly LinkTab[];
}

/** Screens that look like tabs: each has its own address, so they are links. The focus stays on the link. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <Strip label={label}>
      <Links tabs={tabs} />
    </Strip>
  );
}

/** So many of them that they are in groups. */
export function GroupedLinkTabs({ label, groups }: { label: string; groups: readonly LinkTabGroup[] }) {
  return (
    <Strip label={label}>
      {groups.map(({ label: group, tabs }) => (
        <div
          key={group}
          role="group"
          aria-label={group}
          className="grid shrink-0 border-line not-first:ml-1.5 not-first:border-l not-first:pl-1.5"
        >
          <span
            aria-hidden
            className="px-2.5 text-[0.6875rem] leading-4 font-semibold tracking-wide text-muted uppercase"
          >
            {group}
          </span>
          <div className="flex [&>a]:px-2.5 [&>a]:py-1.5">
            <Links tabs={tabs} />
          </div>
        </div>
      ))}
    </Strip>
  );
}

/** States of one list that look like tabs: each is pressed, and the list stays. */
export function PressTabs({
  label,
  tabs,
  current,
  onPress,
}: {
  label: string;
  tabs: readonly { id: string; label: ReactNode; title?: string }[];
  current: string;
  onPress: (id: string) => void;
}) {
  return (
    <Strip label={label} at={current}>
      {tabs.map(({ id, label: name, title }) => (
        <button
          key={id}
          type="button"
          title={title}
          aria-current={id === current ? "true" : undefined}
          onClick={() => onPress(id)}
          className={cx(
            tabClass,
            "max-w-56 shrink-0 truncate",
            id === current ? "border-accent text-accent-ink" : restClass,
          )}
        >
          {name}
        </button>
      ))}
    </Strip>
  );
}

function Strip({ label, at = "", children }: { label: string; at?: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // In a narrow window most of them are out of sight: the current one should not be.
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !here) return;
    list.current.scrollLeft = here.offsetLeft - (list.current.clientWidth - here.offsetWidth) / 2;
  }, [pathname, at]);
  return (
    <nav ref={list} aria-label={label} className={cx(listClass, "relative min-w-0 flex-1")}>
      {children}
    </nav>
  );
}

const Links = ({ tabs }: { tabs: readonly LinkTab[] }) =>
  tabs.map(({ to, label, end, count }) => (
    <NavLink
      key={to}
      to={to}
      end={end ?? false}
      state={{ keepFocus: true }}
      className={({ isActive }) => cx(tabClass, isActive ? "border-accent text-accent-ink" : restClass)}
    >
      {label}
      {count && count.of > 0 && (
        <>
          <span
            aria-hidden
            className="ml-1.5 rounded-full bg-accent-soft px-1.5 text-xs font-semibold text-accent-ink tabular-nums"
          >
            {count.of}
          </span>
          <span className="sr-only"> {count.said}</span>
        </>
      )}
    </NavLink>
  ));

const listClass = "flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:thin]";

const tabClass = cx(
  "-mb-px min-h-9 border-b-2 px-3 py-2 font-medium whitespace-nowrap pointer-coarse:min-h-11",
  "hover:text-ink focus-visible:outline-offset-[-2px]",
);

const restClass = "border-transparent text-muted";
