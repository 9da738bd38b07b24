/**
 * Files of the build: their names change with their contents, so they are kept for a year. That one is missing must not
 * be kept, but a rule of public/_headers applies to a 404 too.
 */
export const onRequest: PagesFunction<PagesEnv & { ASSETS: Fetcher }> = async ({ env, request }) => {
  const response = await env.ASSETS.fetch(request);
  const headers = new Headers(response.headers);
  headers.set("Cache-Control", response.status === 404 ? "no-store" : "public, max-age=31536000, immutable");
  return new Response(response.body, { status: response.status, headers });
};
