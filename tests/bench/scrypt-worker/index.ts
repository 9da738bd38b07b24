import { hashPassword } from "#workers/domain/identity/password.ts";

/** The slow hash alone, by the product's own function; /nothing answers without it, for comparison. */
export default {
  async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname === "/hash") await hashPassword("nine cheerful magpies");
    return new Response();
  },
};
