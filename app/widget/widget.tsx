/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import type { WidgetMessage } from "#workers/contract/endpoints/widget.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { Acts, View } from "./chat.ts";
import { DetailsForm, RatingForm } from "./forms.tsx";
import { Body, isWide } from "./message.tsx";

interface Props {
  view: View;
  acts: Acts;
}

const ICONS = {
  chat: "M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H9l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z",
  close: "M6 6l12 12M18 6L6 18",
  send: "M4 12l16-8-6 16-3-6-7-2Z",
  clip: "M8 12l6-6a3.5 3.5 0 0 1 5 5l-8 8a5 5 0 0 1-7-7l8-8",
};
const Icon = ({ name }: { name: keyof typeof ICONS }) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
);

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
    <div class="panel" role="dialog" aria-label={title} aria-modal={whole ? "true" : undefined} tabIndex={-1} ref={panel} onKeyDown={keys}>
      <header>
        <h2>{title}</h2>
        {ended && rating === "no" && (
          <button type="button" onClick={() => acts.askRating(true)}>
            {texts.end}
          </button>
        )}
        <button type="button" class="icon" aria-label={texts.close} onClick={() => acts.toggle(false)}>
          <Icon name="close" />
        </button>
      </header>
      {phase === "gone" || phase === "forbidden" ? (
        <p class="sheet" role="alert">
          {texts[phase]}
        </p>
      ) : rating !== "no" ? (
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

interface Shown {
  id: string;
  own: boolean;
  body: MessageBody;
  at: string;
  state?: "waiting" | "sent" | "failed";
  reason?: string;
}

function Talk({ view, acts }: Props) {
  const { texts, config } = view;
  const shown = shownOf(view);
  const log = useRef<HTMLDivElement>(null);
  const last = shown.at(-1)?.id;
  useEffect(() => {
    const { current } = log;
    if (current) current.scrollTop = current.scrollHeight;
  }, [last, view.typing]);
  return (
    <>
      <div class="log" role="log" aria-label={texts.log} tabIndex={0} ref={log}>
        <ol>
          <li class="message">
            <div class="bubble">
              <span class="hidden">{texts.them} </span>
              {config.welcome || texts.welcome}
            </div>
          </li>
          {shown.map((each) => (
            <Said key={each.id} said={each} all={shown} view={view} acts={acts} />
          ))}
        </ol>
        {view.typing && (
          // Seen, not announced: the answer itself will be.
          <div aria-hidden="true" class="dots">
            <i />
            <i />
            <i />
          </div>
        )}
      </div>
      <Uploads view={view} acts={acts} />
      <Notice view={view} />
      <Composer view={view} acts={acts} />
    </>
  );
}

/** The server's record, then what it does not have yet. */
function shownOf({ messages, pending }: View): Shown[] {
  const known = new Set(messages.map(({ id }) => id));
  const states = new Map(pending.map((each) => [each.key, each.state]));
  return [
    ...messages.map(({ id, way, body, at }: WidgetMessage): Shown => {
      const state = states.get(id);
      return { id, own: way === "in", body, at, ...(state && { state: "sent" as const }) };
    }),
    ...pending
      .filter(({ key }) => !known.has(key))
      .map(({ key, body, at, state, reason }): Shown => ({ id: key, own: true, body, at, state, ...(reason && { reason }) })),
  ];
}

const tokensOf = (body: MessageBody): string[] => {
  const buttons =
    body.kind === "buttons" ? body.buttons : body.kind === "carousel" ? body.cards.flatMap((card) => card.buttons) : [];
  const rows = body.kind === "list" ? body.sections.flatMap((section) => section.rows) : [];
  return [...buttons.flatMap((button) => (button.kind === "reply" ? button.token : [])), ...rows.map(({ token }) => token)];
};

function Said({ said, all, view, acts }: Props & { said: Shown; all: readonly Shown[] }) {
  const { texts, language } = view;
  const { own, body, state, reason } = said;
  const tokens = tokensOf(body);
  const answer =
    tokens.length === 0
      ? undefined
      : all.slice(all.indexOf(said) + 1).find((each) => each.own && each.body.kind === "formAnswer" && tokens.includes(each.body.token));
  const pressed = answer?.body.kind === "formAnswer" ? answer.body.token : undefined;
  return (
    <li class={`message ${own ? "own" : ""} ${isWide(body) ? "wide" : ""}`}>
      <div class="bubble" dir="auto">
        <span class="hidden">{own ? texts.you : texts.them} </span>
        <Body body={body} texts={texts} pressed={pressed} usable={!own} press={acts.press} file={acts.file} />
      </div>
      <div class="meta">
        <time dateTime={said.at}>
          {new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(new Date(said.at))}
        </time>
        {state === "waiting" && <span>{view.online ? texts.sending : texts.waiting}</span>}
        {state === "sent" && <span>{texts.sent}</span>}
        {state === "failed" && (
          <>
            <span class="bad">
              {texts.failed} {reason}
            </span>
            <button type="button" class="link" onClick={() => acts.again(said.id)}>
              {texts.again}
            </button>
          </>
        )}
      </div>
    </li>
  );
}

function Uploads({ view: { uploads, texts }, acts }: Props) {
  if (uploads.length === 0) return null;
  return (
    <div class="uploads">
      {uploads.map(({ id, file, percent, failed }) => (
        <div key={id}>
          {failed ? (
            <p class="bad" role="alert">
              {file.name}: {failed}
            </p>
          ) : (
            <>
              {texts.uploading(file.name, percent)}
              <progress max={100} value={percent} aria-label={file.name} />
            </>
          )}
          <span class="step">
            {failed && (
              <button type="button" onClick={() => acts.again(id)}>
                {texts.again}
              </button>
            )}
            <button type="button" onClick={() => acts.cancelUpload(id)}>
              {texts.cancelUpload}
            </button>
          </span>
        </div>
      ))}
    </div>
  );
}

function Notice({ view }: { view: View }) {
  const { texts, notice, online, phase } = view;
  const said = !online ? texts.offline : phase === "beginning" ? texts.connecting : notice;
  return (
    <div role="status">
      {said && <p class="notice">{said}</p>}
    </div>
  );
}

const FILES = "image/jpeg,image/png,.pdf,.doc,.docx,.ppt,.pptx,.xls,.xlsx,.csv";

function Composer({ view: { texts }, acts }: Props) {
  const [text, setText] = useState("");
  const [empty, setEmpty] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const send = () => {
    setEmpty(text.trim() === "");
    box.current?.focus();
    if (text.trim() === "") return;
    acts.say(text.trim());
    setText("");
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <input
        type="file"
        hidden
        accept={FILES}
        ref={picker}
        aria-label={texts.attach}
        onChange={({ currentTarget }) => {
          for (const file of currentTarget.files ?? []) acts.attach(file);
          currentTarget.value = "";
        }}
      />
      <button type="button" class="icon" aria-label={texts.attach} onClick={() => picker.current?.click()}>
        <Icon name="clip" />
      </button>
      <div class="field">
        <textarea
          ref={box}
          data-first=""
          rows={1}
          dir="auto"
          maxLength={4_096}
          aria-label={texts.write}
          placeholder={texts.write}
          aria-invalid={empty ? "true" : "false"}
          aria-describedby={empty ? "empty" : undefined}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setEmpty(false);
          }}
          onKeyDown={(event) => {
            // An input method uses Enter to choose a word.
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        {empty && (
          <span class="error" id="empty" role="alert">
            {texts.empty}
          </span>
        )}
      </div>
      <button type="submit" class="icon go" aria-label={texts.send}>
        <Icon name="send" />
      </button>
    </form>
  );
}
