import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import * as mailPreviewApi from "#workers/contract/endpoints/mail-preview.ts";
import * as signUpApi from "#workers/contract/endpoints/sign-up.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import type { ApiClient } from "./client.ts";
import { sealPassword } from "./seal-password.ts";

/**
 * Creates a colleague who may sign in, as an administrator does, and confirms their address by the mail in a local
 * system's mail preview. Resumes an interrupted run. Returns the user's id.
 */
export async function makeUser(
  client: ApiClient,
  { name, emailId, password, roles }: { name: string; emailId: string; password: string; roles: number[] },
): Promise<string> {
  const { invitations: open } = await client.call(invitationsApi.listInvitations, {
    query: { name: emailId },
  });
  const waiting = open.find((each) => each.emailId === emailId);
  const uId = waiting
    ? waiting.id
    : (
        await client.call(usersApi.createUser, {
          body: { name, emailId, password: await sealPassword(client, password, emailId), roles },
        })
      ).uId;
  const { mails } = await client.call(mailPreviewApi.listMails);
  const link = mails.find(({ to }) => to === emailId)?.link;
  const id = link && new URL(link).pathname.split("/").at(-1);
  if (!id) throw new Error(`No mail with a link has gone to ${emailId}.`);
  await client.call(signUpApi.activate, { body: { id } });
  return uId;
}
