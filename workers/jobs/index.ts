import { wake } from "#workers/contract/jobs.ts";
import { openDueCrawls } from "./due-crawls.ts";
import { emptyTrash } from "./empty-trash.ts";
import { reseal } from "./reseal.ts";
import { runJob } from "./run-job.ts";
import { sendWaitingMail } from "./send-mail.ts";
import { tidyAccounts } from "./tidy-accounts.ts";
import { tidyImports } from "./tidy-imports.ts";
import { sweep, sweeper } from "./sweep.ts";

export { Sweeper } from "./sweep.ts";

export default {
  /** A message only wakes: whatever it says, the row decides. So a message is never worth keeping for long. */
  async queue(batch, env) {
    for (const message of batch.messages) {
      const woken = wake.safeParse(message.body);
      if (woken.success) await runJob(env, woken.data);
      message.ack();
    }
  },
  async scheduled(_, env) {
    await sendWaitingMail(env);
    await openDueCrawls(env);
    await reseal(env);
    await tidyImports(env);
    await emptyTrash(env);
    await tidyAccounts(env);
    if (await sweep(env)) await sweeper(env).arm();
  },
} satisfies ExportedHandler<JobsEnv>;
