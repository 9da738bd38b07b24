import type { Fate, PastColleague, SendingStep } from "./past-sending.ts";
import { beginOf, PAST_DAYS } from "./plan.ts";

const MINUTE_MS = 60_000;
const EVERYBODY = { filter: { search: "", groups: [], tags: [] }, customerIds: [], file: null };
const NAMED = [{ variable: "body/1", type: "expression" as const, value: "{contact.name|friend}" }];
const timezone = "Asia/Kolkata";

/** Whom and what the sendings of the past name. */
interface SendingPlace {
  until: number;
  channels: Readonly<Record<"whatsApp" | "sms" | "rcs", string>>;
  /** Ids by the names of `templates.ts`. */
  templates: Readonly<Record<string, string>>;
  owner: PastColleague;
  /** Makes campaigns, so that whoever looks at the demo as its owner may decide on what waits. */
  maker: PastColleague;
}

/** Something that happens on one of the days; a file is handed in before. */
export interface PlannedSending {
  key: string;
  day: number;
  file?: { name: string; rows: readonly string[] };
  steps: (path: string) => readonly SendingStep[];
}

const CUSTOMERS = "Name,Phone Number,City,Account type";
const PUNE = [
  CUSTOMERS,
  "Aditya Kulkarni,+91 98201 40001,Pune,Savings",
  "Bhavna Joshi,+91 98201 40002,Pune,Salary",
  "Chetan Pawar,98201,Pune,Savings",
  "Deepika Shinde,+91 98201 40004,Pune,Current",
  "Eknath More,+91 98201 40005,Pune,Savings",
  "Gauri Deshmukh,+91 98201 40006,Pune,Salary",
  "Harshad Patil,not given,Pune,Savings",
  "Isha Gokhale,+91 98201 40008,Pune,Savings",
  "Jayant Kale,+91 98201 40009,Pune,Current",
  "Ketaki Bhosale,+91 98201 40010,Pune,Salary",
  "माधव जाधव,+91 98201 40011,पुणे,Savings",
  "Nilima Sathe,+91 98201 40012,Pune,Savings",
];
const SALARIES = [
  CUSTOMERS,
  ...["Aparna Kini", "Biju Mathew", "Charu Bedi", "Dinesh Rawat", "Esha Talwar", "Farida Wadia"].map(
    (name, at) => `${name},+91 98202 ${50_001 + at},Bengaluru,Salary`,
  ),
];
/** Two of Pune's have moved, and one row is there twice. */
const THANE = [
  CUSTOMERS,
  "Bhavna Joshi,+91 98201 40002,Thane,Salary",
  "Jayant Kale,+91 98201 40009,Thane,Current",
  "Omkar Gaikwad,+91 98203 60001,Thane,Savings",
  "Pallavi Sawant,+91 98203 60002,Thane,Savings",
  "Pallavi Sawant,+91 98203 60002,Thane,Savings",
  "Qasim Merchant,+91 98203,Thane,Current",
  "Rohini Jadhav,+91 98203 60004,Thane,Salary",
];

/** Plans what was sent and read in during the three weeks before `until`, in its order. */
export function planSendings(place: SendingPlace): PlannedSending[] {
  const { channels, templates, owner, maker } = place;
  const on = (day: number) => (clock: string) => {
    const [hour = 0, minute = 0] = clock.split(":").map(Number);
    return beginOf(place.until, day) + (hour * 60 + minute) * MINUTE_MS;
  };
  const request = (channel: keyof typeof channels, template: string, phoneNumber: string[] = []) => ({
    channelId: channels[channel],
    phoneNumber,
    audience: EVERYBODY,
    message: { template: { templateUId: templates[template] ?? "" } },
    columnMapping: NAMED,
  });
  const imports = (key: string, day: number, clock: string, name: string, rows: readonly string[]) => ({
    key,
    day,
    file: { name, rows },
    steps: (path: string) => [{ at: on(day)(clock), by: owner, imports: { name, path } }],
  });
  const sends = (
    key: string,
    day: number,
    clock: string,
    {
      name,
      fate,
      by = owner,
      ...asked
    }: ReturnType<typeof request> & { name: string; fate: Fate; by?: PastColleague },
  ) => ({
    key,
    day,
    steps: () => [{ at: on(day)(clock), by, sends: { ...asked, name, timezone }, fate }],
  });
  const [loans, cards] = ["Festive loans", "New cards"];
  const [statement, offer, compared] = ["Statement before the offer", "The offer", "A new card"];
  const eighth = on(8);
  const fifteenth = on(15);
  return [
    {
      key: "templates",
      day: 0,
      steps: () => [{ at: on(0)("09:40"), by: owner, templates: Object.values(templates) }],
    },
    imports("pune", 1, "10:05", "Customers of Pune.csv", PUNE),
    sends("statements", 2, "11:00", {
      ...request("whatsApp", "statement_ready"),
      name: "Statements of the quarter",
      fate: { read: 0.68, answers: ["Thank you, got it.", "Why are there two charges of ₹ 250?"] },
    }),
    sends("hours", 5, "12:30", {
      ...request("sms", "Holiday hours"),
      name: "Branches closed on the holiday",
      fate: { read: 0, lostOf: 17 },
    }),
    {
      key: "loans",
      day: 8,
      steps: () => [
        {
          at: eighth("10:20"),
          by: maker,
          campaign: loans,
          description: "Home loans for customers who have a savings account.",
        },
        {
          at: eighth("10:31"),
          by: maker,
          activity: statement,
          of: loans,
          drafted: activity("statement_ready"),
        },
        { at: eighth("11:02"), by: owner, approves: statement },
        { at: eighth("11:15"), by: maker, starts: statement, fate: { read: 0.61, answers: ["OK"] } },
      ],
    },
    imports("salaries", 9, "16:10", "Salary accounts of November.csv", SALARIES),
    {
      key: "rejected",
      day: 10,
      steps: () => [
        {
          at: on(10)("09:45"),
          by: maker,
          activity: "The offer, once more",
          of: loans,
          drafted: activity("festive_loan"),
        },
        {
          at: on(10)("14:05"),
          by: owner,
          rejects: "The offer, once more",
          reason: "Twice in a week is too often. Please wait for the answers to the first.",
        },
      ],
    },
    sends("app", 11, "17:00", {
      ...request("rcs", "app_update"),
      name: "What is new in the app",
      fate: { read: 0.44 },
    }),
    // Some numbers were typed wrongly, and some people have no WhatsApp: the broadcast failed in part.
    sends("guarantors", 13, "11:30", {
      ...request("whatsApp", "festive_loan", ["98201", "+91 98204 7000", "+91 98204 70003"]),
      name: "Loans for the festive season",
      fate: { read: 0.47, lostOf: 7, answers: ["Call me", "What is the rate for five years?", "STOP"] },
    }),
    {
      key: "cards",
      day: 15,
      steps: () => [
        {
          at: fifteenth("09:50"),
          by: maker,
          campaign: cards,
          description: "Which message about a new card is read by more people?",
        },
        {
          at: fifteenth("10:05"),
          by: maker,
          activity: compared,
          of: cards,
          drafted: {
            ...activity("card_ready"),
            comparison: {
              message: { template: { templateUId: templates["card_on_its_way"] ?? "" } },
              columnMapping: NAMED,
              share: 35,
              by: "read",
              after: { count: 3, unit: "hour" },
            },
          },
        },
        { at: fifteenth("10:20"), by: owner, approves: compared },
        {
          at: fifteenth("10:30"),
          by: maker,
          starts: compared,
          fate: { read: 0.55, answers: ["When does my new card arrive?"] },
        },
        { at: fifteenth("12:45"), by: owner, chooses: "b", of: compared, fate: { read: 0.63 } },
      ],
    },
    imports("thane", 16, "15:20", "Branch Thane.csv", THANE),
    sends("kyc", 18, "10:45", {
      ...request("whatsApp", "kyc_due"),
      name: "Papers for the yearly check",
      by: maker,
      fate: { read: 0.72, answers: ["Is my passport enough?", "Done, thank you."] },
    }),
    sends("due", 19, "09:30", {
      ...request("sms", "Card payment due"),
      name: "Card payments due on the 5th",
      fate: { read: 0, lostOf: 23 },
    }),
    {
      key: "offer",
      day: PAST_DAYS - 1,
      steps: () => [
        {
          at: on(PAST_DAYS - 1)("17:40"),
          by: maker,
          activity: offer,
          of: loans,
          drafted: activity("festive_loan"),
        },
      ],
    },
  ];

  function activity(template: string) {
    return { request: request("whatsApp", template) };
  }
}
