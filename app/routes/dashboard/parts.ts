import { load } from "#app/data/query.ts";
import { can, loadSession } from "#app/session/session.ts";
import { listAuditTrail } from "#workers/contract/endpoints/audit-trail.ts";
import { dashboardInfo } from "#workers/contract/endpoints/dashboard.ts";
import { rangeOf } from "./periods.ts";
import { CHAT_FIGURES } from "./permissions.ts";

/** The period whose chats are shown first. */
export const FIRST_PERIOD = "WEEK";

/** As many entries are asked for, of which few are shown: who signed in is no news here. */
export const LATE_ENTRIES = { query: { perPage: 40 } };

/** The first period up to this minute: a link that is pointed at and then pressed asks once. */
export function firstWeek() {
  const minute = new Date();
  minute.setSeconds(0, 0);
  return rangeOf(FIRST_PERIOD, minute);
}

/** Asks beside the loader's own calls for what the parts below them show; each part tells a failure of its own. */
export function askForParts(week: ReturnType<typeof firstWeek>): void {
  const asking = loadSession().then(({ profile }) =>
    Promise.allSettled([
      can(profile, ["AUDITTRAIL.VIEW"]) && load(listAuditTrail, LATE_ENTRIES),
      can(profile, CHAT_FIGURES) && load(dashboardInfo, { query: week }),
    ]),
  );
  asking.catch(() => undefined);
}
