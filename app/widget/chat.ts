import { widgetTexts } from "#texts/widget.ts";
import type { VisitorDetails, WidgetSaid } from "#workers/contract/endpoints/widget.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { RATING, widgetConfigOf, type WidgetLanguage, type WidgetMessage } from "#workers/contract/widget.ts";
import { Calls, Refused } from "./calls.ts";
import { type Kept, newKey, type Pending, Storage } from "./kept.ts";
import { Line } from "./line.ts";
import { Uploads } from "./uploads.ts";
import { type Acts, type View, viewOf } from "./view.ts";

const TYPING_MS = 10_000;
const RETRY_MS = 3_000;
/** A site that may not use the channel looks like one without a connection: it must not ask all the time. */
const LONGEST_RETRY_MS = 5 * 60_000;

/** A visitor's chat: what was said, what is still to be said, and the way there. It draws nothing. */
export class Chat implements Acts {
  readonly #calls: Calls;
  readonly #kept: Storage;
  readonly #line: Line;
  readonly #changed: (view: View) => void;
  readonly #language: WidgetLanguage | undefined;
  readonly #uploads: Uploads;
  #view: View;
  #cursor = "";
  #flushing = false;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    { host, channelId, language }: { host: string; channelId: string; language?: WidgetLanguage | undefined },
    changed: (view: View) => void,
  ) {
    this.#calls = new Calls(host, channelId);
    this.#kept = new Storage(channelId);
    this.#changed = changed;
    this.#language = language;
    this.#view = { ...viewOf(widgetConfigOf({}, Date.now()), language ?? "en"), online: navigator.onLine };
    this.#uploads = new Uploads({
      call: (file, signal, onPercent) => this.#calls.upload(file, signal, onPercent),
      texts: () => this.#view.texts,
      changed: (uploads) => this.#show({ uploads }),
      done: ({ fileId, mime, name }) => {
        const kind = mime.startsWith("image/") ? "image" : "document";
        this.#leave({ kind: "file", fileId }, { kind, medium: { fileId, mime, name } });
      },
    });
    this.#line = new Line({
      url: () => this.#calls.socketUrl,
      opened: () => void this.#catchUp().catch(() => {}),
      again: () => this.#catchUp(),
      heard: (event) => event.type === "message" && this.#arrived([event.message]),
      changed: (connected) => this.#show({ connected }),
    });
    addEventListener("online", () => {
      this.#show({ online: true });
      void this.#flush();
    });
    addEventListener("offline", () => this.#show({ online: false }));
    addEventListener("storage", ({ key }) => key === this.#kept.name && this.#fromOtherTab());
    document.addEventListener("visibilitychange", () => this.#noteSeen());
  }

  /** Begins, or tries until it can. A widget that cannot begin shows nothing, so as not to disturb its page. */
  async begin(): Promise<void> {
    this.#show({ pending: this.#kept.read().pending });
    for (let tries = 0; ; tries++) {
      try {
        await this.#session();
        return;
      } catch (error) {
        if (error instanceof Refused && (error.status === 404 || error.status === 403)) {
          console.warn(`Chat: ${error.message}`);
          return;
        }
        const wait =
          error instanceof Refused && error.wait > 0
            ? error.wait * 1_000
            : Math.min(RETRY_MS * 2 ** tries, LONGEST_RETRY_MS);
        await new Promise<void>((resolve) => {
          setTimeout(resolve, wait * (0.75 + Math.random() / 2));
          addEventListener("online", () => resolve(), { once: true });
        });
      }
    }
  }

  toggle = (open: boolean): void => {
    this.#show({ open, ...(open && { notice: "" }) });
    if (!open) return;
    if (this.#view.phase === "ready") this.#line.begin();
    this.#noteSeen();
  };

  say = (text: string): void => this.#leave({ kind: "text", text }, { kind: "text", text });

  press = (token: string, label: string): void => {
    const body = { kind: "formAnswer", token, label } as const;
    this.#leave(body, body);
  };

  introduce = (details: VisitorDetails): void => {
    this.#kept.change(() => ({ details, asked: true }));
    this.#show({ asks: false, askErrors: {} });
    void this.#flush();
  };

  askRating = (asked: boolean): void => this.#show({ rating: asked ? "asked" : "no" });

  rate = (rating: number, comment: string): void => {
    const label = this.#view.texts.rating(rating);
    const body = { kind: "formAnswer", token: RATING, label, values: { rating, comment } } as const;
    this.#leave(body, body);
    this.#show({ rating: "thanked" });
  };

  attach = (file: File): void => this.#uploads.add(file);

  cancelUpload = (id: string): void => this.#uploads.cancel(id);

  again = (key: string): void => {
    if (this.#uploads.again(key)) return;
    this.#changePending(key, { state: "waiting" });
    void this.#flush();
  };

  file = (fileId: string): Promise<Blob> => this.#calls.file(fileId);

  async #session(): Promise<void> {
    const begun = await this.#kept.alone(async () => {
      const answer = await this.#calls.session(this.#kept.read().token);
      this.#kept.change(() => ({ token: answer.token }));
      return answer;
    });
    this.#calls.token = begun.token;
    this.#cursor = begun.cursor;
    const language = this.#language ?? begun.config.language;
    this.#show({ config: begun.config, language, texts: widgetTexts[language], phase: "ready" });
    this.#settle(begun.messages);
    const { pending, asked } = this.#kept.read();
    const { form } = begun.config;
    const wanted = Object.values(form).some((asking) => asking !== "no");
    this.#show({ asks: wanted && !asked && begun.messages.length === 0 && pending.length === 0 });
    // Nobody's socket is held open for people who only read the site.
    if (begun.messages.length > 0 || pending.length > 0 || this.#view.open) this.#line.begin();
    void this.#flush();
  }

  /** Fetches what was missed. A visitor whom the host does not know any more begins anew. */
  async #catchUp(): Promise<void> {
    try {
      for (let more = true; more;) {
        const page = await this.#calls.messages(this.#cursor);
        this.#cursor = page.cursor;
        more = page.more;
        this.#settle(page.messages);
      }
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      await this.#session();
    }
    void this.#flush();
  }

  /** Takes over what the server's record says: what is in it needs not be kept here any more. */
  #settle(messages: readonly WidgetMessage[]): void {
    const known = new Set(messages.map(({ id }) => id));
    if (this.#kept.read().pending.some(({ key }) => known.has(key))) {
      this.#keptPending((pending) => pending.filter(({ key }) => !known.has(key)));
    }
    this.#arrived(messages);
  }

  #arrived(messages: readonly WidgetMessage[]): void {
    if (messages.length === 0) return;
    const all = new Map(this.#view.messages.map((message) => [message.id, message]));
    // Said again from another tab, it has a later time: the first one is its place.
    for (const message of messages) {
      const at = all.get(message.id)?.at ?? message.at;
      all.set(message.id, { ...message, at: at < message.at ? at : message.at });
    }
    const sorted = [...all.values()].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    if (messages.at(-1)?.way === "out") this.#setTyping(false);
    this.#show({ messages: sorted });
    this.#noteSeen();
  }

  /** Tells the host what has arrived and what somebody looks at, and counts the rest. */
  #noteSeen(): void {
    const { messages, open } = this.#view;
    const kept = this.#kept.read();
    const after = (time: string | undefined) =>
      messages.filter(({ way, at }) => way === "out" && at > (time ?? "")).map(({ id }) => id);
    const looks = open && document.visibilityState === "visible";
    const delivered = after(kept.arrived);
    const unread = after(kept.read);
    this.#show({ unread: looks ? 0 : unread.length });
    const read = looks ? unread : [];
    const newest = messages.findLast(({ way }) => way === "out")?.at;
    if (delivered.length + read.length === 0 || newest === undefined) return;
    this.#kept.change(() => ({ arrived: newest, ...(looks && { read: newest }) }));
    this.#calls.seen({ delivered: delivered.slice(-100), read: read.slice(-100) }).catch(() => {
      // Told again with the next ones.
      this.#kept.change(() => ({ arrived: kept.arrived, read: kept.read }) as Partial<Kept>);
    });
  }

  #leave(said: WidgetSaid, body: MessageBody): void {
    const pending: Pending = { key: newKey(), said, body, at: new Date().toISOString(), state: "waiting" };
    this.#keptPending((all) => [...all, pending]);
    this.#line.begin();
    void this.#flush();
  }

  /** Sends what waits, in its order, one after the other. */
  async #flush(): Promise<void> {
    if (this.#flushing || this.#view.phase !== "ready") return;
    this.#flushing = true;
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#send(next);
    } catch (error) {
      const wait = error instanceof Refused ? error.wait : 0;
      if (wait > 0) this.#show({ notice: this.#view.texts.slowDown(wait) });
      setTimeout(() => void this.#flush(), wait > 0 ? wait * 1_000 : RETRY_MS);
    } finally {
      this.#flushing = false;
    }
  }

  #next = (): Pending | undefined =>
    this.#view.asks ? undefined : this.#kept.read().pending.find(({ state }) => state === "waiting");

  /** Throws what should be tried again later. */
  async #send({ key, said }: Pending): Promise<void> {
    const { details } = this.#kept.read();
    try {
      const message = await this.#calls.say({ key, body: said, ...(details && { details }) });
      if (details)
        this.#kept.change(({ details: _, ...kept }) => ({ ...kept, details: undefined }) as Partial<Kept>);
      this.#changePending(key, { state: "sent", at: message.at });
      this.#show({ notice: "" });
      this.#arrived([message]);
      // A quick answer comes by the socket before this call's own.
      const answered = this.#view.messages.some(({ way, at }) => way === "out" && at >= message.at);
      if (!answered && (said.kind !== "formAnswer" || said.token !== RATING)) this.#setTyping(true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 401) return this.#session();
      const wrong = Object.entries(error.errors).filter(([field]) => field.startsWith("details."));
      if (wrong.length > 0) {
        const askErrors = Object.fromEntries(
          wrong.map(([field, text]) => [field.slice("details.".length), text]),
        );
        this.#show({ asks: true, askErrors });
        return;
      }
      if (error.status === 0 || error.status === 429 || error.status >= 500) throw error;
      this.#changePending(key, { state: "failed", reason: error.message });
    }
  }

  #setTyping(typing: boolean): void {
    clearTimeout(this.#typing);
    if (typing) this.#typing = setTimeout(() => this.#show({ typing: false }), TYPING_MS);
    this.#show({ typing });
  }

  #changePending = (key: string, more: Partial<Pending>): void =>
    this.#keptPending((all) => all.map((each) => (each.key === key ? { ...each, ...more } : each)));

  #keptPending(edit: (pending: Pending[]) => Pending[]): void {
    const { pending } = this.#kept.change((kept) => ({ pending: edit(kept.pending) }));
    this.#show({ pending });
  }

  #fromOtherTab(): void {
    const { pending, asked } = this.#kept.read();
    this.#show({ pending, ...(asked && { asks: false }) });
    this.#noteSeen();
  }

  #show(more: Partial<View>): void {
    this.#view = { ...this.#view, ...more };
    this.#changed(this.#view);
  }
}
