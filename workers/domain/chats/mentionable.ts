import type { ChatPart } from "#workers/contract/chat-people.ts";
import { permissionsOf, type RoleSets, roles } from "#workers/contract/roles.ts";
import type { Ctx, DirectoryCtx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { roleSetsOf } from "../roles/rights.ts";
import { SEEN } from "../messaging/seen.ts";

const PEOPLE = `SELECT c.handler, c.people, (SELECT json_group_array(d.user_id) FROM department_users d
    WHERE d.enterprise_id = ?1 AND d.department_id = c.department_id) AS members FROM chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}`;

interface Row {
  handler: string | null;
  people: string;
  members: string;
}

/** Some of the people: holders of one of these roles, of these ids where they are given. */
export interface Among {
  roles: readonly number[];
  ids?: readonly string[];
}

const rolesThatAnswer = (sets: RoleSets): number[] =>
  Object.keys(roles)
    .map(Number)
    .filter((role) => permissionsOf([role], sets).includes("CHAT.HANDLE"));

/** People who may answer chats, whichever. */
export const answering = async (directoryCtx: DirectoryCtx): Promise<Among> => ({
  roles: rolesThatAnswer(await roleSetsOf(directoryCtx)),
});

/** People who can be mentioned in a chat: those who see it by the rule of seen.ts, and may answer chats. */
export async function mentionable(directoryCtx: DirectoryCtx, ctx: Ctx, chatId: string): Promise<Among> {
  const [row, sets] = await Promise.all([
    ctx.db.$client.prepare(PEOPLE).bind(ctx.enterpriseId, ctx.actor.userId, chatId).first<Row>(),
    roleSetsOf(directoryCtx),
  ]);
  if (!row) throw new DomainError("notFound");
  const members = JSON.parse(row.members) as string[];
  const others = (JSON.parse(row.people) as ChatPart[]).map(({ uId }) => uId);
  const isAnybodys = row.handler === null && members.length === 0;
  return {
    roles: rolesThatAnswer(sets),
    ...(!isAnybodys && { ids: [...members, ...others, ...(row.handler === null ? [] : [row.handler])] }),
  };
}
