import * as usersApi from "#workers/contract/endpoints/users.ts";
import type { ApiClient, Send } from "../client.ts";
import { DEMO } from "../demo.ts";
import { makeUser } from "../make-user.ts";
import { sendFile } from "../send-file.ts";
import { sendingChannels, templatesOn } from "../templates.ts";
import type { PastDay } from "./past-chat.ts";
import type { PastColleague, PastSending, PlayedSending } from "./past-sending.ts";
import { type PlannedSending, planSendings } from "./sendings.ts";

const MAKER = { name: "Kiran Desai", emailId: "kiran@chatbird.example", roles: [4] };

/** How far the sendings have come: how many are done, and the files of those that have begun. */
export interface SendingProgress {
  done: number;
  files: Record<string, string>;
  isDone: boolean;
}

/** Plays what was sent and read in, each in its turn: what was not done to its end is played again, and goes on. */
export class SendingDays {
  readonly #client: ApiClient;
  readonly #send: Send;
  readonly #plan: readonly PlannedSending[];
  readonly #of: Pick<PastDay, "database" | "enterpriseId" | "before">;
  sent = 0;

  constructor(
    { client, send }: { client: ApiClient; send: Send },
    of: Pick<PastDay, "database" | "enterpriseId" | "before">,
    plan: readonly PlannedSending[],
  ) {
    this.#client = client;
    this.#send = send;
    this.#of = of;
    this.#plan = plan;
  }

  /** All that were before the first moment of a day. */
  async playBefore(
    day: number,
    progress: SendingProgress,
    play: (past: PastSending) => Promise<PlayedSending>,
    save: () => void,
  ): Promise<void> {
    for (let next = this.#plan[progress.done]; next && next.day < day; next = this.#plan[progress.done]) {
      const { key, file, steps } = next;
      if (file && progress.files[key] === undefined) {
        progress.files[key] = await sendFile(this.#send, this.#client, file.rows.join("\n"), file.name);
        save();
      }
      const { database, enterpriseId, before } = this.#of;
      const past = { database, enterpriseId, before, key, steps: steps(progress.files[key] ?? "") };
      this.sent += (await play(past)).sent;
      progress.done++;
      save();
    }
  }
}

/** Makes the templates and the colleague that the sendings name; nobody sends where a channel of theirs is gone. */
export async function sendingDays(
  client: ApiClient,
  send: Send,
  { until, ...of }: Pick<PastDay, "database" | "enterpriseId" | "before"> & { until: number },
): Promise<SendingDays> {
  const channels = await sendingChannels(client);
  if (!channels) return new SendingDays({ client, send }, of, []);
  const templates = await templatesOn(client, channels);
  const { users } = await client.call(usersApi.listUsers, { query: { perPage: -1 } });
  const colleague = (email: string): PastColleague | undefined => {
    const found = users.find(({ emailId }) => emailId === email);
    return found && { uId: found.uId, name: found.name };
  };
  const maker = colleague(MAKER.emailId) ?? {
    uId: await makeUser(client, { ...MAKER, password: crypto.randomUUID() }),
    name: MAKER.name,
  };
  const owner = colleague(DEMO.email) ?? { uId: "", name: DEMO.name };
  return new SendingDays({ client, send }, of, planSendings({ until, channels, templates, owner, maker }));
}
