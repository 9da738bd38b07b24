import { and, desc, eq, inArray } from "drizzle-orm";
import { customers } from "#db/tenant/customers.ts";
import { consents, identities } from "#db/tenant/identities.ts";
import { channelTypeName, isChannelType } from "#workers/contract/channel-types.ts";
import type {
  ConsentSource,
  customerConsents as contract,
} from "#workers/contract/endpoints/customer-reach.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { iso, type Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import { thisCustomer } from "./customer.ts";
import { numberOf } from "./erase-phones.ts";
import { isIdentityOf } from "./identities-of.ts";

/** By how a consent's source begins; the ids behind it are of messages and entries. */
const SOURCES: Record<string, ConsentSource> = {
  message: "message",
  vendor: "vendor",
  suppression: "before",
  joined: "joined",
  parted: "parted",
  blacklist: "blacklist",
  "blacklist.off": "offBlacklist",
  unsubscribe: "unsubscribeLink",
  pending: "pending",
  journey: "journey",
  form: "form",
  import: "import",
};

/** A page of all that a customer has agreed to or refused, the newest first; one batch. */
export async function customerConsents(
  ctx: Ctx,
  id: string,
  paging: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId } = ctx;
  const { limit, offset, cut } = page(paging);
  const theirs = db
    .select({ id: identities.id })
    .from(identities)
    .where(isIdentityOf(ctx, numberOf(ctx, id)));
  const [found, said] = await db.batch([
    db.select({ id: customers.id }).from(customers).where(thisCustomer(ctx, id)).limit(1),
    db
      .select()
      .from(consents)
      .where(and(eq(consents.enterpriseId, enterpriseId), inArray(consents.identityId, theirs)))
      .orderBy(desc(consents.at), desc(consents.id))
      .limit(limit)
      .offset(offset),
  ]);
  if (found.length === 0) throw new DomainError("notFound");
  const { rows, more } = cut(said);
  return {
    consents: rows.map(({ id: consentId, channelType, purpose, given, wording, source, at }) => ({
      id: consentId,
      channelType,
      channel: isChannelType(channelType) ? channelTypeName(channelType) : String(channelType),
      purpose,
      given,
      wording,
      source: source.startsWith("pending:form:")
        ? "pendingForm"
        : (SOURCES[source.split(":")[0] ?? ""] ?? "other"),
      at: iso(at),
    })),
    hasMore: more,
  };
}
