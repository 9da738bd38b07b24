import { z } from "zod";
import { endpoint, publicAccess } from "../endpoint.ts";
import { formContent, formLimits } from "#workers/contract/forms/form.ts";

/** The page that people answer a form on, without an account. */

export const formToken = z.string().regex(/^[\w-]{10,40}$/);
const params = z.object({ token: formToken });
const path = "/form/:token";

/** The customers' fields that a form fills are nobody's business outside. */
const publicContent = formContent.omit({ mostAnswers: true, keepDays: true });
export type PublicForm = z.infer<typeof publicContent>;

export const openForm = endpoint({
  method: "GET",
  path,
  summary: "A published form, and what is known of the person whom its address was given to",
  access: publicAccess(
    "Forms are answered by people without an account; the token names one form, and limits guard it.",
  ),
  params,
  reply: z.object({
    state: z.enum(["open", "closed", "full", "used"]),
    version: z.int(),
    form: publicContent,
    known: z.record(z.string(), z.unknown()),
  }),
  under: "response",
});

export const answerForm = endpoint({
  method: "POST",
  path,
  summary: "Hands in the answers of a form; the same id again is the same answer",
  access: publicAccess(
    "Forms are answered by people without an account; limits and, where set, a captcha guard it.",
  ),
  params,
  body: z.object({
    id: z.uuid(),
    version: z.int().min(1),
    language: z.string().max(12).default(""),
    answers: z.record(z.string().max(40), z.unknown()),
    captcha: z.string().max(64).default(""),
    captchaId: z.string().max(64).default(""),
  }),
  maxBytes: formLimits.answerBytes + 8 * 1_024,
  reply: z.object({ thanks: z.string() }),
  under: "response",
});

export const formSeen = endpoint({
  method: "POST",
  path: `${path}/seen`,
  summary: "Counts that a form's page was opened, or that somebody began to fill it in",
  access: publicAccess("Pages of forms tell it by themselves; a number rises, and limits guard it."),
  params,
  body: z.object({ what: z.enum(["opened", "started"]) }),
  reply: z.null(),
  under: "response",
});
