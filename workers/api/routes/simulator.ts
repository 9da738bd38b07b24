import type { Hono } from "hono";
import { simulatedFlow } from "#workers/contract/endpoints/simulator-flows.ts";
import { playFlow } from "#workers/domain/simulator/flow.ts";
import { publicUrl } from "../public-url.ts";
import { errorsTexts } from "#texts/errors.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import { DomainError } from "#workers/domain/error.ts";
import { listSimulators } from "#workers/domain/simulator/channel.ts";
import { openMedium, takeMedium } from "#workers/domain/simulator/media.ts";
import { readEverything, readPhone, readTrouble, say, setTrouble } from "#workers/domain/simulator/phone.ts";
import type { AppEnv } from "../context.ts";
import { savedFile } from "../file-of-link.ts";
import { mount } from "../mount.ts";
import { simulatorDepsOf } from "../simulator-deps.ts";

export function simulatorRoutes(app: Hono<AppEnv>): void {
  mount(app, simulatedFlow, ({ params, body }, context) => {
    const { env, executionCtx } = context.c;
    // As it would come from outside, but for the way there.
    const callApi = async (path: string, init: RequestInit) =>
      app.fetch(new Request(publicUrl(context.c, path), init), env, executionCtx);
    return playFlow(
      context.ctx,
      { ...simulatorDepsOf(context), bucket: env.FILES, callApi },
      params.id,
      body,
    );
  });
  mount(app, simulatorApi.listSimulators, (_, { ctx }) => listSimulators(ctx));
  mount(app, simulatorApi.simulatedPhone, ({ params, query }, context) =>
    readPhone(context.ctx, simulatorDepsOf(context), params.id, query.person),
  );
  mount(app, simulatorApi.simulatedSay, ({ params, body }, context) =>
    say(context.ctx, simulatorDepsOf(context), params.id, body),
  );
  mount(app, simulatorApi.takeSimulatedMedium, ({ params, body }, { c, ctx, incoming }) => {
    if (!incoming)
      throw new DomainError("invalid", { message: errorsTexts.noFile, errors: { file: errorsTexts.noFile } });
    return takeMedium(ctx, c.env.FILES, params.id, { ...body, ...incoming });
  });
  mount(app, simulatorApi.readSimulatedMedium, async ({ params }, { c, ctx }) =>
    savedFile(await openMedium(ctx, c.env.FILES, params.id, params.medium)),
  );
  mount(app, simulatorApi.simulatedRead, ({ params, body }, context) =>
    readEverything(context.ctx, simulatorDepsOf(context), params.id, body.person),
  );
  mount(app, simulatorApi.simulatedTrouble, ({ params }, context) =>
    readTrouble(context.ctx, simulatorDepsOf(context), params.id),
  );
  mount(app, simulatorApi.setSimulatedTrouble, ({ params, body }, context) =>
    setTrouble(context.ctx, simulatorDepsOf(context), params.id, body),
  );
}
