import type { broadcastUrls as contract } from "#workers/contract/endpoints/broadcasts.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

const THERE = "SELECT 1 FROM broadcasts WHERE enterprise_id = ?1 AND id = ?2";
const URLS = `SELECT url, people, clicks FROM links WHERE enterprise_id = ?1 AND broadcast_id = ?2 AND is_counted = 1 ORDER BY place`;

/** The addresses to which a broadcast's short links lead, each with who opened it; throws notFound. */
export async function broadcastUrls(
  { db: { $client }, enterpriseId }: Ctx,
  id: string,
): Promise<ReplyOf<typeof contract>> {
  const [there, urls] = await $client.batch([
    $client.prepare(THERE).bind(enterpriseId, id),
    $client.prepare(URLS).bind(enterpriseId, id),
  ]);
  if (there?.results.length === 0) throw new DomainError("notFound");
  return { urls: (urls?.results ?? []) as unknown as ReplyOf<typeof contract>["urls"] };
}
