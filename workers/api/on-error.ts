import { codes } from "#workers/contract/codes.ts";
import { describe, DomainError } from "#workers/domain/error.ts";
import { isFenced } from "#workers/domain/bare/fenced.ts";
import type { AppContext } from "./context.ts";
import { inLanguageOf } from "./in-language/answers.ts";

/** Seconds after which somebody whose enterprise moves tries again. */
const MOVED_SECONDS = 30;

function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return isFenced(error)
    ? new DomainError("moving", { retryAfterSeconds: MOVED_SECONDS })
    : new DomainError("internal");
}

/**
 * The only place that turns a failure into a response. Anything but a domain refusal is our fault: 500, and the log.
 */
export async function onError(error: unknown, c: AppContext): Promise<Response> {
  const refused = refusalOf(error);
  c.set("failure", refused === error ? refused.code : describe(error));
  const { status, wire } = codes[refused.code] as { status: 400; wire?: number };
  const { response, retryAfterSeconds } = refused.details;
  const { message, errors } = await inLanguageOf(c.req.header("accept-language"), {
    message: refused.message,
    errors: refused.details.errors,
  });
  if (retryAfterSeconds !== undefined) c.header("retry-after", String(retryAfterSeconds));
  return c.json(
    {
      status: false,
      message,
      ...(wire !== undefined && { code: wire }),
      ...(refused.code === "loginRequired" && { login_required: true }),
      ...(errors && { errors }),
      ...(response && { response }),
      ...(status >= 500 && { requestId: c.get("requestId") }),
    },
    status,
  );
}
