import { endpoints } from "#workers/contract/endpoints.ts";
import type { ApiClient } from "./client.ts";
import { makeUser } from "./make-user.ts";

const { departments, invitations, users } = endpoints;

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
  const { departments: there } = await client.call(departments.list, { query: { name: DEPARTMENT } });
  if (there.length > 0) return;
  log(`Adding ${COLLEAGUES.length} colleagues and a department`);
  const ids: string[] = [];
  for (const [name, emailId, role] of COLLEAGUES) {
    const { users: found } = await client.call(users.list, { query: { name: emailId } });
    ids.push(
      found.find((user) => user.emailId === emailId)?.uId ??
        (await makeUser(client, { name, emailId, password: crypto.randomUUID(), roles: [role] })),
    );
  }
  const { invitations: open } = await client.call(invitations.list, { query: { name: INVITED } });
  if (open.length === 0) {
    await client.call(invitations.create, { body: { emailId: INVITED, roles: [2] } });
  }
  // Last, because the department marks the seed as complete.
  const { id } = await client.call(departments.create, {
    body: { name: DEPARTMENT, desc: "Answers customers on every channel.", manager: ids[0] ?? "" },
  });
  await client.call(departments.addUsers, { params: { id }, body: { users: ids.slice(0, 2) } });
}
