const MEMBER = `EXISTS (SELECT 1 FROM department_users s WHERE s.enterprise_id = ?1 AND s.department_id = c.department_id AND s.user_id = ?2)`;
const NO_PEOPLE = `NOT EXISTS (SELECT 1 FROM department_users s WHERE s.enterprise_id = ?1 AND s.department_id = c.department_id)`;
/** Asked to take it or to join, or joined. */
const IN_IT = `instr(c.people, '"uId":"' || ?2 || '"') > 0`;
/**
 * Whose chats somebody sees: their own, those that they are asked into or have joined, those of their
 * departments, and those that nobody has and no department's people
 * could. SQL over a chat `c`; `?1` is the enterprise, `?2` the reader. Live events are addressed by the same rule
 * (live-events/keep-chats.ts).
 */
export const SEEN = `(c.handler = ?2 OR ${IN_IT} OR ${MEMBER} OR c.handler IS NULL AND ${NO_PEOPLE})`;

/** The same, and those that somebody saw until a colleague was faster: they are told who it was. */
export const WAS_SEEN = `(c.handler = ?2 OR ${IN_IT} OR ${MEMBER} OR ${NO_PEOPLE})`;
