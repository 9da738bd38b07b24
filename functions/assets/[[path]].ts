type Env = PagesEnv & { ASSETS: Fetcher };

/** By it an earlier deployment, asked for its file, knows not to ask others. */
const FOR_LATER = "x-for-a-later-deployment";
const LONGEST_MS = 5_000;

/**
 * Files of the build: their names change with their contents, so they are kept for a year. That one is missing must not
 * be kept, but a rule of public/_headers applies to a 404 too. A console that was opened before a deploy still asks for the
 * files of its own build: the deployments before this one have them.
 */
export const onRequest: PagesFunction<Env> = async ({ env, request }) => {
  const own = await env.ASSETS.fetch(request);
  const response = own.status === 404 ? ((await fromEarlier(env, request)) ?? own) : own;
  const headers = new Headers(response.headers);
  headers.set("Cache-Control", response.status === 404 ? "no-store" : "public, max-age=31536000, immutable");
  return new Response(response.body, { status: response.status, headers });
};

/** The file as an earlier deployment has it, the newest first; the deploy writes where they are (scripts/deploy). */
async function fromEarlier({ ASSETS }: Env, request: Request): Promise<Response | undefined> {
  if (request.headers.has(FOR_LATER)) return undefined;
  const list = await ASSETS.fetch(new URL("/earlier.json", request.url));
  if (!list.ok) return undefined;
  const { pathname } = new URL(request.url);
  for (const origin of (await list.json()) as string[]) {
    const found = await fetch(new URL(pathname, origin), {
      method: request.method,
      headers: { [FOR_LATER]: "1" },
      // A sign-in page in front of it is no file.
      redirect: "manual",
      signal: AbortSignal.timeout(LONGEST_MS),
    }).catch(() => undefined);
    if (found?.ok) return found;
  }
  return undefined;
}
