import { codes } from "#workers/contract/codes.ts";
import { describe, DomainError } from "#workers/domain/error.ts";
import type { AppContext } from "./context.ts";

/**
 * The only place that turns a failure into a response. Anything but a domain refusal is our fault: 500, and the log.
 */
export function onError(error: unknown, c: AppContext): Response {
  const refused = error instanceof DomainError ? error : new DomainError("internal");
  c.set("failure", refused === error ? refused.code : describe(error));
  const { status, wire } = codes[refused.code] as { status: 400; wire?: number };
  const { errors, response, retryAfterSeconds } = refused.details;
  if (retryAfterSeconds !== undefined) c.header("retry-after", String(retryAfterSeconds));
  return c.json(
    {
      status: false,
      message: refused.message,
      ...(wire !== undefined && { code: wire }),
      ...(refused.code === "loginRequired" && { login_required: true }),
      ...(errors && { errors }),
      ...(response && { response }),
      ...(status >= 500 && { requestId: c.get("requestId") }),
    },
    status,
  );
}
