import {
  choose,
  end,
  handedOver,
  handOver,
  question,
  sampleGraph,
  say,
} from "#app/features/automation-samples/sample-graph.ts";
import type { ShippedPackage } from "#workers/contract/marketplace/package.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { automationOf } from "./parts.ts";

/** Sends a template that whoever installs the package maps to one of theirs. */
const send = (at: readonly [number, number], templateId: string, ...values: string[]) => ({
  type: "sendTemplate" as const,
  at,
  data: {
    templateId,
    mapping: values.map((value, place) => ({ variable: `body/${place + 1}`, type: "column", value })),
  },
});
const reply = (at: readonly [number, number], amount: number) => ({
  type: "waitFor" as const,
  at,
  data: { events: [{ id: "reply", kind: "reply" }], timeout: { amount, unit: "hours" } },
});

const cart = sampleGraph(
  {
    start: { type: "start", at: [0, 0] },
    first: send([1, 0], "cart_reminder", "contact.name", "vars.item"),
    wait: reply([2, 0], 24),
    second: send([3, 1], "cart_last_call", "contact.name", "vars.item"),
    waitOnce: reply([4, 1], 24),
    help: choose([4, 0], "What keeps you from ordering {vars.item}?", {
      price: "The price",
      size: "Size or colour",
      later: "Not now",
    }),
    price: say([5, 0], "Shipping is free above {vars.free_from} rupees, and you can pay when it arrives."),
    person: handOver([6, 1], "Asks about {vars.item} in the cart"),
    handedOver: end([7, 1], "With a person"),
    nobody: say([7, 2], "Nobody is here right now. We answer as soon as we open."),
    answered: end([6, 0], "Answered"),
    notNow: end([5, 3], "Not now"),
    unsent: end([2, 3], "Not sent"),
    silent: end([5, 4], "No answer"),
  },
  {
    start: "first",
    first: { next: "wait", failed: "unsent", notAllowed: "unsent", error: "unsent" },
    wait: { "event:reply": "help", timeout: "second" },
    second: { next: "waitOnce", failed: "unsent", notAllowed: "unsent", error: "unsent" },
    waitOnce: { "event:reply": "help", timeout: "silent" },
    help: {
      "option:price": "price",
      "option:size": "person",
      "option:later": "notNow",
      other: "person",
      noReply: "silent",
    },
    price: "answered",
    person: handedOver("nobody"),
    nobody: "answered",
  },
  {
    properties: [
      { name: "item", label: "What is in the cart", type: "text", required: false, default: "your order" },
      { name: "free_from", label: "Free shipping from", type: "number", required: false, default: 499 },
    ],
  },
);

const due = sampleGraph(
  {
    start: { type: "start", at: [0, 0] },
    remind: send([1, 0], "payment_due", "contact.name", "vars.amount", "vars.due"),
    wait: reply([2, 0], 48),
    how: choose([3, 0], "How would you like to go on?", {
      now: "Pay now",
      later: "Another day",
      ask: "A question",
    }),
    pay: {
      type: "payment",
      at: [4, 0],
      data: {
        amount: { type: "column", value: "vars.amount" },
        currency: "INR",
        description: "Instalment due {vars.due}",
        text: "Pay here: {payment.url}",
        expires: { amount: 24, unit: "hours" },
      },
    },
    thanks: say([5, 0], "Thank you, we have your payment."),
    paid: end([6, 0], "Paid"),
    when: question([4, 1], "Which day will you pay? Write it as 2026-12-24.", "promised", {
      answer: { kind: "date" },
    }),
    noted: say([5, 1], "Noted: {vars.promised}."),
    promised: end([6, 1], "Promised"),
    person: handOver([4, 2], "A question about {vars.amount} due {vars.due}"),
    handedOver: end([5, 2], "With a person"),
    nobody: say([5, 3], "Nobody is here right now. We answer as soon as we open."),
    later: end([6, 3], "To be called"),
    silent: end([3, 4], "No answer"),
  },
  {
    start: "remind",
    remind: { next: "wait", failed: "silent", notAllowed: "silent", error: "silent" },
    wait: { "event:reply": "how", timeout: "silent" },
    how: {
      "option:now": "pay",
      "option:later": "when",
      "option:ask": "person",
      other: "person",
      noReply: "silent",
    },
    pay: { paid: "thanks", expired: "silent", cancelled: "when", error: "person" },
    thanks: "paid",
    when: { next: "noted", noReply: "silent", gaveUp: "silent" },
    noted: "promised",
    person: handedOver("nobody"),
    nobody: "later",
  },
  {
    variables: [{ name: "promised", type: "date" }],
    properties: [
      { name: "amount", label: "Amount in rupees", type: "number", required: false, default: 500 },
      { name: "due", label: "Due", type: "text", required: false, default: "this month" },
    ],
  },
);

const named = (id: string, text: string) => ({ id, name: id, language: "en", text });

export const encaps: ShippedPackage[] = [
  automationOf(
    "encap",
    {
      id: "abandoned-cart",
      category: "shop",
      name: "Abandoned cart",
      summary:
        "Reminds of what was left in a cart, once more a day later, and answers what keeps people from ordering.",
      channels: [channelTypes.whatsApp],
    },
    cart,
    [
      named("cart_reminder", "Hello {{1}}, you left {{2}} in your cart. May we help you with your order?"),
      named("cart_last_call", "Hello {{1}}, we keep {{2}} for one more day. Is anything unclear?"),
    ],
  ),
  automationOf(
    "encap",
    {
      id: "payment-collection",
      category: "bank",
      name: "Payment collection",
      summary:
        "Reminds of an instalment, takes a payment by link or the promise of a day, and brings questions to a person.",
      channels: [channelTypes.whatsApp],
    },
    due,
    [named("payment_due", "Hello {{1}}, your payment of {{2}} rupees is due {{3}}.")],
  ),
];
