import { ChevronDown } from "lucide-react";
import { type ComponentType, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { cx } from "#app/components/ui/cx.ts";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { type MenuGroup, type MenuSection, placeOf } from "#app/lib/menu.ts";
import { keepLive } from "#app/realtime/keep-live.ts";
import { useKeyTo } from "#app/lib/led-to.ts";
import { useCan, useSession } from "#app/session/session.ts";
import { shellTexts } from "#texts/shell.ts";
import { chatCount } from "#workers/contract/endpoints/chats.ts";
import { waitingWork } from "#workers/contract/endpoints/waiting-work.ts";
import { type MenuRow, useMenuKeys } from "./menu-keys.ts";
import { hereClass, rowClass, soleEntry } from "./menu-row.ts";
import { useFavourites } from "./use-favourites.ts";

const [CHATS, ACTIVITIES, BOTS] = ["/chat/conversation", "/campaigns/activity-list", "/bots"] as const;
/** No event tells of messages that a bot did not understand. */
const WORK_MS = 5 * 60_000;
const workAnew = () => void invalidate(waitingWork);
const listenForApprovals = keepLive("activityChanged", workAnew, workAnew);
/** Apart from the first screen's scripts: most people keep the menu open. */
const IconSection = lazilyShown(
  () => import("./icon-section.tsx"),
  (module) => module.IconSection,
  () => <span className="block size-10" />,
);

export function SideMenu({ groups, collapsed }: { groups: readonly MenuGroup[]; collapsed: boolean }) {
  const open = useLocation().pathname;
  // A press shows at once where one goes, however long the screen takes.
  const pathname = useNavigation().location?.pathname ?? open;
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
    // A favourite on top has its own place in the menu below.
    const entry = [...(nav.current?.querySelectorAll("[aria-current=page]") ?? [])].at(-1);
    if (entry) bringIntoView(entry);
  }, [pathname]);
  const favourites = useFavourites();
  const { uId } = useSession().profile;
  const waiting = useWaiting();
  const first = groups[0]?.sections[0];
  const current = groups.flatMap(({ sections }) => sections).find(({ id }) => id === place.section);
  const keys = useMenuKeys(
    current && !collapsed && !soleEntry(current) ? rowId(current, place.entry) : rowId(current ?? first),
  );
  return (
    // It only observes keys of the links and buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav
      ref={nav}
      aria-label={shellTexts.menu}
      onFocus={keys.onFocus}
      onBlur={keys.onBlur}
      // Before the icons, whose lists the arrow keys would open.
      onKeyDownCapture={keys.onKeyDown}
      className={cx("grid gap-4 py-3", collapsed ? "px-2.5" : "px-3")}
    >
      {favourites && (
        <favourites.Favourites
          {...{ uId, groups }}
          {...{ collapsed }}
          waitsAt={(to) => waiting[to] ?? 0}
          renderCount={(of, id) => <Count {...{ of, id }} />}
          current={place.entry}
          rowOf={keys.rowOf}
        />
      )}
      {groups.map((group) => (
        <div key={group.id}>
          <h2 className={cx(headClass, collapsed && "sr-only")}>{group.label}</h2>
          <ul className="grid gap-0.5">
            {group.sections.map((section) => (
              <li key={section.id} className={soleEntry(section) && "group/row relative"}>
                {collapsed ? (
                  <IconSection
                    section={section}
                    current={place.section === section.id}
                    waitsAt={(to) => waiting[to] ?? 0}
                    renderCount={(of, id) => <Count {...{ of, id }} />}
                    row={keys.rowOf(rowId(section))}
                  />
                ) : (
                  <Section
                    section={section}
                    current={place}
                    open={opened === section.id}
                    waiting={waiting}
                    Star={favourites?.Star}
                    rowOf={keys.rowOf}
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

const rowId = (section?: MenuSection, entry = ""): string => `${section?.id} ${entry}`;

type Waiting = Readonly<Record<string, number>>;

const waitsIn = (section: MenuSection, waiting: Waiting): number =>
  section.entries.reduce((sum, { to }) => sum + (waiting[to] ?? 0), 0);

/** How much waits at an address. */
function useWaiting(): Waiting {
  const may = useCan();
  const [approves, teaches] = [may("CAMPAIGNS.APPROVE"), may("NLP.VIEW")];
  // The corner of chats keeps this count live.
  const chats = useQueryOf(chatCount, {}, { enabled: may("CHAT.HANDLE") }).answer?.totalChatCount ?? 0;
  const work = useQueryOf(waitingWork, {}, { enabled: approves || teaches, every: WORK_MS }).answer;
  useEffect(() => {
    if (approves) listenForApprovals();
  }, [approves]);
  return { [CHATS]: chats, [ACTIVITIES]: work?.approvals ?? 0, [BOTS]: work?.review ?? 0 };
}

function Section({
  section,
  current,
  open,
  waiting,
  Star,
  rowOf,
  onToggle,
}: {
  section: MenuSection;
  current: { section?: string; entry?: string };
  open: boolean;
  waiting: Waiting;
  /** Undefined until it has come. */
  Star: ComponentType<{ to: string; label: string }> | undefined;
  rowOf: (row: string) => MenuRow;
  onToggle: () => void;
}) {
  const id = useId();
  const Icon = section.icon;
  const here = current.section === section.id;
  const keyTo = useKeyTo();
  const only = soleEntry(section);
  if (only) {
    return (
      <>
        <Link
          to={only.to}
          title={keyTo(only.to) || undefined}
          {...rowOf(rowId(section))}
          aria-current={here ? "page" : undefined}
          className={cx(rowClass, here && hereClass)}
        >
          <Icon aria-hidden className={cx("size-4.5 shrink-0", !here && "text-muted")} />
          <span className="min-w-0 flex-1">{section.label}</span>
        </Link>
        {Star && <Star to={only.to} label={section.label} />}
      </>
    );
  }
  const waits = waitsIn(section, waiting);
  return (
    <>
      <button
        type="button"
        {...rowOf(rowId(section))}
        aria-expanded={open}
        aria-controls={id}
        {...(!open && !here && describedBy(waits, `${id}waits`))}
        onClick={onToggle}
        className={cx(rowClass, "text-left", here && "font-semibold text-accent-ink")}
      >
        <Icon aria-hidden className={cx("size-4.5 shrink-0", !here && "text-muted")} />
        <span className="min-w-0 flex-1">{section.label}</span>
        {!open && !here && <Count of={waits} id={`${id}waits`} />}
        <ChevronDown
          aria-hidden
          className={cx("size-4 text-muted transition-transform", open && "rotate-180")}
        />
      </button>
      <ul
        id={id}
        hidden={!open && !here}
        className="mt-0.5 mb-1 ml-4.75 grid gap-0.5 border-l border-line pl-2"
      >
        {section.entries.map((entry, place) => {
          const at = current.entry === entry.to;
          const count = waiting[entry.to] ?? 0;
          const countId = `${id}waits${place}`;
          return (
            // The open screen stays in sight where its section is closed.
            <li key={entry.to} hidden={!open && !at} className="group/row relative">
              <Link
                to={entry.to}
                title={keyTo(entry.to) || undefined}
                {...rowOf(rowId(section, entry.to))}
                aria-current={at ? "page" : undefined}
                {...describedBy(count, countId)}
                className={cx(rowClass, at && hereClass)}
              >
                <span className="min-w-0 flex-1">{entry.label}</span>
                <Count of={count} id={countId} />
              </Link>
              {Star && <Star to={entry.to} label={entry.label} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}

const MOST_SHOWN = 99;

/** A count, and the words that describe the link or button in which it stands. */
const Count = ({ of, id }: { of: number; id: string }) =>
  of > 0 && (
    <>
      <span
        aria-hidden
        data-waiting
        className="rounded-full bg-accent-soft px-1.5 text-xs font-semibold text-accent-ink tabular-nums group-hover/row:invisible"
      >
        {shownOf(of)}
      </span>
      <span hidden id={id}>
        {shellTexts.waits(shownOf(of))}
      </span>
    </>
  );

const shownOf = (of: number): string => (of > MOST_SHOWN ? `${MOST_SHOWN}+` : String(of));
const describedBy = (of: number, id: string) => (of > 0 ? { "aria-describedby": id } : {});

/** Not `scrollIntoView`: the next Tab would start from the entry instead of from the top of the page. */
function bringIntoView(entry: Element): void {
  const box = entry.closest(".overflow-y-auto");
  if (!box) return;
  const [inner, outer] = [entry.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

const headClass = "px-2.5 pb-1.5 text-[0.6875rem] font-semibold tracking-wider text-muted uppercase";
