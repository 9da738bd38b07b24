import type { Hono } from "hono";
import { automationsTexts as texts } from "#texts/automations.ts";
import { journeyReportTexts } from "#texts/journey-report.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import {
  changeAutomation,
  createAutomation,
  deleteAutomation,
  seenAutomation,
} from "#workers/domain/automations/automation.ts";
import {
  getDraft,
  getVersion,
  listVersions,
  saveDraft,
  takeBack,
} from "#workers/domain/automations/draft.ts";
import { listAutomations } from "#workers/domain/automations/list.ts";
import { publish } from "#workers/domain/automations/publish.ts";
import { flowDetailsOf } from "#workers/domain/automations/flow-details.ts";
import { listReferences } from "#workers/domain/automations/references.ts";
import { flowDetails } from "#workers/contract/endpoints/flow-details.ts";
import * as reportApi from "#workers/contract/endpoints/journey-report.ts";
import { reportOf } from "#workers/domain/automations/report.ts";
import { cohortsIn } from "#workers/domain/automations/report-cohorts.ts";
import { reportCsv } from "#workers/domain/automations/report-csv.ts";
import { reportPartsOf } from "#workers/domain/automations/report-parts.ts";
import { segmentOf } from "#workers/domain/automations/report-segment.ts";
import { tryGraph } from "#workers/domain/automations/try.ts";
import { placeOf } from "#workers/domain/enterprise/enterprise.ts";
import type { AppEnv } from "../context.ts";
import { FileReply, may, mount, Reply } from "../mount.ts";
import { tellSaved, watchDraft } from "../watching.ts";

const RIGHTS = { journey: "JOURNEYS", encap: "ENCAPS" } as const;

/** Journeys and encaps: the same calls behind two doors. */
export function automationRoutes(app: Hono<AppEnv>): void {
  mount(app, flowDetails, ({ params, query }, { ctx }) => flowDetailsOf(ctx, params.id, query.journeyId));
  mount(app, reportApi.journeyReport, ({ query }, { ctx }) => reportOf(ctx, query));
  mount(app, reportApi.journeyCohorts, ({ query }, { ctx }) => cohortsIn(ctx, query));
  mount(app, reportApi.journeySegment, async ({ query }, { ctx }) => {
    const { graph: _, ...figures } = await segmentOf(ctx, query);
    return figures;
  });
  mount(app, reportApi.journeyReportParts, async ({ query }, { ctx }) => {
    const { graph: _, ...parts } = await reportPartsOf(ctx, query);
    return parts;
  });
  mount(
    app,
    reportApi.journeyReportCsv,
    async ({ query }, { ctx }) =>
      new FileReply(
        await reportCsv(ctx, query),
        journeyReportTexts.csvName(query.part, query.from, query.to),
      ),
  );
  for (const kind of automationKinds) {
    const api = automationDoors[kind];
    mount(app, api.list, ({ query }, { ctx }) => listAutomations(ctx, kind, query));
    mount(
      app,
      api.create,
      async ({ body }, { ctx }) => new Reply(await createAutomation(ctx, kind, body), texts.saved),
    );
    mount(app, api.references, (_, { ctx }) => listReferences(ctx));
    mount(
      app,
      api.change,
      async ({ params, body }, { ctx }) =>
        new Reply(await changeAutomation(ctx, kind, params.id, body), texts.saved),
    );
    mount(app, api.remove, async ({ params }, { ctx }) => {
      await deleteAutomation(ctx, kind, params.id);
      return new Reply(null, texts.deleted);
    });
    mount(app, api.draft, ({ params }, { ctx }) => getDraft(ctx, kind, params.id));
    mount(app, api.saveDraft, async ({ params, body }, context) => {
      const saved = await saveDraft(context.ctx, kind, params.id, body);
      tellSaved(context, kind, params.id, saved.revision);
      return saved;
    });
    mount(app, api.watchDraft, async ({ params, body }, context) => {
      await seenAutomation(context.ctx, kind, params.id);
      return watchDraft(
        context,
        { kind, id: params.id, mayEdit: may(context, `${RIGHTS[kind]}.EDIT`) },
        body,
      );
    });
    mount(app, api.publish, async ({ params, body }, { ctx, session }) => {
      const version = await publish(ctx, placeOf(session.enterprise), kind, params.id, body);
      return new Reply(version, texts.published(version.number));
    });
    mount(app, api.try, ({ body }, { ctx, session }) => tryGraph(ctx, placeOf(session.enterprise), body));
    mount(app, api.versions, ({ params, query }, { ctx }) => listVersions(ctx, kind, params.id, query));
    mount(app, api.version, ({ params }, { ctx }) => getVersion(ctx, kind, params.id, params.number));
    mount(app, api.takeBack, async ({ params, body }, context) => {
      const draft = await takeBack(context.ctx, kind, params.id, body.number, body.revision);
      tellSaved(context, kind, params.id, draft.revision);
      return draft;
    });
  }
}
