import { z } from "zod";
import { seeingBroadcasts } from "./broadcasts.ts";
import { cost } from "../cost.ts";
import { endpoint, holding } from "../endpoint.ts";
import { id } from "../ids.ts";
import { allOf } from "../permissions.ts";
import { revision } from "../fields.ts";
import { price, prices } from "../prices.ts";

const path = "/e/enterprise/channels/:id/prices";
const params = z.object({ id });

const kept = z.object({
  prices: z.array(price),
  cardSince: z.string().nullable().meta({
    description: "The day of the built-in list that counts where no price is set; null where there is none",
  }),
  revision: z.int().meta({ description: "The channel's" }),
});
export type KeptPrices = z.infer<typeof kept>;

export const getPrices = endpoint({
  method: "GET",
  path,
  summary: "The enterprise's own prices of a channel's messages",
  access: holding(...allOf("CHANNELS")),
  params,
  reply: kept,
  under: "response",
});

export const savePrices = endpoint({
  method: "PUT",
  path,
  summary: "Sets all prices of a channel; what is left out is no price any more",
  access: holding("CHANNELS.EDIT"),
  params,
  body: z.object({ prices, revision }),
  reply: kept,
  under: "response",
});

/** The charge that vendors have told. */
const bill = z.object({
  billed: z.int().meta({ description: "Delivered messages for which the vendor charges" }),
  free: z.int().meta({ description: "Delivered messages that the vendor calls free" }),
  cost: cost.meta({ description: "Of those that are billed, by today's prices" }),
  changed: z
    .array(z.object({ from: z.string(), to: z.string(), messages: z.int() }))
    .meta({ description: "Billed messages whose category is another than their template's" }),
});
export type Bill = z.infer<typeof bill>;

export const billedKinds = ["broadcast", "activity", "campaign"] as const;
export type BilledKind = (typeof billedKinds)[number];

export const getBill = endpoint({
  method: "GET",
  path: "/chatbird/api/campaign/bill/:kind/:id",
  summary: "What vendors have charged for a broadcast, or for all runs of an activity or a campaign",
  access: seeingBroadcasts,
  params: params.extend({ kind: z.enum(billedKinds) }),
  reply: bill,
  under: "data",
});
