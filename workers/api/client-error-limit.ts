import { minuteLimit } from "./minute-limit.ts";

/** Reports that an isolate writes to its log in a minute: from one address, and from all. */
export const MOST_FROM_ONE = 20;
export const MOST_FROM_ALL = 300;

/** Counts a console's report of an error; the limit protects the log. */
export const clientErrorWait = minuteLimit({ one: MOST_FROM_ONE, all: MOST_FROM_ALL });
