import type { Hono } from "hono";
import {
  directory,
  tenantDatabase,
  tenantDatabases,
  type TenantDatabase,
  type TenantDb,
} from "#db/client.ts";
import { formsTexts as texts } from "#texts/forms.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import * as publicApi from "#workers/contract/endpoints/public-form.ts";
import { isFenced } from "#workers/domain/bare/fenced.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { DomainError } from "#workers/domain/error.ts";
import { getDraft, listVersions, publishForm, saveDraft, takeBack } from "#workers/domain/forms/draft.ts";
import { createForm, deleteForm, listForms, seenForm } from "#workers/domain/forms/form.ts";
import { makeLink } from "#workers/domain/forms/links.ts";
import { answerPage, countSeen, openPage, whoseLink } from "#workers/domain/forms/public.ts";
import { listSubmissions, submissionsCsv } from "#workers/domain/forms/submissions.ts";
import { databaseOf } from "#workers/domain/forms/token.ts";
import { keptAddressHash } from "#workers/domain/messaging/address-hash.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import { keepCall } from "#workers/domain/moving/intake.ts";
import { findWherever } from "#workers/domain/moving/where.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { actorOf } from "../actor.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { minuteLimit } from "../minute-limit.ts";
import { FileReply, may, mount, Reply } from "../mount.ts";
import { tellSaved, watchDraft } from "../watching.ts";

/** Calls a minute: of one form's page, and of one network address, behind which a whole office may sit. */
const ALL = 100_000;
const OPENED = { one: minuteLimit({ one: 1_200, all: ALL }), address: minuteLimit({ one: 240, all: ALL }) };
const ANSWERED = { one: minuteLimit({ one: 600, all: ALL }), address: minuteLimit({ one: 60, all: ALL }) };

export function formRoutes(app: Hono<AppEnv>): void {
  mount(app, formsApi.listForms, ({ query }, { ctx }) => listForms(ctx, query));
  mount(
    app,
    formsApi.createForm,
    async ({ body }, { ctx }) => new Reply(await createForm(ctx, body), texts.saved),
  );
  mount(app, formsApi.deleteForm, async ({ params }, { ctx }) => {
    await deleteForm(ctx, params.id);
    return new Reply(null, texts.deleted);
  });
  mount(app, formsApi.getFormDraft, ({ params }, { ctx }) => getDraft(ctx, params.id));
  mount(app, formsApi.saveFormDraft, async ({ params, body }, context) => {
    const saved = await saveDraft(context.ctx, params.id, body);
    tellSaved(context, "form", params.id, saved.revision);
    return saved;
  });
  mount(app, formsApi.watchFormDraft, async ({ params, body }, context) => {
    await seenForm(context.ctx, params.id);
    return watchDraft(context, { kind: "form", id: params.id, mayEdit: may(context, "ENCAPS.EDIT") }, body);
  });
  mount(app, formsApi.takeFormBack, async ({ params, body }, context) => {
    const draft = await takeBack(context.ctx, params.id, body.number, body.revision);
    tellSaved(context, "form", params.id, draft.revision);
    return draft;
  });
  mount(app, formsApi.publishForm, async ({ params, body }, { ctx }) => {
    const version = await publishForm(ctx, params.id, body);
    return new Reply(version, texts.published(version.number));
  });
  mount(app, formsApi.listFormVersions, ({ params, query }, { ctx }) => listVersions(ctx, params.id, query));
  mount(app, formsApi.makeFormLink, async ({ params, body }, { ctx, session }) => {
    const database = tenantDatabases.find((each) => each === session.enterprise.database);
    if (!database) throw new DomainError("notFound");
    return new Reply(await makeLink(ctx, database, params.id, body), texts.linkMade);
  });
  mount(app, formsApi.listFormSubmissions, ({ params, query }, { ctx }) =>
    listSubmissions(ctx, params.id, query),
  );
  mount(app, formsApi.formSubmissionsCsv, async ({ params, query }, { ctx }) => {
    const { name, begin } = await submissionsCsv(ctx, params.id, query);
    return new FileReply(await inDownloadSlot(ctx, "messages", begin), name);
  });

  mount(app, publicApi.openForm, async ({ params: { token } }, { c }) => {
    limit(c, OPENED, token);
    return atToken(c, token, (db) => openPage(db, token, Date.now()));
  });
  mount(app, publicApi.formSeen, async ({ params: { token }, body }, { c }) => {
    limit(c, OPENED, token);
    const { what } = body;
    // Nobody hears whether it is there.
    await wherever(c, token, async ({ db }) => {
      try {
        return await countSeen(db, token, what);
      } catch (error) {
        const enterpriseId = isFenced(error) ? await whoseLink(db, token) : null;
        if (enterpriseId === null) throw error;
        await keepCall(c.env.FILES, enterpriseId, { kind: "formSeen", token, what, at: Date.now() });
        return enterpriseId;
      }
    });
    return null;
  });
  mount(app, publicApi.answerForm, async ({ params: { token }, body }, { c }) => {
    limit(c, ANSWERED, token);
    return atToken(c, token, async (db, database) => {
      const answered = await answerPage(db, token, body, {
        directory: directory(c.env),
        hashing: (ctx) => keptAddressHash(ctx, keyRing(c.env.DATA_KEY)),
        keep: (enterpriseId, at) => keepCall(c.env.FILES, enterpriseId, { kind: "form", token, body, at }),
        ctxOf: ({ enterpriseId }) => ctxOf(db, enterpriseId, actorOf(c, { id: "form", name: "" })),
      });
      // Whoever answers has no session, by which other calls know the clock to wake; the sweeper would see to it.
      if (c.get("after").clock)
        c.executionCtx.waitUntil(
          clockOf(c.env, database)
            .arm(database, Date.now())
            .catch(() => undefined),
        );
      return answered;
    });
  });
}

function limit(c: AppContext, { one, address }: typeof OPENED, token: string): void {
  // Without an edge that tells addresses apart, everybody would share one.
  const from = c.get("address");
  const wait = one(token) || (from === "local" ? 0 : address(from));
  if (wait > 0) throw new DomainError("tooOften", { message: texts.page.tooOften, retryAfterSeconds: wait });
}

/** Finds what a token stands for where it was made, else wherever its enterprise has moved to since. */
const wherever = <Found>(
  c: AppContext,
  token: string,
  find: (there: { db: TenantDb; database: TenantDatabase }) => Promise<Found | undefined>,
): Promise<Found | undefined> => {
  const made = databaseOf(token);
  return made
    ? findWherever(directory(c.env), { database: made }, ({ database }) =>
        find({ db: tenantDatabase(c.env, database), database }),
      )
    : Promise.resolve(undefined);
};

/** Works on a token's page. Throws notFound where there is none. */
async function atToken<Answer>(
  c: AppContext,
  token: string,
  work: (db: TenantDb, database: TenantDatabase) => Promise<Answer>,
): Promise<Answer> {
  const done = await wherever(c, token, async ({ db, database }) => {
    try {
      return { answer: await work(db, database) };
    } catch (error) {
      if (error instanceof DomainError && error.code === "notFound") return undefined;
      throw error;
    }
  });
  if (!done) throw new DomainError("notFound", { message: texts.page.goneText });
  return done.answer;
}
