import type { Send } from "#db/seed/client.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import type { Harness } from "#tests/support/harness.ts";
import { png } from "#tests/support/made-files.ts";
import { makePerson, PASSWORD, type Person, sessionFor } from "#tests/support/people.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as customerBulkApi from "#workers/contract/endpoints/customer-bulk.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { fill } from "#tests/support/isolation-owner.ts";
import type { Theirs } from "#tests/support/isolation.ts";
import { makeWidget, TestVisitor } from "#tests/support/widget.ts";

/** An enterprise that has one of everything, and what the calls need besides. */
export interface World {
  harness: Harness;
  send: Send;
  owner: Person;
  /** A user of the same enterprise, with a password. */
  colleague: Person;
  /** A user of the same enterprise who sets up a second factor. */
  guarded: Person;
  ids: Theirs;
  password: string;
  nextPassword: () => string;
  newcomer: string;
  invited: string;
  /** Ids of customers that nobody else uses. */
  customers: string[];
  trashed: string[];
  bulkId: string;
  /** A session of the bot, already begun. */
  sessionId: string;
  /** Somebody on a website with this web channel. */
  visitor: { channelId: string; by: TestVisitor };
  image: Uint8Array<ArrayBuffer>;
  agentFile: Uint8Array<ArrayBuffer>;
  /** The id of a further session of somebody. */
  sessionOf: (person: Person) => Promise<string>;
}

export async function makeWorld(harness: Harness): Promise<World> {
  const send: Send = (path, init) => harness.fetch(path, init);
  const owner = await makePerson(harness);
  const colleague = await makeColleague(harness, owner);
  const guarded = await makeColleague(harness, owner, { roles: [1] });
  await harness.env.DIRECTORY.prepare(
    "UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = ?) WHERE id IN (?, ?)",
  )
    .bind(owner.userId, colleague.userId, guarded.userId)
    .run();
  const { theirs: ids } = await fill(harness, owner);
  const { id: channelId } = await makeWidget(owner);
  const by = new TestVisitor(harness, channelId);
  await by.begin();
  const customers: string[] = [];
  for (let index = 0; index < 5; index++) {
    const { customer } = await owner.call(customersApi.saveCustomer, {
      body: { name: `Customer ${index}`, phoneNumber: `+91 98765 4330${index}` },
    });
    customers.push(customer.id);
  }
  const trashed = customers.splice(3);
  await owner.call(customerBulkApi.deleteCustomers, { body: { customerIds: trashed } });
  const { jobId } = await owner.call(customerBulkApi.startBulk, {
    body: { action: "mark", markIds: [ids.labelId] },
  });
  const turn = await owner.call(botSessionsApi.predictIntent, {
    body: { agentId: ids.agentId, message: { type: "text", text: "what is my balance" } },
  });
  const file = await owner.send("GET", `/api/chatbird/api/nlp/agent/${ids.agentId}/export`);
  let passwords = 0;
  return {
    harness,
    send,
    owner,
    colleague,
    guarded,
    ids,
    password: PASSWORD,
    nextPassword: () => `seven quiet herons ${++passwords}`,
    newcomer: `newcomer-${Date.now()}@example.com`,
    invited: `invited-${Date.now()}@example.com`,
    customers,
    trashed,
    bulkId: jobId,
    sessionId: turn.sessionId,
    visitor: { channelId, by },
    image: png(30),
    agentFile: new Uint8Array(await file.arrayBuffer()),
    async sessionOf(person) {
      const token = await sessionFor(harness, person);
      const [, payload = ""] = token.split(".");
      return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { sid: string }).sid;
    },
  };
}
