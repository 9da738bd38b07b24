import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import type { ApiClient } from "./client.ts";
import { makeUser } from "./make-user.ts";

/** Name, address and role of the demo's colleagues. Nobody signs in as them: their first password is thrown away. */
const COLLEAGUES: [name: string, email: string, role: number][] = [
  ["Ravi Kumar", "ravi@chatbird.example", 3],
  ["Meera Joshi", "meera@chatbird.example", 4],
  ["सना खान", "sana@chatbird.example", 6],
];
const DEPARTMENT = "Customer Care";
const INVITED = "newcomer@chatbird.example";

/** Adds colleagues, a department and an open invitation to the demo; does nothing where they exist. */
export async function seedPeople(client: ApiClient, log: (line: string) => void): Promise<void> {
  const { departments: there } = await client.call(departmentsApi.listDepartments, {
    query: { name: DEPARTMENT },
  });
  if (there.length > 0) return;
  log(`Adding ${COLLEAGUES.length} colleagues and a department`);
  const ids: string[] = [];
  for (const [name, emailId, role] of COLLEAGUES) {
    const { users: found } = await client.call(usersApi.listUsers, { query: { name: emailId } });
    ids.push(
      found.find((user) => user.emailId === emailId)?.uId ??
        (await makeUser(client, { name, emailId, password: crypto.randomUUID(), roles: [role] })),
    );
  }
  const { invitations: open } = await client.call(invitationsApi.listInvitations, {
    query: { name: INVITED },
  });
  if (open.length === 0) {
    await client.call(invitationsApi.createInvitation, { body: { emailId: INVITED, roles: [2] } });
  }
  // Last, because the department marks the seed as complete.
  const { id } = await client.call(departmentsApi.createDepartment, {
    body: { name: DEPARTMENT, desc: "Answers customers on every channel.", manager: ids[0] ?? "" },
  });
  await client.call(departmentsApi.addUsers, { params: { id }, body: { users: ids.slice(0, 2) } });
}
