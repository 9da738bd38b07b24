/** The policy as the page's own rendering needs it. */
export interface PageData extends Record<string, unknown> {
  nonce: string;
  /** Origins that may show this page in a frame, and are told what happens in it. */
  embedders: readonly string[];
}

/** Headers of every response of a function. Other static files have theirs from public/_headers. */
export const onRequest: PagesFunction<PagesEnv, string, PageData> = async (context) => {
  const url = new URL(context.request.url);
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const embedders = EMBEDDED.test(url.pathname) ? embeddersIn(context.env) : [];
  context.data.nonce = nonce;
  context.data.embedders = embedders;
  const response = await context.next();
  // A socket upgrade has no body to protect, and its response cannot be rebuilt.
  if (response.status === 101) return response;

  const headers = new Headers(response.headers);
  const defaults = {
    ...HEADERS,
    ...(CALLS.test(url.pathname) && { "Permissions-Policy": IN_A_CALL }),
    // Scripts and styles obey the policy of their page.
    ...(!url.pathname.startsWith("/assets/") && {
      "Content-Security-Policy": policy(nonce, url, framedOrigins(context.env), embedders),
    }),
  };
  for (const [name, value] of Object.entries(defaults)) {
    // The API may set its own policy, such as a sandbox around a file sent by a customer.
    if (!headers.has(name)) headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
};

const HEADERS = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  // The simulator's voice messages need the microphone, and a screen has no policy but that of the first one opened.
  "Permissions-Policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(self), midi=(), payment=(), usb=()",
};

/** The two ends of a video call, whose documents are their own: a tab of the agent's, and the page of a link. */
const CALLS = /^\/(call|chat\/call)\/[^/]+\/?$/;
const IN_A_CALL = HEADERS["Permissions-Policy"]
  .replace("camera=()", "camera=(self)")
  .replace("display-capture=()", "display-capture=(self)");

/** Frames allowed besides our own pages: only the designer and the analytics host that this deployment names. */
function framedOrigins(env: object): string[] {
  const { DESIGNER_URL = "", ANALYTICS_URL = "" } = env as Record<string, string | undefined>;
  const origins = [DESIGNER_URL, ANALYTICS_URL].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).origin] : [],
  );
  return [...new Set(origins)];
}

/** Our own analytics pages (app/routes.ts), which only the console may show in a frame. */
const FRAMED = "/analytics-frame/";

/** The chat workspace and its door: the only pages that other systems may show in a frame. */
const EMBEDDED = /^\/chatagent(\/enter)?\/?$/;

/**
 * Origins that a deployment lets embed the workspace. Whole origins only, since they are told what happens in it: https,
 * or a system on this machine.
 */
function embeddersIn(env: object): string[] {
  const { CHATAGENT_ORIGINS = "" } = env as Record<string, string | undefined>;
  const origins = CHATAGENT_ORIGINS.split(/[\s,]+/).filter((origin) => {
    if (!URL.canParse(origin)) return false;
    const { protocol, hostname, origin: whole } = new URL(origin);
    // A host may have letters that end a rule of the policy.
    if (!/^https?:\/\/[\w.-]+(:\d+)?$/.test(origin)) return false;
    return whole === origin && (protocol === "https:" || /^(localhost|127\.0\.0\.1)$/.test(hostname));
  });
  return [...new Set(origins)];
}

function policy(
  nonce: string,
  { host, pathname }: URL,
  framed: readonly string[],
  embedders: readonly string[],
): string {
  const ancestors = pathname.startsWith(FRAMED) ? ["'self'"] : embedders;
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // Without it the rule of scripts would apply, by which no address is enough.
    "worker-src 'self'",
    // 'self' does not include the WebSocket scheme in every browser.
    `connect-src 'self' ws://${host} wss://${host}`,
    ["frame-src 'self'", ...framed].join(" "),
    "form-action 'self'",
    ["frame-ancestors", ...(ancestors.length > 0 ? ancestors : ["'none'"])].join(" "),
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}
