import type { VisitorDetails, WidgetFile, WidgetSaid } from "#workers/contract/endpoints/widget.ts";
import type { WidgetConfig, WidgetMessage } from "#workers/contract/widget.ts";

/** A refusal of the API. `status` 0: nobody answered. */
export class Refused extends Error {
  readonly status: number;
  readonly errors: Record<string, string>;
  /** Seconds to wait before the next try. */
  readonly wait: number;

  constructor(status: number, message: string, errors: Record<string, string> = {}, wait = 0) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.wait = wait;
  }
}

interface Page {
  messages: WidgetMessage[];
  cursor: string;
}

/** The widget's calls to the host that its script came from. */
export class Calls {
  readonly #base: string;
  token = "";

  constructor(host: string, channelId: string) {
    this.#base = `${host}/api/widget/${encodeURIComponent(channelId)}/`;
  }

  session = (token: string | undefined) =>
    this.#call<Page & { token: string; config: WidgetConfig }>("POST", "session", token ? { token } : {});

  messages = (after: string) =>
    this.#call<Page & { more: boolean }>("GET", `messages?after=${encodeURIComponent(after)}`);

  say = (said: { key: string; body: WidgetSaid; details?: VisitorDetails }) =>
    this.#call<WidgetMessage>("POST", "messages", said);

  seen = (ids: { delivered?: string[]; read?: string[] }) => this.#call<null>("POST", "seen", ids);

  /** A file's bytes; `<img>` could send no token, and the site's policy need not allow pictures of ours. */
  async file(fileId: string): Promise<Blob> {
    return (await this.#fetch("GET", `files/${encodeURIComponent(fileId)}`)).blob();
  }

  get socketUrl(): string {
    return `${this.#base.replace(/^http/, "ws")}socket?token=${encodeURIComponent(this.token)}`;
  }

  /** Sends a file, telling how much of it has gone (0 to 100). `fetch` cannot tell. */
  upload(file: File, signal: AbortSignal, progress: (percent: number) => void): Promise<WidgetFile> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", `${this.#base}files`);
      request.setRequestHeader("authorization", `Bearer ${this.token}`);
      request.responseType = "json";
      request.upload.onprogress = ({ loaded, total }) => progress(Math.round((loaded / (total || 1)) * 100));
      request.onload = () => {
        const answer = (request.response ?? {}) as { response?: WidgetFile; message?: string };
        if (request.status === 200 && answer.response) resolve(answer.response);
        else reject(new Refused(request.status, answer.message ?? ""));
      };
      request.onerror = () => reject(new Refused(0, ""));
      request.onabort = () => reject(new Refused(0, ""));
      signal.addEventListener("abort", () => request.abort());
      const form = new FormData();
      form.append("file", file, file.name);
      request.send(form);
    });
  }

  async #call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await this.#fetch(method, path, body);
    return ((await response.json()) as { response: Reply }).response;
  }

  async #fetch(method: string, path: string, body?: unknown): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(this.#base + path, {
        method,
        credentials: "omit",
        cache: "no-store",
        headers: {
          ...(this.token && { authorization: `Bearer ${this.token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch {
      throw new Refused(0, "");
    }
    if (response.ok) return response;
    const said = (await response.json().catch(() => ({}))) as {
      message?: string;
      errors?: Record<string, string>;
    };
    const wait = Number(response.headers.get("retry-after") ?? 0);
    throw new Refused(response.status, said.message ?? "", said.errors, Number.isFinite(wait) ? wait : 0);
  }
}
