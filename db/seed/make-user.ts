import { endpoints } from "#workers/contract/endpoints.ts";
import type { ApiClient } from "./client.ts";
import { sealPassword } from "./seal-password.ts";

const { invitations, outbox, signUp, users } = endpoints;

/**
 * A colleague who may sign in: made as an administrator does, and their address confirmed by the mail in the outbox of a
 * local system. Goes on where one that was cut off has left them. Answers their id.
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
