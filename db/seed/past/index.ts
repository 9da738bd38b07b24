import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { ChatRules } from "#workers/contract/chat-rules.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as configApi from "#workers/contract/endpoints/chat-config.ts";
import * as labelsApi from "#workers/contract/endpoints/chat-labels.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import { me } from "#workers/contract/endpoints/profile.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { describe } from "#workers/domain/error.ts";
import { type ApiClient, type Send, signIn } from "../client.ts";
import { DEMO } from "../demo.ts";
import { makeUser } from "../make-user.ts";
import { CLOSED_AT, MISSED_MINUTES, OPEN_AT } from "./hours.ts";
import type { PastDay, PlayedDay } from "./past-chat.ts";
import type { PastSending, PlayedSending } from "./past-sending.ts";
import { MORE_COLLEAGUES } from "./people.ts";
import { PAST_DAYS, type PastPlace, planDay } from "./plan.ts";
import { sendingDays, type SendingProgress } from "./sending-days.ts";

/** The past ends so long before the first start. */
const UNTIL_MS = 3_600_000;
/** Days that are played side by side: their chats share transactions. */
const AT_ONCE = 3;
const SIMULATED: readonly number[] = [
  channelTypes.whatsApp,
  channelTypes.instagram,
  channelTypes.facebook,
  channelTypes.telegram,
];

/** How far the past has come, and the rules to go back to. */
interface Progress {
  until: number;
  begun: number;
  rules: ChatRules | null;
  /** Undefined where a demo's past is older than sendings: it stays as it is. */
  sendings?: SendingProgress;
}

/** Plays a part of the past. */
interface Player {
  play(past: PastDay): Promise<PlayedDay>;
  play(past: PastSending): Promise<PlayedSending>;
}

/**
 * Plays the three weeks before the first start of a local system, day by day: chats, bot sessions and what became of
 * them, broadcasts, campaigns and imports. A run that was broken off goes on; when everything is there, it does nothing.
 */
export async function seedPast(
  baseUrl: string,
  state: string,
  player: Player,
  log: (line: string) => void,
): Promise<void> {
  const file = join(state, "past.json");
  const progress = readProgress(file) ?? begun();
  if (progress.begun === PAST_DAYS && progress.rules === null && !isSending(progress)) return;
  const save = () => writeFileSync(file, JSON.stringify(progress));
  const started = performance.now();
  const send: Send = (path, init) => fetch(baseUrl + path, init);
  const client = await signIn(send, DEMO);
  const { place, day } = await prepared(client, progress.until);
  const sendings = progress.sendings && (await sendingDays(client, send, { ...day, until: progress.until }));
  const { revision: _, ...rules } = await client.call(configApi.getChatConfig);
  progress.rules ??= rules;
  save();
  await setRules(client, { ...progress.rules, ...PAST_RULES });
  let played: PlayedDay | undefined;
  const failures: string[] = [];
  let broke: unknown;
  const sendBefore = async (before: number): Promise<void> => {
    if (!progress.sendings || broke !== undefined) return;
    await sendings
      ?.playBefore(before, progress.sendings, (past) => player.play(past), save)
      .catch((error: unknown) => void (broke = error));
  };
  try {
    while (progress.begun < PAST_DAYS) {
      await sendBefore(progress.begun);
      const days = Math.min(AT_ONCE, PAST_DAYS - progress.begun);
      const chats = Array.from({ length: days }, (__, next) => planDay(place, progress.begun + next)).flat();
      progress.begun += days;
      save();
      played = await player.play({ ...day, chats });
      failures.push(...played.failures);
    }
    await sendBefore(PAST_DAYS);
    if (progress.sendings) progress.sendings.isDone = broke === undefined;
  } finally {
    await setRules(client, progress.rules);
    progress.rules = null;
    save();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count = (number: number) => number.toLocaleString("en");
  if (played)
    log(
      `Added three weeks: ${count(played.chats)} chats, ${count(played.messages)} messages, ${count(sendings?.sent ?? 0)} sent by broadcasts, in ${seconds} s`,
    );
  if (broke !== undefined) log(`What was sent broke off, and goes on at the next start: ${describe(broke)}`);
  if (failures.length > 0) log(`${failures.length} chats broke off, such as: ${failures[0]}`);
}

const begun = (): Progress => ({
  until: Date.now() - UNTIL_MS,
  begun: 0,
  rules: null,
  sendings: { done: 0, files: {}, isDone: false },
});

const isSending = ({ sendings }: Progress): boolean => sendings !== undefined && !sendings.isDone;

const PAST_RULES: Partial<ChatRules> = {
  hours: {
    timezone: "Asia/Kolkata",
    week: [...Array.from({ length: 6 }, () => ({ from: OPEN_AT, until: CLOSED_AT })), null],
    holidays: [],
  },
  pickUpMinutes: MISSED_MINUTES,
  missedText: "We are sorry that nobody was free. We come back to you.",
  closingText: "Thank you for writing to Demo Bank.",
  asksRating: true,
};

async function setRules(client: ApiClient, rules: ChatRules): Promise<void> {
  const { revision } = await client.call(configApi.getChatConfig);
  await client.call(configApi.saveChatConfig, { body: { ...rules, revision } });
}

function readProgress(file: string): Progress | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Progress;
  } catch {
    return undefined;
  }
}

/** Colleagues and departments beside the demo's own, and the ids of everything that a chat names. */
async function prepared(
  client: ApiClient,
  until: number,
): Promise<{ place: PastPlace; day: Omit<PastDay, "chats"> }> {
  const { eId } = await client.call(me);
  const { users } = await client.call(usersApi.listUsers, { query: { perPage: -1 } });
  const idOf = new Map(users.map(({ emailId, uId, name }) => [emailId, { uId, name }]));
  for (const [name, emailId] of MORE_COLLEAGUES)
    if (!idOf.has(emailId)) {
      const password = crypto.randomUUID();
      idOf.set(emailId, { uId: await makeUser(client, { name, emailId, password, roles: [3] }), name });
    }
  const emails = [DEMO.email, "ravi@chatbird.example", ...MORE_COLLEAGUES.map(([, email]) => email)];
  const colleagues = emails.flatMap((email) => idOf.get(email) ?? []);
  const all = colleagues.map((_, place) => place);
  const people = { Cards: [0, 1, 2], Loans: [0, 3, 4], "Customer Care": all };
  const departments = {
    Cards: { id: await departmentOf(client, "Cards", colleagues, people.Cards), people: people.Cards },
    Loans: { id: await departmentOf(client, "Loans", colleagues, people.Loans), people: people.Loans },
    "Customer Care": { id: await departmentOf(client, "Customer Care", colleagues, all), people: all },
  };
  const { channelConfig } = await client.call(channelsApi.listChannels, { query: { perPage: -1 } });
  const channels = channelConfig
    .filter(({ type, vendor }) => vendor === vendorCodes.simulator && SIMULATED.includes(type))
    .map(({ id, type }) => ({
      id,
      type,
      isAnswered: type === channelTypes.whatsApp,
      byNumber: type === channelTypes.whatsApp,
    }));
  const { labels: known } = await client.call(labelsApi.listChatLabels, { query: {} });
  const labelOf = (name: string) => known.find((label) => label.name === name)?.id ?? "";
  return {
    place: {
      until,
      channels,
      colleagues: colleagues.length,
      departments,
      labels: {
        Complaint: labelOf("Complaint"),
        Card: labelOf("Card"),
        Loan: labelOf("Loan"),
        "New account": labelOf("New account"),
      },
    },
    day: {
      database: DEMO.database,
      enterpriseId: eId,
      colleagues,
      before: until + UNTIL_MS / 2,
    },
  };
}

/** A department of that name with these people in it. */
async function departmentOf(
  client: ApiClient,
  name: string,
  colleagues: readonly { uId: string }[],
  people: readonly number[],
): Promise<string> {
  const { departments } = await client.call(departmentsApi.listDepartments, { query: { name } });
  const users = people.flatMap((place) => colleagues[place]?.uId ?? []);
  const found = departments.find((each) => each.name === name);
  const id =
    found?.id ??
    (
      await client.call(departmentsApi.createDepartment, {
        body: { name, desc: "", manager: users[0] ?? "" },
      })
    ).id;
  await client.call(departmentsApi.addUsers, { params: { id }, body: { users } });
  return id;
}
