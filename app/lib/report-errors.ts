import { clientError } from "#workers/contract/endpoints/system.ts";

/** Reports of one page: the sixth error of a screen that is broken says nothing new. */
const MOST_OF_A_PAGE = 5;
/** Places of a stack that are told, the innermost first. */
const PLACES = 3;
/** Part of a screen that could not be fetched, a call that was refused: the server knows of it, or nobody can be told. */
const KNOWN = /^(ApiError|PartError|AbortError)$/;

type Kind = "error" | "rejection" | "csp";

let requestId = "";
/** Notes the last answer of the server, which may be why something broke. */
export function noteRequest(id: string | null): void {
  requestId = id ?? requestId;
}

const told = new Set<string>();

/** Tells of whatever nobody caught on this page, to the log of the server. */
export function reportErrors(): void {
  addEventListener("error", ({ error }) => reportError("error", error));
  addEventListener("unhandledrejection", ({ reason }: PromiseRejectionEvent) =>
    reportError("rejection", reason),
  );
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    // Of a blocked address only where it leads to: its path may hold what somebody typed.
    send(
      "csp",
      `${effectiveDirective} ${originOf(blockedURI)}`,
      sourceFile && `${pathOf(sourceFile)}:${lineNumber}`,
    ),
  );
}

/** Tells of one error: its name and its place, never its words, which may hold what somebody typed. */
export function reportError(kind: Kind, error: unknown): void {
  if (error instanceof Error && !KNOWN.test(error.name)) send(kind, error.name, placesIn(error.stack));
}

function send(kind: Kind, message: string, where: string): void {
  const key = `${kind} ${message} ${where}`;
  if (told.has(key) || told.size >= MOST_OF_A_PAGE || !navigator.onLine) return;
  told.add(key);
  const release = (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version;
  // Nobody waits for it, and it goes on when the page is being left.
  void fetch(`/api${clientError.path}`, {
    method: clientError.method,
    keepalive: document.visibilityState === "hidden",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      kind,
      message: message.slice(0, 500),
      where: where.slice(0, 300),
      release,
      requestId,
    }),
  })
    // Read to its end, or the browser would hold the connection for an answer that nobody takes.
    .then((response) => response.text())
    .catch(() => undefined);
}

/** File, line and column of a stack's first places; the rest of its lines repeats the error's words. */
const placesIn = (stack = ""): string =>
  [...stack.matchAll(/(https?:\/\/[^\s)]+)(:\d+:\d+)/g)]
    .slice(0, PLACES)
    .map(([, address = "", place = ""]) => pathOf(address) + place)
    .join(" ");

/** The path alone: what was searched for may stand behind it. */
const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]+/, "").replace(/[?#].*$/, "");

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);
