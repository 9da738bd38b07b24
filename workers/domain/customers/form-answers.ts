import { iso, type Ctx } from "../ctx.ts";

const PAGE = 500;
const ANSWERS = `SELECT s.id, s.at, f.name AS form, s.answers FROM form_submissions s LEFT JOIN forms f ON f.id = s.form_id
  WHERE s.enterprise_id = ?1 AND s.id > ?2 AND (s.identity_id IN (SELECT value FROM json_each(?3))
    OR s.customer = (SELECT number FROM customers WHERE enterprise_id = ?1 AND id = ?4)) ORDER BY s.id LIMIT ${PAGE}`;

interface Row {
  id: string;
  at: number;
  form: string | null;
  answers: string;
}

/** WhatsApp Flows sent to somebody, with their answers, or the data of those that they gave up. */
const WA_FLOWS = `SELECT s.token AS id, s.created_at AS at, f.name AS form, json_object('given', json(s.data), 'answers', json(a.answers)) AS answers
  FROM wa_flow_sessions s LEFT JOIN wa_flows f ON f.id = s.flow_id LEFT JOIN wa_flow_answers a ON a.token = s.token
  WHERE s.enterprise_id = ?1 AND s.token > ?2 AND (s.identity_id IN (SELECT value FROM json_each(?3))
    OR s.customer = (SELECT number FROM customers WHERE enterprise_id = ?1 AND id = ?4)) ORDER BY s.token LIMIT ${PAGE}`;

/** Pages of what a customer has answered on forms, for a copy of their data. */
export const theirAnswers = (ctx: Ctx, customerId: string, identities: readonly string[]) =>
  pagesOf(ctx, ANSWERS, customerId, identities);

/** The same of WhatsApp Flows. */
export const theirWaFlows = (ctx: Ctx, customerId: string, identities: readonly string[]) =>
  pagesOf(ctx, WA_FLOWS, customerId, identities);

async function* pagesOf(
  { db, enterpriseId }: Ctx,
  text: string,
  customerId: string,
  identities: readonly string[],
): AsyncGenerator<unknown[]> {
  for (let last = ""; ;) {
    const { results } = await db.$client
      .prepare(text)
      .bind(enterpriseId, last, JSON.stringify(identities), customerId)
      .all<Row>();
    if (results.length > 0)
      yield results.map(({ at, form, answers }) => ({
        at: iso(at),
        form,
        answers: JSON.parse(answers) as unknown,
      }));
    if (results.length < PAGE) return;
    last = results.at(-1)?.id ?? "";
  }
}
