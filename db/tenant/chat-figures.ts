import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/** Of what a row sums chats up: all of a department, or those of one channel, agent or label. */
export const figureKinds = ["all", "channel", "agent", "label"] as const;
export type FigureKind = (typeof figureKinds)[number];

/** The figures of a row. Chats that began are counted in the hour in which they did, with their first answer since. */
export const figureNames = [
  "started",
  "responses",
  "response_ms",
  "closed",
  "timed_out",
  "out_of_hours",
  "duration_ms",
  "rated",
  "rating",
] as const;

const count = (name: (typeof figureNames)[number]) => integer(name).notNull().default(0);

/**
 * Chats by the hours (UTC) in which they began and ended, so that analytics cost what their hours cost. Triggers on
 * `chats` take away the earlier count and add the present one (view `chat_moments`): counting anew gives the same.
 */
export const chatFigures = sqliteTable(
  "chat_figures",
  {
    ...tenant,
    kind: text("kind").$type<FigureKind>().notNull(),
    /** The hour's first millisecond since 1970, UTC. */
    hour: integer("hour").notNull(),
    /** Empty where the chats belong to no department. */
    departmentId: text("department_id").notNull(),
    /** Id of the channel, agent or label; empty for all. */
    ofId: text("of_id").notNull(),
    /** An agent's name as it was last: people are in the other database. */
    name: text("name").notNull().default(""),
    started: count("started"),
    responses: count("responses"),
    responseMs: count("response_ms"),
    closed: count("closed"),
    timedOut: count("timed_out"),
    outOfHours: count("out_of_hours"),
    durationMs: count("duration_ms"),
    rated: count("rated"),
    rating: count("rating"),
  },
  (table) => [
    primaryKey({ columns: [table.enterpriseId, table.kind, table.hour, table.departmentId, table.ofId] }),
  ],
);
