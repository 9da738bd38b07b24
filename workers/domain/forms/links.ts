import { and, eq, isNull, sql } from "drizzle-orm";
import type { TenantDatabase } from "#db/client.ts";
import { customers } from "#db/tenant/customers.ts";
import { formLinks, forms } from "#db/tenant/forms.ts";
import { formsTexts as texts } from "#texts/forms.ts";
import type { makeFormLink } from "#workers/contract/endpoints/forms.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { thisForm } from "./form.ts";
import { newToken } from "./token.ts";

/** The address of a form's page, for everybody or for one customer. */
export async function makeLink(
  ctx: Ctx,
  database: TenantDatabase,
  id: string,
  { customerId, singleUse, until }: InputOf<typeof makeFormLink>["body"],
): Promise<{ token: string }> {
  const { db, enterpriseId, now } = ctx;
  const [rows, people] = await db.batch([
    db.select().from(forms).where(thisForm(ctx, id)).limit(1),
    db
      .select({ number: customers.number })
      .from(customers)
      .where(
        and(
          eq(customers.enterpriseId, enterpriseId),
          eq(customers.id, customerId ?? ""),
          isNull(customers.deletedAt),
        ),
      )
      .limit(1),
  ]);
  const [row] = rows;
  if (!row) throw new DomainError("notFound");
  if (row.version === null) throw refused("id", texts.notPublished);
  const customer = people[0]?.number;
  const isPublic = customerId === undefined;
  if (!isPublic && customer === undefined) throw refused("customerId", texts.noCustomer);
  const made = db.insert(formLinks).values({
    token: newToken(database),
    enterpriseId,
    formId: id,
    kind: isPublic ? "public" : "customer",
    customer: customer ?? null,
    singleUse: !isPublic && singleUse,
    until: until === undefined || isPublic ? null : Date.parse(until),
    createdAt: now(),
  });
  if (isPublic) {
    // Two who ask at once get the same address.
    const [, found] = await db.batch([
      made.onConflictDoNothing(),
      db
        .select({ token: formLinks.token })
        .from(formLinks)
        .where(and(eq(formLinks.formId, id), eq(formLinks.kind, "public")))
        .limit(1),
    ]);
    return { token: found[0]?.token ?? "" };
  }
  const [link] = await db.batch([
    made.returning({ token: formLinks.token }),
    audited(ctx, {
      action: "create",
      kind: "form",
      object: { id, name: sql`(SELECT name FROM forms WHERE id = ${id})` },
      after: { customer, singleUse },
    }),
  ]);
  return { token: link[0]?.token ?? "" };
}

const refused = (field: string, message: string) =>
  new DomainError("invalid", { message, errors: { [field]: message } });
