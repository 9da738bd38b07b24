import type { MailDeps } from "#workers/domain/identity/letters.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext } from "./context.ts";
import { publicUrl } from "./public-url.ts";

/** This deployment's encryption keys and link builder for mail. */
export const mailDepsOf = (c: AppContext): MailDeps => ({
  ring: keyRing(c.env.DATA_KEY),
  link: (path, query) => publicUrl(c, path, query),
});
