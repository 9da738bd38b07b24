import { expect } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { graphOf } from "#tests/support/flow.ts";
import { savePaymentAccount } from "#workers/contract/endpoints/payments.ts";
import type { LinkState } from "#workers/contract/payments/states.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { eventually } from "./eventually.ts";
import type { Harness } from "./harness.ts";
import { newPhone } from "./journey-talk.ts";
import { deliver, makeChannel, rowsOf, saidOn, saying } from "./messaging.ts";
import { makePerson, type Person } from "./people.ts";
import { type PlayedRazorpay, playRazorpay } from "./razorpay.ts";
import { runsOf, startedJourney } from "./runs.ts";

export interface LinkRow {
  id: string;
  state: LinkState;
  key: string;
  run_id: string | null;
  amount: number;
  paid: number;
  note: string;
  problem: string;
  payment_id: string;
  vendor_id: string | null;
  url: string;
  due_at: number | null;
  ended_at: number | null;
  customer: number | null;
  identity_id: string | null;
  description: string;
  event_ids: string;
}

export const linksOf = (harness: Pick<Harness, "env">, { enterpriseId }: Pick<Person, "enterpriseId">) =>
  rowsOf<LinkRow>(
    harness,
    "SELECT * FROM payment_links WHERE enterprise_id = ? ORDER BY created_at, id",
    enterpriseId,
  );

/** An account at a played Razorpay, as an administrator enters it; answers it with the path of its webhook. */
export async function withRazorpay(
  owner: Pick<Person, "call">,
): Promise<{ razorpay: PlayedRazorpay; hook: string; accountId: string }> {
  const razorpay = playRazorpay();
  const { id, webhookPath } = await owner.call(savePaymentAccount, { body: razorpay.keys });
  return { razorpay, hook: webhookPath, accountId: id };
}

const says = (text: string) => [
  "sendMessage",
  { variants: [{ channel: -1, content: { kind: "text", text } }] },
];

/** A journey that asks for 500 rupees, and says how that ended. */
export const asksToPay = (more: object = {}) =>
  graphOf(
    {
      start: ["start"],
      pay: [
        "payment",
        {
          amount: { type: "expression", value: "250 * 2" },
          currency: "INR",
          description: "Fee of {contact.name}",
          text: "Pay {payment.amount} {payment.currency} here: {payment.url}",
          ...more,
        },
      ],
      paid: says("Thank you for {payment.amount}, {payment.id}") as never,
      expired: says("Too late") as never,
      cancelled: says("Cancelled") as never,
      error: says("Sorry: {error.sentence}") as never,
    },
    [
      "start > pay",
      "pay.paid > paid",
      "pay.expired > expired",
      "pay.cancelled > cancelled",
      "pay.error > error",
    ],
  );

/** The capabilities for calls of gateways, made in the test's own process. */
export const gatewayDeps = (harness: Harness, now: () => number = Date.now) => ({
  ring: keyRing(harness.secrets.DATA_KEY),
  now,
});

export const tenantOf = (harness: Pick<Harness, "env">) => tenantDatabase(harness.env, "TENANT_1");

/** A customer whom a journey has sent a link for 500 rupees, and what plays the gateway. */
export async function askedToPay(harness: Harness, more: object = {}) {
  const owner = await makePerson(harness);
  const account = await withRazorpay(owner);
  const channel = await makeChannel(harness, owner);
  const { instanceId } = await startedJourney(harness, channel, asksToPay(more), { keyword: "pay" });
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "pay")]);
  await eventually(async () =>
    expect(await saidOn(harness, channel)).toEqual([expect.stringMatching(/^Pay 500 INR here: https:/)]),
  );
  const [link] = await linksOf(harness, owner);
  if (!link) throw new Error("no link");
  const there = account.razorpay.link(link.id);
  const row = async (): Promise<LinkRow> => (await linksOf(harness, owner))[0] as LinkRow;
  const tell = (event: Parameters<typeof account.razorpay.deliver>[2], as = {}) =>
    account.razorpay.deliver(harness, account.hook, event, as);
  const ends = async (words: string | RegExp) => {
    await eventually(async () =>
      expect((await saidOn(harness, channel)).at(-1)).toEqual(
        typeof words === "string" ? words : expect.stringMatching(words),
      ),
    );
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]);
  };
  return { owner, channel, instanceId, who, link, there, row, tell, ends, ...account };
}
