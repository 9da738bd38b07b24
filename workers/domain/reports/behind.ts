import { feelings } from "#workers/contract/emotions.ts";
import { type Narrowing, NONE } from "#workers/contract/endpoints/reports.ts";

/** Binds a value and answers its placeholder in the statement. */
type Bind = (value: string | number) => string;

/** Selects from the other messages of a message's conversation. Rows are in the order in which they were written. */
const another = (which: string, what = "1"): string =>
  `SELECT ${what} FROM turns other WHERE other.enterprise_id = ?1
     AND other.conversation_id = turns.conversation_id AND other.rowid ${which}`;

const CLASSES: Record<NonNullable<Narrowing["conversationClass"]>, string> = {
  understood: "scoped > 0 AND scoped = turns",
  partly: "scoped > 0 AND scoped < turns",
  notUnderstood: "scoped = 0",
};

/**
 * Conditions on `turns` that select the messages behind a figure of the analytics pages; ?1 is the enterprise, ?2 the
 * bot and ?3 the start of the range.
 */
export function behindFigure(narrowed: Narrowing, bind: Bind): string[] {
  const { emotion, feeling, kind, conversationClass, storyId, cameFrom, begins, ends } = narrowed;
  const conditions: string[] = [];
  if (emotion) conditions.push(`emotion = ${bind(emotion)}`);
  if (feeling) {
    conditions.push(`emotion IN (SELECT value FROM json_each(${bind(JSON.stringify(feelings[feeling]))}))`);
  }
  if (kind) conditions.push(`kind = ${bind(kind)}`);
  if (conversationClass) {
    // A conversation is counted when it begins.
    conditions.push(
      `EXISTS (SELECT 1 FROM conversations WHERE conversations.id = turns.conversation_id AND enterprise_id = ?1
         AND started_at >= ?3 AND ${CLASSES[conversationClass]})`,
    );
  }
  if (storyId) {
    const known = "SELECT id FROM intents WHERE enterprise_id = ?1 AND agent_id = ?2";
    conditions.push(
      storyId === NONE
        ? `intent_id IS NOT NULL AND intent_id NOT IN (${known})`
        : `intent_id IN (${known} AND story_id = ${bind(storyId)})`,
    );
  }
  if (cameFrom) {
    const before = another(
      "< turns.rowid ORDER BY other.rowid DESC LIMIT 1",
      `coalesce(other.intent_id, '${NONE}')`,
    );
    conditions.push(`(${before}) = ${bind(cameFrom)}`);
  }
  if (begins) conditions.push(`NOT EXISTS (${another("< turns.rowid")})`);
  if (ends) conditions.push(`NOT EXISTS (${another("> turns.rowid")})`);
  return conditions;
}
