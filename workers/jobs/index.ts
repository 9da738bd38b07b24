import { tenantDatabases } from "#db/client.ts";
import { wake } from "#workers/contract/jobs.ts";
import { pushWork } from "#workers/contract/push.ts";
import { describe } from "#workers/domain/error.ts";
import { tidyMedia } from "#workers/domain/simulator/media.ts";
import { archiveBroadcasts } from "./archive-broadcasts.ts";
import { backUp } from "./back-up.ts";
import { checkData } from "./check-data.ts";
import { billing } from "./billing.ts";
import { bringIn } from "./bring-in.ts";
import { tidyEvents } from "./hand-over.ts";
import { deleteDue } from "./delete-due.ts";
import { moveDue } from "./move-due.ts";
import { openDueCrawls } from "./due-crawls.ts";
import { endExpired } from "./end-expired.ts";
import { emptyTrash } from "./empty-trash.ts";
import { mailDashboards } from "./mail-dashboards.ts";
import { logFigures } from "./log-figures.ts";
import { logWork } from "./log-work.ts";
import { push, tidyPush } from "./push.ts";
import { reseal } from "./reseal.ts";
import { runJob } from "./run-job.ts";
import { tidyAccounts } from "./tidy-accounts.ts";
import { tidyExports } from "./tidy-exports.ts";
import { tidyChats, tidyWords } from "./tidy-chats.ts";
import { tidyFormsByNight } from "./tidy-forms.ts";
import { tidySpeechByNight } from "./tidy-speech.ts";
import { tidyStepsByNight } from "./tidy-steps.ts";
import { tidyDrive, tidyDriveByNight } from "./tidy-drive.ts";
import { tidyImports } from "./tidy-imports.ts";
import { tidyMessaging } from "./tidy-messaging.ts";
import { sweep, sweeper } from "./sweep.ts";
import { runTasks } from "./run-tasks.ts";

export { Clock } from "./clock.ts";
export { Courier } from "./courier.ts";
export { Lane } from "./lane.ts";
export { Sender } from "./sender.ts";
export { Simulator } from "./simulator.ts";
export { Sweeper } from "./sweep.ts";

const EACH_MINUTE: Record<string, (env: JobsEnv) => Promise<void>> = {
  "webhooks aside": bringIn,
  sessions: endExpired,
  crawls: openDueCrawls,
  reseal,
  imports: tidyImports,
  drive: tidyDrive,
  trash: emptyTrash,
  accounts: tidyAccounts,
  liveEvents: tidyEvents,
  messaging: tidyMessaging,
  "simulated files": ({ FILES: bucket }) => tidyMedia(bucket, Date.now()),
  "messaging figures": logFigures,
  "work figures": logWork,
  billing,
  deletions: deleteDue,
  moves: moveDue,
  dashboards: mailDashboards,
};

/** Nightly, at a minute at which nothing else starts. */
const EACH_NIGHT: Record<string, (env: JobsEnv) => Promise<void>> = {
  "drive by night": tidyDriveByNight,
  "exports by night": tidyExports,
  "steps by night": tidyStepsByNight,
  "answers by night": tidyFormsByNight,
  "speech by night": tidySpeechByNight,
  "words by night": tidyWords,
  "push by night": tidyPush,
};
const isNight = (time: number): boolean => new Date(time).toISOString().slice(11, 16) === "02:23";
/** Each minute between one and five o'clock, UTC: what there may be much of. */
const ALL_NIGHT: Record<string, (env: JobsEnv, now: number) => Promise<void>> = {
  chats: tidyChats,
  "data checks": checkData,
  broadcasts: archiveBroadcasts,
};
/** Each minute of the hour before that: what the night removes is in the copies of before. */
const isBackupHour = (time: number): boolean => new Date(time).getUTCHours() === 0;
const isNightHour = (time: number): boolean => [1, 2, 3, 4].includes(new Date(time).getUTCHours());

export default {
  /** A message is only a wake-up: the row decides, whatever the message says. So it is never worth keeping for long. */
  async queue(batch, env) {
    for (const message of batch.messages) {
      const woken = wake.safeParse(message.body);
      if (woken.success) await runJob(env, woken.data);
      const news = pushWork.safeParse(message.body);
      // Thrown, it comes again a few times: nothing has been sent before a database could be read.
      if (news.success) await push(env, news.data);
      message.ack();
    }
  },
  async scheduled({ scheduledTime }, env) {
    // First, and on an alarm of its own: housekeeping may be slow, and what somebody waits for is not behind it.
    await sweeper(env).arm();
    await sweepAll(env);
    await attempt("after commit", () => runTasks(env));
    const steps = { ...EACH_MINUTE, ...(isNight(scheduledTime) && EACH_NIGHT) };
    for (const [source, step] of Object.entries(steps)) await attempt(source, () => step(env));
    if (isBackupHour(scheduledTime)) await attempt("backups", () => backUp(env, scheduledTime));
    if (isNightHour(scheduledTime)) {
      for (const [source, step] of Object.entries(ALL_NIGHT))
        await attempt(source, () => step(env, scheduledTime));
    }
    // Housekeeping opens jobs of its own.
    await sweepAll(env);
  },
} satisfies ExportedHandler<JobsEnv>;

async function sweepAll(env: JobsEnv): Promise<void> {
  for (const database of tenantDatabases) await attempt(`sweep of ${database}`, () => sweep(env, database));
}

/** A failing kind of work must not hold up the others. */
async function attempt(source: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.log(JSON.stringify({ level: "error", source, failure: describe(error) }));
  }
}
