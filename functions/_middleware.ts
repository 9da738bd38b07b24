/** Headers of every response of a function. Other static files have theirs from public/_headers. */
export const onRequest: PagesFunction<PagesEnv, string, { nonce: string }> = async (context) => {
  const url = new URL(context.request.url);
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  context.data.nonce = nonce;
  const response = await context.next();
  // A socket upgrade has no body to protect, and its response cannot be rebuilt.
  if (response.status === 101) return response;

  const headers = new Headers(response.headers);
  const defaults = {
    ...HEADERS,
    // Scripts and styles obey the policy of their page.
    ...(!url.pathname.startsWith("/assets/") && {
      "Content-Security-Policy": policy(nonce, url, framedOrigins(context.env)),
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

/** Frames allowed besides our own pages: only the designer and the analytics host that this deployment names. */
function framedOrigins(env: object): string[] {
  const { DESIGNER_URL = "", ANALYTICS_URL = "" } = env as Record<string, string | undefined>;
  const origins = [DESIGNER_URL, ANALYTICS_URL].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).origin] : [],
  );
  return [...new Set(origins)];
}

/** Our own analytics pages (app/routes.ts), the only screens that may be framed, and only by the console. */
const FRAMED = "/analytics-frame/";

function policy(nonce: string, { host, pathname }: URL, framed: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // 'self' does not include the WebSocket scheme in every browser.
    `connect-src 'self' ws://${host} wss://${host}`,
    ["frame-src 'self'", ...framed].join(" "),
    "form-action 'self'",
    `frame-ancestors ${pathname.startsWith(FRAMED) ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}
