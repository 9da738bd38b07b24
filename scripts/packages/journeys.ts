import {
  branch,
  choose,
  dayBefore,
  end,
  handedOver,
  handOver,
  question,
  rest,
  sampleGraph,
  say,
  unanswered,
} from "#app/features/automation-samples/sample-graph.ts";
import type { ShippedPackage } from "#workers/contract/marketplace/package.ts";
import { automationOf } from "./parts.ts";

const start = (...triggers: object[]) => ({
  type: "start" as const,
  at: [0, 0] as const,
  data: { triggers },
});

const appointment = sampleGraph(
  {
    start: start({ kind: "keyword", words: ["appointment", "book appointment"], mode: "exact" }),
    ask: question([1, 0], "Which day is your appointment? Write it as 2026-12-24.", "appointment", {
      answer: { kind: "date" },
      again: "Write the day as 2026-12-24, please.",
    }),
    noted: say(
      [2, 0],
      "Thank you, {contact.name|there}. We have noted {vars.appointment} and will remind you the day before.",
    ),
    dayBefore: dayBefore([3, 0], "appointment", "10:00"),
    remind: choose([4, 0], "Your appointment is tomorrow. Will you come?", {
      yes: "I will come",
      move: "Another day",
      cancel: "Cancel it",
    }),
    see: say([5, 0], "See you tomorrow. Please bring an identity document."),
    coming: end([6, 0], "Coming"),
    cancelled: say([5, 1], 'Your appointment is cancelled. Write "appointment" to make a new one.'),
    stopped: end([6, 1], "Cancelled"),
    move: handOver([5, 2], "Wants another day than {vars.appointment}"),
    moved: end([6, 2], "With a person"),
    nobody: say([6, 3], "Nobody is here right now. We will write to you about another day."),
    later: end([7, 3], "To be called"),
    silent: end([2, 4], "No answer"),
  },
  {
    start: "ask",
    ask: unanswered("noted"),
    noted: "dayBefore",
    dayBefore: "remind",
    remind: {
      "option:yes": "see",
      "option:move": "move",
      "option:cancel": "cancelled",
      other: "move",
      noReply: "silent",
    },
    see: "coming",
    cancelled: "stopped",
    move: { ...handedOver("nobody"), next: "moved" },
    nobody: "later",
  },
  { variables: [{ name: "appointment", type: "date" }] },
);

const satisfaction = sampleGraph(
  {
    start: start({ kind: "chatClosed", what: "closed" }),
    pause: rest([1, 0], 5, "minutes"),
    rate: choose(
      [2, 0],
      "How did we do in this chat?",
      { good: "Good", fair: "Fair", bad: "Bad" },
      {
        save: { to: "variable", name: "rating" },
      },
    ),
    thanks: say([3, 0], "Thank you, that makes our day."),
    happy: end([4, 0], "Satisfied"),
    why: question([3, 1], "What could we have done better?", "reason"),
    sorry: say([4, 1], "Thank you for telling us. We will look into it."),
    bad: branch([5, 1], "bad", "Rated bad", { field: "vars.rating", operator: "is", value: "Bad" }),
    person: handOver([6, 1], "Rated a chat as bad: {vars.reason}"),
    handedOver: end([7, 1], "With a person"),
    told: end([6, 2], "Told us why"),
    silent: end([3, 3], "No answer"),
  },
  {
    start: "pause",
    pause: "rate",
    rate: {
      "option:good": "thanks",
      "option:fair": "why",
      "option:bad": "why",
      other: "why",
      noReply: "silent",
    },
    thanks: "happy",
    why: unanswered("sorry"),
    sorry: "bad",
    bad: { "row:bad": "person", else: "told" },
    person: { ...handedOver("told"), next: "handedOver" },
  },
  {
    variables: [
      { name: "rating", type: "text" },
      { name: "reason", type: "text" },
    ],
  },
);

const travel = sampleGraph(
  {
    start: start({ kind: "keyword", words: ["trip", "travel", "holiday"], mode: "contains" }),
    what: choose(
      [1, 0],
      "What may we plan for you?",
      { flight: "A flight", hotel: "A hotel", both: "Both" },
      {
        save: { to: "variable", name: "wish" },
      },
    ),
    where: question([2, 0], "Where to?", "destination"),
    when: question([3, 0], "From which day? Write it as 2026-12-24.", "from_day", {
      answer: { kind: "date" },
    }),
    people: question([4, 0], "How many people travel?", "people", {
      answer: { kind: "number", least: 1, most: 60 },
    }),
    group: branch([5, 0], "group", "A group", { field: "vars.people", operator: "≥", value: 10 }),
    team: say([6, 0], "A group of {vars.people}: our group desk makes you an offer."),
    offer: say(
      [6, 1],
      "{vars.wish} to {vars.destination} from {vars.from_day}: we look for the best offers.",
    ),
    person: handOver([7, 0], "{vars.wish} to {vars.destination} from {vars.from_day} for {vars.people}"),
    handedOver: end([8, 0], "With a person"),
    nobody: say([8, 1], "Nobody is here right now. We write to you with offers within a working day."),
    later: end([9, 1], "To be answered"),
    silent: end([3, 3], "No answer"),
  },
  {
    start: "what",
    what: {
      "option:flight": "where",
      "option:hotel": "where",
      "option:both": "where",
      other: "where",
      noReply: "silent",
    },
    where: unanswered("when"),
    when: unanswered("people"),
    people: unanswered("group"),
    group: { "row:group": "team", else: "offer" },
    team: "person",
    offer: "person",
    person: handedOver("nobody"),
    nobody: "later",
  },
  {
    variables: [
      { name: "wish", type: "text" },
      { name: "destination", type: "text" },
      { name: "from_day", type: "date" },
      { name: "people", type: "number" },
    ],
  },
);

export const journeys: ShippedPackage[] = [
  automationOf(
    "journey",
    {
      id: "appointment-reminder",
      category: "general",
      name: "Appointment reminder",
      summary:
        "Asks for the day of an appointment, reminds the day before at ten, and takes a yes, a change or a cancellation.",
    },
    appointment,
  ),
  automationOf(
    "journey",
    {
      id: "chat-feedback",
      category: "support",
      name: "Feedback after a chat",
      summary:
        "Five minutes after a chat is closed it asks how it was; who was unhappy says why, and comes back to a person.",
    },
    satisfaction,
  ),
  automationOf(
    "journey",
    {
      id: "trip-enquiry",
      category: "travel",
      name: "Trip enquiry",
      summary: "Takes destination, day and number of travellers, and hands a complete enquiry to a person.",
    },
    travel,
  ),
];
