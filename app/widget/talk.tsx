/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import type { WidgetMessage } from "#workers/contract/widget.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { Icon } from "./icon.tsx";
import { Body, isWide } from "./message.tsx";
import type { Acts, View } from "./view.ts";

interface Props {
  view: View;
  acts: Acts;
}

interface Shown {
  id: string;
  own: boolean;
  body: MessageBody;
  at: string;
  state?: "waiting" | "sent" | "failed";
  reason?: string;
}

/** The messages, what is on its way, and the box to write in. */
export function Talk({ view, acts }: Props) {
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
            <MessageItem key={each.id} said={each} all={shown} view={view} acts={acts} />
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
      .map(({ key, body, at, state, reason }): Shown => ({
        id: key,
        own: true,
        body,
        at,
        state,
        ...(reason && { reason }),
      })),
  ];
}

const tokensOf = (body: MessageBody): string[] => {
  const buttons =
    body.kind === "buttons"
      ? body.buttons
      : body.kind === "carousel"
        ? body.cards.flatMap((card) => card.buttons)
        : [];
  const rows = body.kind === "list" ? body.sections.flatMap((section) => section.rows) : [];
  return [
    ...buttons.flatMap((button) => (button.kind === "reply" ? button.token : [])),
    ...rows.map(({ token }) => token),
  ];
};

function MessageItem({ said, all, view, acts }: Props & { said: Shown; all: readonly Shown[] }) {
  const { texts, language } = view;
  const { own, body, state, reason } = said;
  const tokens = tokensOf(body);
  const answer =
    tokens.length === 0
      ? undefined
      : all
          .slice(all.indexOf(said) + 1)
          .find((each) => each.own && each.body.kind === "formAnswer" && tokens.includes(each.body.token));
  const pressed = answer?.body.kind === "formAnswer" ? answer.body.token : undefined;
  return (
    <li class={`message ${own ? "own" : ""} ${isWide(body) ? "wide" : ""}`}>
      <div class="bubble" dir="auto">
        <span class="hidden">{own ? texts.you : texts.them} </span>
        <Body body={body} texts={texts} pressed={pressed} usable={!own} press={acts.press} file={acts.file} />
      </div>
      <div class="meta">
        <time dateTime={said.at}>
          {new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(
            new Date(said.at),
          )}
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
  return <div role="status">{said && <p class="notice">{said}</p>}</div>;
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
