import { invalidate, patch } from "#app/data/query.ts";
import { getUser, listUsers, type User } from "#workers/contract/endpoints/users.ts";

/** Puts a saved user into their panel and into the lists that hold them. */
export function showUser(saved: User): void {
  patch(getUser, { params: { id: saved.uId } }, (now) => ({ ...now, ...saved }));
  patch(listUsers, undefined, (now) => ({
    ...now,
    users: now.users.map((user) => (user.uId === saved.uId ? { ...user, ...saved } : user)),
  }));
}

/** Asks anew about a user who went to another list, or whose answer did not say all. */
export function askUser(id: string): void {
  void invalidate(getUser, { params: { id } });
  void invalidate(listUsers);
}
