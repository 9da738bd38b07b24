/** The API shares the console's origin: no CORS, and a socket upgrade (101) passes through unchanged. */
export const onRequest: PagesFunction<PagesEnv> = ({ env, request }) => env.API.fetch(request);
