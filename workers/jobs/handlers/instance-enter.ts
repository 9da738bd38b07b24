import { automationLaunchTexts } from "#texts/automation-launch.ts";
import { type AUDIENCE_JOB, enterPages } from "#workers/domain/automations/launch-audience.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { addressHash } from "#workers/domain/messaging/address-hash.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

/** Lets the audience of a launch in. */
export const instanceEnter = (env: JobsEnv): JobHandler<typeof AUDIENCE_JOB> => ({
  pages: (ctx, held, payload) =>
    enterPages(ctx, held, payload, { hashOf: () => addressHash(ctx, keyRing(env.DATA_KEY)) }),
  failure: automationLaunchTexts.job.failed,
});
