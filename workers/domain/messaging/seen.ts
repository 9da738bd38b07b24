const MEMBER = (who: string) =>
  `EXISTS (SELECT 1 FROM department_users s WHERE s.enterprise_id = ?1 AND s.department_id = c.department_id AND s.user_id = ${who})`;
/** None who could answer: people who have left, or may no longer answer chats, keep nobody else from seeing who waits. */
const NO_PEOPLE = `NOT EXISTS (SELECT 1 FROM department_users s WHERE s.enterprise_id = ?1 AND s.department_id = c.department_id AND s.answers)`;
/** Asked to take it or to join, or joined. */
const IN_IT = (who: string) => `instr(c.people, '"uId":"' || ${who} || '"') > 0`;

/**
 * SQL of whether `who` sees a chat `c` of the enterprise `?1`: it is theirs, they are asked into it or joined, or its
 * people are theirs; or nobody has it and no people could. keep-chats.ts addresses events alike.
 */
export const seenBy = (who: string): string =>
  `(c.handler = ${who} OR ${IN_IT(who)} OR ${MEMBER(who)} OR c.handler IS NULL AND ${NO_PEOPLE})`;
/** The same, with the reader as `?2`. */
export const SEEN = seenBy("?2");

/** The same, and those that somebody saw until a colleague was faster: they are told who it was. */
export const WAS_SEEN = `(c.handler = ?2 OR ${IN_IT("?2")} OR ${MEMBER("?2")} OR ${NO_PEOPLE})`;
