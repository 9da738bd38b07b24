/** Headers of everything a function answers. Static files have theirs from public/_headers. */
export const onRequest: PagesFunction<PagesEnv, string, { nonce: string }> = async (context) => {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  context.data.nonce = nonce;
  const response = await context.next();
  // A socket upgrade has no body to protect, and its response cannot be rebuilt.
  if (response.status === 101) return response;

  const headers = new Headers(response.headers);
  const defaults = {
    ...HEADERS,
    "Content-Security-Policy": policy(nonce, new URL(context.request.url).host, designerOrigin(context.env)),
  };
  for (const [name, value] of Object.entries(defaults)) {
    // The API may ask for other terms, such as a sandbox around a file that a customer has sent.
    if (!headers.has(name)) headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
};

const HEADERS = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
};

/** Besides our own pages that allow it (a local system's mail) only the designer that this deployment names is framed. */
function designerOrigin(env: object): string | undefined {
  const { DESIGNER_URL: url = "" } = env as { DESIGNER_URL?: string };
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

function policy(nonce: string, host: string, designer: string | undefined): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // 'self' does not include the socket's scheme in every browser.
    `connect-src 'self' ws://${host} wss://${host}`,
    ["frame-src 'self'", ...(designer ? [designer] : [])].join(" "),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}
