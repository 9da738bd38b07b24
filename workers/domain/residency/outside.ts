import { and, asc, eq, ne, notInArray, sql } from "drizzle-orm";
import { authConfigs } from "#db/tenant/auth-configs.ts";
import { channels } from "#db/tenant/channels.ts";
import { integrations } from "#db/tenant/integrations.ts";
import { paymentAccounts } from "#db/tenant/payments.ts";
import { speechSettings } from "#db/tenant/speech.ts";
import { hooks } from "#db/tenant/webhooks-out.ts";
import { authTypes } from "#workers/contract/auth-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { OPENAI } from "#workers/providers/openai/openai.ts";
import type { Ctx } from "../ctx.ts";

/** So many of each are named; who has more finds them under Channels and Integrations. */
const MOST = 50;
/** Vendors that are ourselves. */
const OURS = [vendorCodes.simulator, vendorCodes.web];

/** The address of another system, in whichever field its kind has it; a database's is its host alone. */
const ADDRESS = sql<string>`coalesce(${authConfigs.data} ->> '$.url', ${authConfigs.data} ->> '$.baseUrl', ${authConfigs.data} ->> '$.endpoint', ${authConfigs.data} ->> '$.host', '')`;

/** Providers, as people know them. */
const NAMES = { workersAi: "Cloudflare Workers AI", razorpay: "Razorpay", mailchimp: "Mailchimp" } as const;

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : "");

/**
 * Those outside who get what an enterprise keeps: vendors of its channels, with the region and the host that their settings name,
 * providers of models with theirs, who hears its voices, takes its customers' payments, carries the installation's mail, and the systems
 * that are told of events or asked by journeys. One batch.
 */
export async function outsideOf({ db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">, mail: string) {
  const setting = (name: string) => sql<string>`coalesce(${channels.settings} ->> ${`$.${name}`}, '')`;
  const [vendors, models, speech, payments, told, asked] = await db.batch([
    db
      .selectDistinct({
        vendor: channels.vendor,
        region: setting("region").as("region"),
        server: setting("baseUrl").as("server"),
      })
      .from(channels)
      .where(and(eq(channels.enterpriseId, enterpriseId), notInArray(channels.vendor, OURS)))
      .orderBy(asc(channels.vendor))
      .limit(MOST),
    db
      .select({ name: integrations.name, settings: integrations.settings })
      .from(integrations)
      .where(and(eq(integrations.enterpriseId, enterpriseId), eq(integrations.authType, authTypes.genAi)))
      .orderBy(asc(integrations.nameKey), asc(integrations.id))
      .limit(MOST),
    db
      .select({ provider: speechSettings.provider, baseUrl: speechSettings.baseUrl })
      .from(speechSettings)
      .where(and(eq(speechSettings.enterpriseId, enterpriseId), ne(speechSettings.provider, "none"))),
    db
      .select({ gateway: paymentAccounts.gateway })
      .from(paymentAccounts)
      .where(eq(paymentAccounts.enterpriseId, enterpriseId)),
    db
      .selectDistinct({ address: hooks.url })
      .from(hooks)
      .where(and(eq(hooks.enterpriseId, enterpriseId), eq(hooks.isOn, true)))
      .limit(MOST),
    db
      .selectDistinct({ address: ADDRESS.as("address") })
      .from(authConfigs)
      .where(eq(authConfigs.enterpriseId, enterpriseId))
      .limit(MOST),
  ]);
  return {
    vendors: vendors.map(({ vendor, region, server }) => ({ vendor, region, host: hostOf(server) })),
    models: models.map(({ name, settings }) => ({
      name,
      host: hostOf(settings.baseUrl || OPENAI.baseUrl),
    })),
    speech: speech.map(({ provider, baseUrl }) =>
      provider === "workersAi" ? NAMES.workersAi : hostOf(baseUrl || OPENAI.baseUrl),
    ),
    payments: payments.map(({ gateway }) => NAMES[gateway]),
    mail: mail === "mailchimp" ? [NAMES.mailchimp] : [],
    systems: hostsOf([...told, ...asked]),
  };
}

const hostsOf = (rows: readonly { address: string }[]): string[] =>
  [...new Set(rows.map(({ address }) => hostOf(address) || address))].toSorted();
