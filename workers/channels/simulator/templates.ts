import { z } from "zod";
import { adaptersTexts as texts } from "#texts/adapters.ts";
import { templateStates } from "#workers/contract/templates/states.ts";
import { categories, components } from "#workers/contract/templates/template.ts";
import { called, jsonPost } from "../call.ts";
import type { AdapterTemplates } from "../adapter.ts";
import { SIMULATOR_HOST } from "./wire.ts";

/** Templates of the simulator, in the words of the house both ways. */
export const simulatedTemplate = z.object({
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(16),
  category: z.enum(categories),
  components,
});

const listed = z.array(
  simulatedTemplate.extend({
    vendorId: z.string(),
    status: z.enum(templateStates),
    reason: z.string(),
    quality: z.string(),
  }),
);
export type SimulatedTemplate = z.infer<typeof listed>[number];

/** Address of a channel's templates; `isTemplates` tells it from the other addresses. */
const addressOf = (channelId: string): string => `https://${SIMULATOR_HOST}/${channelId}/templates`;
export const isTemplates = (url: string): boolean => new URL(url).pathname.endsWith("/templates");

export const templates: AdapterTemplates = {
  async submit({ name, language, category, components: parts }, channel, deps) {
    const answer = await called(
      deps,
      addressOf(channel.id),
      jsonPost({ name, language, category, components: parts }),
    );
    const taken = z.object({ vendorId: z.string() }).safeParse(answer?.json);
    if (answer?.status !== 200 || !taken.success) return { outcome: "unclear", reason: texts.unclear };
    return { outcome: "taken", vendorId: taken.data.vendorId, status: "PENDING" };
  },
  async list(channel, deps) {
    const answer = await called(deps, addressOf(channel.id), {});
    const read = listed.safeParse(answer?.json);
    return answer?.status === 200 && read.success ? read.data : undefined;
  },
  async remove({ name, language }, channel, deps) {
    const query = new URLSearchParams({ name, language });
    const answer = await called(deps, `${addressOf(channel.id)}?${query}`, { method: "DELETE" });
    return answer?.status === 200;
  },
};
