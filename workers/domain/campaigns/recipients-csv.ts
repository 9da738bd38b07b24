import { broadcastsTexts } from "#texts/broadcasts.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignsTexts } from "#texts/campaigns.ts";
import { masked } from "#workers/contract/mask.ts";
import type { ArchiveReader } from "../archives/files.ts";
import { audited } from "../audit.ts";
import type { RecipientRow } from "../broadcasts/archived-recipients.ts";
import { cellsOf } from "../broadcasts/recipients-csv.ts";
import { recipientsAfter } from "../broadcasts/recipients.ts";
import { csvStream } from "../csv-stream.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

const PAGE = 1_000;
const { peopleCsv: columns } = campaignsTexts;
const { activity: words } = campaignScreensTexts;
const EVERYBODY = { status: "", code: "" } as const;

const THERE = `SELECT c.name, (SELECT a.name FROM activities a WHERE a.enterprise_id = ?1 AND a.campaign_id = c.id AND a.id = ?3) AS activity
  FROM campaigns c WHERE c.enterprise_id = ?1 AND c.id = ?2`;
/** Each run with its parts, then its fallback; those without anybody are left out. */
const BROADCASTS = `SELECT b.id, a.name AS activity, b.run, b.part, b.fallback_of IS NOT NULL AS isFallback
  FROM activities a CROSS JOIN broadcasts b ON b.activity_id = a.id
  WHERE a.enterprise_id = ?1 AND a.campaign_id = ?2 AND (?3 = '' OR a.id = ?3)
    AND (b.archive_begun_at IS NOT NULL OR EXISTS (SELECT 1 FROM broadcast_counts n WHERE n.broadcast_id = b.id AND n.count > 0))
  ORDER BY a.created_at, a.id, b.run, isFallback, b.part, b.id`;

interface Of {
  id: string;
  activity: string;
  run: number;
  part: "a" | "b" | "rest" | null;
  isFallback: 0 | 1;
}

/** The file of everybody whom a campaign, or one activity of it, was sent to: by run, each with what became of them. */
export async function campaignCsv(
  ctx: Ctx,
  id: string,
  activityId: string,
  { archive, seesCustomers }: { archive: ArchiveReader; seesCustomers: boolean },
): Promise<{ name: string; begin: () => ReadableStream<Uint8Array> }> {
  const { $client } = ctx.db;
  const [there, found] = await $client.batch([
    $client.prepare(THERE).bind(ctx.enterpriseId, id, activityId),
    $client.prepare(BROADCASTS).bind(ctx.enterpriseId, id, activityId),
  ]);
  const [known] = (there?.results ?? []) as { name: string; activity: string | null }[];
  if (!known || (activityId !== "" && known.activity === null)) throw new DomainError("notFound");
  const name = known.activity ?? known.name;
  const all = (found?.results ?? []) as unknown as Of[];
  const show = seesCustomers ? (text: string) => text : masked;
  const begin = () => {
    let at = 0;
    return csvStream<{ row: RecipientRow; of: Of }>({
      header: [columns.activity, columns.run, ...Object.values(broadcastsTexts.csv.columns)],
      begin: () =>
        audited(ctx, { action: "export", kind: "campaign", object: { id, name }, after: { activityId } }),
      async next(last) {
        for (let after = last?.row.id; at < all.length; at++, after = undefined) {
          const of = all[at];
          if (!of) break;
          const rows = await recipientsAfter(ctx, archive, of.id, EVERYBODY, {
            after: after ?? of.id,
            limit: PAGE,
          });
          if (rows.length > 0) return rows.map((row) => ({ row, of }));
        }
        return [];
      },
      cells: ({ row, of }) => [of.activity, runName(of), ...cellsOf(row, [], show)],
    });
  };
  return { name: broadcastsTexts.csv.fileName(name), begin };
}

function runName({ run, part, isFallback }: Of): string {
  if (isFallback) return words.fallbackOf(run);
  return part === null ? words.run(run) : words.partsOf[part](run);
}
