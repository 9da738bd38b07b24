import { endpoints } from "#workers/contract/endpoints.ts";
import type { ApiClient } from "./client.ts";
import { sealPassword } from "./seal-password.ts";

const { invitations, outbox, signUp, users } = endpoints;

/**
 * Creates a colleague who may sign in, as an administrator does, and confirms their address by the mail in a local
 * system's outbox. Resumes an interrupted run. Returns the user's id.
 */
export async function makeUser(
  client: ApiClient,
  { name, emailId, password, roles }: { name: string; emailId: string; password: string; roles: number[] },
): Promise<string> {
  const { invitations: open } = await client.call(invitations.list, { query: { name: emailId } });
  const waiting = open.find((each) => each.emailId === emailId);
  const uId = waiting
    ? waiting.id
    : (
        await client.call(users.create, {
          body: { name, emailId, password: await sealPassword(client, password, emailId), roles },
        })
      ).uId;
  const { mails } = await client.call(outbox.list);
  const link = mails.find(({ to }) => to === emailId)?.link;
  const id = link && new URL(link).pathname.split("/").at(-1);
  if (!id) throw new Error(`No mail with a link has gone to ${emailId}.`);
  await client.call(signUp.activate, { body: { id } });
  return uId;
}
