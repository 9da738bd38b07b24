import { directory } from "#db/client.ts";
import type { SimulatorCalls } from "#workers/contract/simulator.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { type DeletedObjects, enterpriseDeletePages } from "#workers/domain/enterprise/delete.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { laneOf, senderOf } from "#workers/domain/messaging/objects.ts";
import { roomObject } from "#workers/domain/video/room-object.ts";
import { MOST_SENDERS } from "../sender-run.ts";

const objectsOf = (env: JobsEnv, enterpriseId: EnterpriseId): DeletedObjects => ({
  forgetHub: () => hubOf(env, enterpriseId).forgetAll(),
  forgetRoom: (roomId) => roomObject(env, roomId).forgetAll(),
  async forgetChannel(channelId) {
    const simulator = env.SIMULATOR.get(env.SIMULATOR.idFromName(channelId)) as unknown as SimulatorCalls;
    await simulator.forget({ enterpriseId, channelId }, null);
    await laneOf(env, { channelId }).forgetAll();
    for (let sender = 0; sender < MOST_SENDERS; sender++)
      await senderOf(env, { channelId, sender }).forgetAll();
  },
});

/** Deletes an enterprise with all that it has. */
export const enterpriseDelete = (env: JobsEnv): JobHandler<"enterprise.delete"> => ({
  pages: (ctx, held, payload) =>
    enterpriseDeletePages(ctx, held, payload, {
      directory: directory(env),
      backups: env.BACKUPS,
      files: env.FILES,
      objects: objectsOf(env, payload.enterpriseId),
    }),
  async gaveUp(_, { step, table }, message) {
    console.log(JSON.stringify({ level: "error", source: "deletions", step, table, failure: message }));
  },
  failure: "begun too often",
});
