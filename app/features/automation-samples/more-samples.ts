import { automationSamplesTexts } from "#texts/automation-samples.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import {
  begins,
  branch,
  choose,
  end,
  handedOver,
  handOver,
  question,
  rest,
  sampleGraph,
  say,
  unanswered,
  word,
} from "./sample-graph.ts";

const { outcomes, ...texts } = automationSamplesTexts;

export function abandoned(): Graph {
  const words = texts.abandoned;
  const options = { goOn: words.goOn, help: words.help, stop: words.stop };
  const ways = (silent: string) => ({
    "option:goOn": "how",
    "option:help": "person",
    "option:stop": "closed",
    other: "person",
    noReply: silent,
  });
  return sampleGraph(
    {
      start: begins({ kind: "event", name: "application.begun" }),
      pause: rest([1, 0], 1, "hours"),
      first: choose([2, 0], words.first, options, { timeout: { amount: 20, unit: "hours" } }),
      second: choose([3, 1], words.second, options),
      how: say([4, 0], words.how),
      goesOn: end([5, 0], outcomes.goesOn),
      person: handOver([4, 1], words.note),
      handedOver: end([5, 1], outcomes.handedOver),
      nobody: say([5, 2], words.nobody),
      later: end([6, 2], outcomes.later),
      closed: say([4, 3], words.closed),
      stopped: end([5, 3], outcomes.stopped),
      silent: end([4, 4], outcomes.silent),
    },
    {
      start: "pause",
      pause: "first",
      first: ways("second"),
      second: ways("silent"),
      how: "goesOn",
      person: handedOver("nobody"),
      nobody: "later",
      closed: "stopped",
    },
  );
}

export function payment(): Graph {
  const words = texts.payment;
  const options = { now: words.now, later: words.later, question: words.question };
  return sampleGraph(
    {
      start: begins({ kind: "event", name: "payment.due" }),
      remind: say([1, 0], words.remind),
      how: choose([2, 0], words.how, options),
      pay: {
        type: "payment",
        at: [3, 5],
        data: {
          amount: { type: "column", value: "vars.amount" },
          currency: "INR",
          description: words.description,
          text: words.link,
          expires: { amount: 24, unit: "hours" },
          retry: { most: 3, backoff: "exponential", seconds: 10 },
        },
      },
      thanks: say([4, 6], words.thanks),
      check: say([7, 0], words.check),
      paid: end([8, 0], outcomes.paid),
      when: question([3, 1], words.when, "promised", { answer: { kind: "date" }, again: words.again }),
      noted: say([4, 1], words.noted),
      untilThen: {
        type: "wait",
        at: [5, 1],
        data: {
          until: { kind: "date", at: { type: "column", value: "vars.promised" }, clock: "17:00" },
        },
      },
      asked: choose([6, 1], words.asked, { now: words.now, paid: words.paid, question: words.question }),
      promised: end([7, 1], outcomes.promised),
      person: handOver([3, 2], words.note),
      handedOver: end([4, 2], outcomes.handedOver),
      nobody: say([4, 3], words.nobody),
      later: end([5, 3], outcomes.later),
      silent: end([3, 4], outcomes.silent),
    },
    {
      start: "remind",
      remind: "how",
      how: {
        "option:now": "pay",
        "option:later": "when",
        "option:question": "person",
        other: "person",
        noReply: "silent",
      },
      pay: { paid: "thanks", expired: "silent", cancelled: "when", error: "person" },
      thanks: "paid",
      check: "paid",
      when: unanswered("noted"),
      noted: "untilThen",
      untilThen: "asked",
      asked: {
        "option:now": "pay",
        "option:paid": "check",
        "option:question": "person",
        other: "person",
        noReply: "promised",
      },
      person: handedOver("nobody"),
      nobody: "later",
    },
    {
      variables: [{ name: "promised", type: "date" }],
      // A launch says them; a journey goes by what is usual.
      properties: [
        { name: "amount", label: words.amountLabel, type: "number", required: false, default: 500 },
        { name: "due", label: words.dueLabel, type: "text", required: false, default: words.due },
      ],
    },
  );
}

export function identity(): Graph {
  const words = texts.identity;
  return sampleGraph(
    {
      start: begins(word(words.opens)),
      consent: choose([1, 0], words.consent, { begin: words.begin, notNow: words.notNow }),
      fullName: question([2, 0], words.fullName, "full_name"),
      birthday: question([3, 0], words.birthday, "birthday", {
        answer: { kind: "date" },
        again: words.againDay,
      }),
      number: question([4, 0], words.number, "document_number", {
        answer: { kind: "text", pattern: "^[A-Za-z0-9 -]{6,20}$" },
        again: words.againNumber,
      }),
      photo: question([5, 0], words.photo, "document_photo", {
        answer: { kind: "file", types: ["image", "document"] },
        again: words.againPhoto,
      }),
      summary: choose([6, 0], words.summary, { right: words.right, change: words.change }),
      thanks: say([7, 0], words.thanks),
      person: handOver([8, 0], words.note),
      checked: end([9, 0], outcomes.checked),
      later: say([2, 1], words.later),
      notNow: end([3, 1], outcomes.notNow),
      silent: end([5, 2], outcomes.silent),
    },
    {
      start: "consent",
      consent: { "option:begin": "fullName", "option:notNow": "later", other: "later", noReply: "silent" },
      fullName: unanswered("birthday"),
      birthday: unanswered("number"),
      number: unanswered("photo"),
      photo: unanswered("summary"),
      summary: {
        "option:right": "thanks",
        "option:change": "fullName",
        other: "fullName",
        noReply: "silent",
      },
      thanks: "person",
      person: { next: "checked", outsideHours: "checked", notPicked: "checked" },
      later: "notNow",
    },
    {
      variables: [
        { name: "full_name", type: "text" },
        { name: "birthday", type: "date" },
        { name: "document_number", type: "text" },
        { name: "document_photo", type: "map" },
      ],
      notes: [{ id: "form", text: words.tip, position: { x: 600, y: -150 } }],
    },
  );
}

export function consent(): Graph {
  const words = texts.consent;
  const keep = (kind: "optIn" | "optOut", at: readonly [number, number]) => ({
    type: "updateCustomer" as const,
    at,
    data: { changes: [{ kind, purpose: "marketing" }] },
  });
  return sampleGraph(
    {
      start: begins(word(words.opens)),
      ask: choose([1, 0], words.ask, { yes: words.yes, no: words.no }),
      sure: question([2, 0], words.sure, "reply", {
        answer: { kind: "text", pattern: `^\\s*${words.word}\\b` },
        again: words.againSure,
        retries: 1,
      }),
      in: keep("optIn", [3, 0]),
      thanks: say([4, 0], words.thanks),
      optedIn: end([5, 0], outcomes.optedIn),
      out: keep("optOut", [2, 1]),
      noted: say([3, 1], words.noted),
      optedOut: end([4, 1], outcomes.optedOut),
      left: say([3, 2], words.unsure),
      unsure: end([4, 2], outcomes.unsure),
    },
    {
      start: "ask",
      ask: { "option:yes": "sure", "option:no": "out", other: "left", noReply: "unsure" },
      sure: { next: "in", noReply: "unsure", gaveUp: "left" },
      in: "thanks",
      thanks: "optedIn",
      out: "noted",
      noted: "optedOut",
      left: "unsure",
    },
    { variables: [{ name: "reply", type: "text" }] },
  );
}

export function survey(): Graph {
  const words = texts.survey;
  return sampleGraph(
    {
      start: begins({ kind: "event", name: "purchase.completed" }),
      score: question([1, 0], words.score, "score", {
        answer: { kind: "number", least: 0, most: 10 },
        again: words.againScore,
      }),
      fans: branch([2, 0], "fan", words.fan, { field: "vars.score", operator: "≥", value: 9 }),
      whyGood: question([3, 0], words.whyGood, "reason"),
      whyBad: question([3, 1], words.whyBad, "reason"),
      contact: choose([4, 1], words.contact, { yes: words.yes, no: words.no }),
      thanks: say([5, 0], words.thanks),
      surveyed: end([6, 0], outcomes.surveyed),
      person: handOver([5, 1], words.note),
      handedOver: end([6, 1], outcomes.handedOver),
      nobody: say([6, 2], words.nobody),
      later: end([7, 2], outcomes.later),
      silent: end([3, 3], outcomes.silent),
    },
    {
      start: "score",
      score: unanswered("fans"),
      fans: { "row:fan": "whyGood", else: "whyBad" },
      whyGood: unanswered("thanks", "thanks"),
      whyBad: unanswered("contact", "thanks"),
      contact: { "option:yes": "person", "option:no": "thanks", other: "thanks", noReply: "thanks" },
      thanks: "surveyed",
      person: handedOver("nobody"),
      nobody: "later",
    },
    {
      variables: [
        { name: "score", type: "number" },
        { name: "reason", type: "text" },
      ],
    },
  );
}
