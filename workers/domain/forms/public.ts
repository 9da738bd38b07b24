import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { and, eq, sql } from "drizzle-orm";
import { formLinks, forms, formSubmissions, formVersions } from "#db/tenant/forms.ts";
import { runInbox } from "#db/tenant/automation-runs.ts";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { formsTexts as texts } from "#texts/forms.ts";
import type { answerForm, openForm } from "#workers/contract/endpoints/public-form.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { judge } from "#workers/contract/forms/answers.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { type FormContent, inLanguage, languageFor } from "#workers/contract/forms/form.ts";
import { isFenced, liesHere } from "../bare/fenced.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, isDouble } from "../error.ts";
import { like } from "../expression/like.ts";
import { bindable, guard, guardFailed } from "../guard.ts";
import { useCaptcha } from "../identity/captcha.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { type Agreed, agreed } from "./opting-in.ts";
import { customerOfLink, fieldsOfLink, filling, knownOf, type LinkCustomer } from "./link-customer.ts";

type Link = typeof formLinks.$inferSelect;
interface Found {
  link: Link;
  version: number;
  content: FormContent;
  submitted: number;
  /** Whether these very answers are there. */
  isThere: number;
  theirs: LinkCustomer;
}
type State = ReplyOf<typeof openForm>["state"];

const SUBMITTED =
  sql<number>`(SELECT count(*) FROM form_submissions s WHERE s.enterprise_id = ${formLinks.enterpriseId} AND s.form_id = ${formLinks.formId})`.as(
    "submitted",
  );

/** A link with its form as it is published, or in the version that somebody has before them. */
async function find(db: TenantDb, token: string, answered?: { version: number; id: string }): Promise<Found> {
  const reading = db
    .select({
      link: formLinks,
      version: formVersions.number,
      content: formVersions.content,
      submitted: SUBMITTED,
      isThere:
        sql<number>`EXISTS (SELECT 1 FROM form_submissions s WHERE s.form_id = ${formLinks.formId} AND s.answer_id = ${answered?.id ?? ""})`.as(
          "is_there",
        ),
    })
    .from(formLinks)
    .innerJoin(
      forms,
      and(
        eq(forms.id, formLinks.formId),
        eq(forms.enterpriseId, formLinks.enterpriseId),
        sql`${forms.deletedAt} IS NULL`,
      ),
    )
    .innerJoin(
      formVersions,
      and(
        eq(formVersions.formId, forms.id),
        eq(formVersions.number, sql`coalesce(${answered?.version ?? null}, ${forms.version})`),
      ),
    )
    .where(and(eq(formLinks.token, token), sql.raw(liesHere("form_links.enterprise_id"))))
    .limit(1);
  const [[row], [customer], fields] = await db.batch([
    reading,
    customerOfLink(db, token),
    fieldsOfLink(db, token),
  ]);
  if (!row) throw new DomainError("notFound", { message: texts.page.goneText });
  return { ...row, theirs: { customer, fields } };
}

function stateOf({ link, content, submitted }: Found, now: number): State {
  if (link.singleUse && link.usedAt !== null) return "used";
  const ends = [link.until, content.closesAt === null ? null : Date.parse(content.closesAt)];
  if (ends.some((end) => end !== null && end <= now)) return "closed";
  return content.mostAnswers !== null && submitted >= content.mostAnswers ? "full" : "open";
}

/** The content for a page; files come through a chat alone, and the fields that answers fill are nobody's business. */
const forPage = ({ mostAnswers: _, keepDays: _days, ...content }: FormContent) => ({
  ...content,
  fields: content.fields
    .filter(({ type }) => type !== "file")
    .map(({ saveTo: _field, optIn: _types, ...field }) => field),
});

/** A published form for its page. A form that takes no answers shows none of its questions. */
export async function openPage(db: TenantDb, token: string, now: number): Promise<ReplyOf<typeof openForm>> {
  const found = await find(db, token);
  const state = stateOf(found, now);
  const form = forPage(found.content);
  return {
    state,
    version: found.version,
    form: state === "open" ? form : { ...form, fields: [] },
    known: state === "open" ? knownOf(found.content, found.theirs) : {},
  };
}

interface Around {
  ctxOf: (link: Pick<Link, "enterpriseId">) => Ctx;
  directory: DirectoryDb;
  hashing: (ctx: Ctx) => Promise<AddressHash>;
  /** Keeps answers of an enterprise whose database takes none just now; whoever gave them is thanked. */
  keep?: (enterpriseId: EnterpriseId, at: number) => Promise<void>;
  /** Answers that were kept: whoever gave them was thanked, so only a link that works once refuses them. */
  isKept?: boolean;
}

/** Times that answers are written anew because somebody else has changed the customer meanwhile. */
const TRIES = 3;

/**
 * Takes somebody's answers: one row for each id, and in the same transaction the run that waits for them hears of it, or
 * the customer whose own link it is has the fields that the form fills.
 */
export async function answerPage(
  db: TenantDb,
  token: string,
  body: InputOf<typeof answerForm>["body"],
  { ctxOf, directory, hashing, keep, isKept = false }: Around,
): Promise<ReplyOf<typeof answerForm>> {
  let found = await find(db, token, body);
  const { link, content } = found;
  const ctx = ctxOf(link);
  const now = ctx.now();
  const language = languageFor(content, [body.language]);
  const thanks = { thanks: inLanguage(content, language).thanks };
  if (found.isThere === 1) return thanks;
  const mayAnswer = () => refuse(stateOf(found, now), isKept);
  mayAnswer();
  const fields = content.fields.filter(({ type }) => type !== "file");
  const { answers, errors } = judge({ fields }, body.answers, { now, matches: like });
  if (Object.keys(errors).length > 0) {
    const named = Object.entries(errors).map(([id, sentence]) => [`answers.${id}`, sentence]);
    throw new DomainError("invalid", { message: texts.page.summary, errors: Object.fromEntries(named) });
  }
  // After the answers: one that needs another look uses no captcha up.
  if (content.captcha && link.kind === "public" && !isKept)
    await useCaptcha(directory, { captchaId: body.captchaId, answer: body.captcha, purpose: "form" }, now);
  for (let tries = 1; ; tries++) {
    try {
      const submissionId = ctx.newId();
      const word = await agreed(ctx, found, { answers, language, submissionId }, () => hashing(ctx));
      const room = isKept ? null : content.mostAnswers;
      await write(ctx, found, { id: submissionId, answerId: body.id, answers, language, room }, word);
      break;
    } catch (error) {
      if (keep && isFenced(error)) {
        await keep(link.enterpriseId, now);
        return thanks;
      }
      // A second press, or somebody else was the last that it took, or the form is gone; or what they agree to was just refused,
      // or somebody else has met the same person.
      const before: Found = found;
      found = await find(db, token, body);
      if (found.isThere === 1) return thanks;
      if (!guardFailed(error) && !isDouble(error)) throw error;
      mayAnswer();
      const isChanged =
        found.theirs.customer?.revision !== before.theirs.customer?.revision || asksConsent(content);
      if (!isChanged || tries === TRIES) throw new DomainError("notFound", { message: texts.page.goneText });
    }
  }
  if (link.runId !== null) ctx.after.clock = true;
  return thanks;
}

const SEEN = (what: "opened" | "started") =>
  `UPDATE form_links SET ${what} = ${what} + 1 WHERE token = ?1 AND (kind = 'public' OR ${what} = 0) AND ${liesHere("enterprise_id")}`;
const WHOSE = `SELECT enterprise_id AS enterpriseId FROM form_links WHERE token = ?1 AND ${liesHere("enterprise_id")}`;

/** Whose a link is that lies here; undefined for one that is not here. */
export const whoseLink = (
  { $client }: Pick<TenantDb, "$client">,
  token: string,
): Promise<EnterpriseId | null> => $client.prepare(WHOSE).bind(token).first<EnterpriseId>("enterpriseId");

/**
 * Counts that a page was opened, or begun to be filled in, in one transaction with `first`; a person's own link counts once.
 * Answers whose it is.
 */
export async function countSeen(
  { $client }: Pick<TenantDb, "$client">,
  token: string,
  what: "opened" | "started",
  first: readonly D1PreparedStatement[] = [],
): Promise<EnterpriseId | undefined> {
  const counting = [SEEN(what), WHOSE].map((text) => $client.prepare(text).bind(token));
  const results = await $client.batch<{ enterpriseId: EnterpriseId }>([...first, ...counting]);
  return results.at(-1)?.results[0]?.enterpriseId;
}

function refuse(state: State, isKept: boolean): void {
  if (state === "used") throw new DomainError("formUsed");
  if (isKept) return;
  if (state === "closed") throw new DomainError("formClosed");
  if (state === "full") throw new DomainError("formFull");
}

const asksConsent = ({ fields }: FormContent): boolean => fields.some(({ optIn }) => optIn !== undefined);

const write = (
  ctx: Ctx,
  { link, version, content, theirs }: Found,
  {
    id,
    answerId,
    answers,
    language,
    room: most,
  }: Pick<typeof formSubmissions.$inferInsert, "id" | "answerId" | "answers" | "language"> & {
    room: number | null;
  },
  word: Agreed,
) => {
  const { db, enterpriseId, now } = ctx;
  const { formId, customer, identityId, runId, key, token } = link;
  const at = now();
  const room =
    most === null
      ? sql`1`
      : sql`(SELECT count(*) FROM form_submissions WHERE enterprise_id = ${enterpriseId} AND form_id = ${formId}) < ${most}`;
  // A run fills the fields in its own step.
  const { statements, customers: written } =
    runId === null ? filling(ctx, theirs, content, answers) : { statements: [], customers: [] };
  const asRead = sql.join(
    written.map(
      ([number, revision]) =>
        sql` AND EXISTS (SELECT 1 FROM customers WHERE number = ${number} AND revision = ${revision} AND deleted_at IS NULL)`,
    ),
  );
  const query = (each: Parameters<typeof bindable>[1]) => bindable(ctx, each);
  return db.$client.batch([
    query(
      guard(
        ctx,
        sql`EXISTS (SELECT 1 FROM form_links l CROSS JOIN forms f ON f.id = l.form_id AND f.deleted_at IS NULL
        WHERE l.token = ${token} AND (l.single_use = 0 OR l.used_at IS NULL)) AND ${room}${asRead} AND ${word.holds ?? sql`1`}`,
      ),
    ),
    query(
      db.insert(formSubmissions).values({
        id,
        enterpriseId,
        formId,
        version,
        answerId,
        answers,
        customer,
        // By it an erasure finds what somebody has answered behind the address for everybody.
        identityId: identityId ?? word.identityId,
        runId,
        language,
        at,
      }),
    ),
    query(db.update(formLinks).set({ usedAt: at }).where(eq(formLinks.token, token))),
    ...statements,
    ...word.statements,
    ...(runId === null
      ? []
      : [
          query(
            db.insert(runInbox).values({
              enterpriseId,
              eventId: `form:${formId}:${answerId}`,
              kind: "form",
              key,
              runId,
              data: JSON.stringify({ values: answers }),
              at,
              until: at + KEPT_MS,
            }),
          ),
        ]),
  ]);
};
