/** @jsxImportSource preact */
import { useEffect, useRef } from "preact/hooks";
import { DetailsForm, RatingForm } from "./forms.tsx";
import { Icon } from "./icon.tsx";
import { Talk } from "./talk.tsx";
import type { Acts, View } from "./view.ts";

interface Props {
  view: View;
  acts: Acts;
}

/** The widget: its button, and the chat when it is open. */
export function Widget({ view, acts }: Props) {
  const { texts, config, open, unread } = view;
  const launcher = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) launcher.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return (
    <section
      class={`widget ${config.position} ${open ? "opened" : ""}`}
      lang={view.language}
      aria-label={config.title || texts.title}
    >
      {open && <Panel view={view} acts={acts} />}
      <button
        type="button"
        class="launcher"
        ref={launcher}
        aria-expanded={open}
        aria-label={open ? texts.close : unread > 0 ? texts.openUnread(unread) : texts.open}
        onClick={() => acts.toggle(!open)}
      >
        <Icon name={open ? "close" : "chat"} />
        {!open && unread > 0 && (
          <span class="badge" aria-hidden="true">
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </button>
    </section>
  );
}

/** Below this width the chat takes the whole screen, so nothing else of the page may get the focus. */
const WHOLE = "(max-width: 480px)";
const FOCUSABLE = "button:not([disabled]),a[href],input,textarea,summary,[tabindex='0']";

function Panel({ view, acts }: Props) {
  const { texts, config, phase, rating, asks, messages } = view;
  const panel = useRef<HTMLDivElement>(null);
  const whole = matchMedia(WHOLE).matches;
  const sheet = rating !== "no" ? rating : asks ? "form" : "chat";
  useEffect(() => {
    const first = panel.current?.querySelector<HTMLElement>("[data-first]");
    (first ?? panel.current)?.focus();
  }, [sheet, phase]);
  // On the element itself: to lint, a dialog is nothing that is typed into.
  useEffect(() => {
    const { current } = panel;
    current?.addEventListener("keydown", keys);
    return () => current?.removeEventListener("keydown", keys);
  });
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      return acts.toggle(false);
    }
    if (event.key !== "Tab" || !whole) return;
    const all = [...(panel.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    const root = panel.current?.getRootNode();
    const now = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
    const end = event.shiftKey ? all[0] : all.at(-1);
    if (now !== end && now !== panel.current) return;
    event.preventDefault();
    (event.shiftKey ? all.at(-1) : all[0])?.focus();
  };
  const title = config.title || texts.title;
  const ended = messages.some(({ way }) => way === "in");
  return (
    <div
      class="panel"
      role="dialog"
      aria-label={title}
      aria-modal={whole ? "true" : undefined}
      tabIndex={-1}
      ref={panel}
    >
      <header>
        <h2>{title}</h2>
        {ended && rating === "no" && (
          <button type="button" onClick={() => acts.askRating(true)}>
            {texts.rateChat}
          </button>
        )}
        <button type="button" class="icon" aria-label={texts.close} onClick={() => acts.toggle(false)}>
          <Icon name="close" />
        </button>
      </header>
      {rating !== "no" ? (
        <RatingForm view={view} acts={acts} />
      ) : (
        <>
          {!config.open && <p class="notice">{config.hoursText || texts.outside}</p>}
          {asks ? <DetailsForm view={view} acts={acts} /> : <Talk view={view} acts={acts} />}
        </>
      )}
    </div>
  );
}
