import { and, eq } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import type { GuideNow } from "#workers/contract/endpoints/first-run.ts";
import type { ImportState } from "#workers/contract/endpoints/imports.ts";
import { type FirstStep, firstSteps } from "#workers/contract/first-run.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import type { Ctx, DirectoryCtx } from "../ctx.ts";
import type { Session } from "../identity/session.ts";
import { samplesIn } from "./state.ts";

/** A step is shown to people who may take it. */
const TAKERS: Readonly<Record<FirstStep, readonly Permission[]>> = {
  bot: ["NLP.VIEW"],
  channel: ["CHANNELS.CREATE"],
  customers: ["CUSTOMER.IMPORT"],
  invite: ["USERS.ADD"],
  hello: ["CHANNELS.CREATE", "CHANNELS.EDIT"],
};

/** Beginning takes both: the choice makes a bot and a channel. */
const BEGINNERS = ["NLP.VIEW", "CHANNELS.CREATE"] as const;

/** Rows that are looked at to find a message that came in, or a customer whom a person has added and no chat. */
const MOST_LOOKED_AT = 1_000;

/** Everything by an index, and no further than the first row. ?1 is the enterprise. */
const TENANT = `SELECT
  (SELECT json_group_array(json_object('id', id, 'name', name)) FROM
    (SELECT id, name FROM agents WHERE enterprise_id = ?1 AND model_version_id IS NOT NULL LIMIT 2)) AS bots,
  EXISTS (SELECT 1 FROM channels WHERE enterprise_id = ?1) AS channel,
  EXISTS (SELECT 1 FROM (SELECT updated_by FROM customers WHERE enterprise_id = ?1 AND deleted_at IS NULL LIMIT ${MOST_LOOKED_AT})
    WHERE updated_by <> '') AS customers,
  EXISTS (SELECT 1 FROM (SELECT direction FROM messages WHERE enterprise_id = ?1 LIMIT ${MOST_LOOKED_AT})
    WHERE direction = 'in') AS hello,
  i.id AS importId, i.state AS importState,
  EXISTS (SELECT 1 FROM import_changes h CROSS JOIN customers k ON k.number = h.customer
    WHERE h.import_id = i.id AND k.deleted_at IS NULL) AS samples
  FROM (SELECT 1) LEFT JOIN first_runs f ON f.enterprise_id = ?1
  LEFT JOIN customer_imports i ON i.file = f.import_file AND i.enterprise_id = ?1`;
/** ?3 is the person. */
const PERSON = `SELECT u.steps_hidden AS hidden,
  (SELECT count(*) FROM (SELECT 1 FROM users WHERE enterprise_id = ?1 AND state = 1 LIMIT 2)) > 1
    OR EXISTS (SELECT 1 FROM invitations WHERE enterprise_id = ?1 AND state = 'open' AND expires_at > ?2) AS invited
  FROM users u WHERE u.id = ?3 AND u.enterprise_id = ?1`;

interface Facts {
  bots: string;
  channel: number;
  customers: number;
  hello: number;
  importId: string | null;
  importState: ImportState | null;
  samples: number;
}
interface PersonRow {
  hidden: number;
  invited: number;
}

/** Whom it concerns, and what the session knows of them. */
interface Reader {
  due: boolean;
  permissions: readonly Permission[];
}

export const readerOf = ({ enterprise, permissions }: Session): Reader => ({
  due: enterprise.firstRunDue,
  permissions,
});

/** The steps that are left, by what is there, and whether this person has put them aside: one read a database, side by side. */
export async function guideNow(
  ctx: Ctx,
  { db: directory, actor }: DirectoryCtx,
  { due, permissions }: Reader,
): Promise<GuideNow> {
  const may = (anyOf: readonly Permission[]) => anyOf.some((each) => permissions.includes(each));
  const mine = firstSteps.filter((step) => may(TAKERS[step]));
  const asks = (...steps: readonly FirstStep[]) => steps.some((step) => mine.includes(step));
  const { enterpriseId } = ctx;
  const [facts, person] = await Promise.all([
    asks("bot", "channel", "customers", "hello")
      ? ctx.db.$client.prepare(TENANT).bind(enterpriseId).first<Facts>()
      : null,
    directory.$client.prepare(PERSON).bind(enterpriseId, ctx.now(), actor.userId).first<PersonRow>(),
  ]);
  const bots = JSON.parse(facts?.bots ?? "[]") as { id: string; name: string }[];
  const done: Record<FirstStep, boolean> = {
    bot: bots.length > 0,
    channel: facts?.channel === 1,
    customers: facts?.customers === 1,
    hello: facts?.hello === 1,
    invite: person?.invited === 1,
  };
  const imports = facts && may(["CUSTOMER.IMPORT"]) ? facts : null;
  return {
    due: due && BEGINNERS.every((each) => permissions.includes(each)),
    hidden: person?.hidden === 1,
    steps: mine.map((step) => ({ step, done: done[step] })),
    samples: imports && samplesIn(imports),
    samplesImport: imports?.importId ?? null,
    onlyBot: (bots.length === 1 && asks("bot") && bots[0]) || null,
  };
}

/** Puts the steps aside, or back, for this person alone. */
export async function hideSteps({ db, enterpriseId, actor }: DirectoryCtx, hidden: boolean): Promise<void> {
  await db
    .update(users)
    .set({ stepsHidden: hidden })
    .where(and(eq(users.enterpriseId, enterpriseId), eq(users.id, actor.userId)));
}
