import { adapterOf } from "#workers/channels/registry.ts";
import { automationInstancesTexts } from "#texts/automation-instances.ts";
import { addPages } from "#workers/domain/automations/instances-add.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { addressHash } from "#workers/domain/messaging/address-hash.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { Places } from "../places.ts";

/** Puts customers into a journey or an encap by hand. */
export const instanceAdd = (env: JobsEnv): JobHandler<"instance.add"> => ({
  pages: (ctx, held, payload) =>
    addPages(ctx, held, payload, {
      asking: {
        capabilities: (vendor, type) => adapterOf(vendor)?.capabilities(type),
        placeOf: new Places(env).of,
      },
      hashOf: (of) => addressHash(of, keyRing(env.DATA_KEY)),
    }),
  failure: automationInstancesTexts.added.failed,
});
