import type { Hono } from "hono";
import { automationFilesTexts as texts } from "#texts/automation-files.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { automationFileDoors } from "#workers/contract/endpoints/automation-files.ts";
import { exportAutomations } from "#workers/domain/automation-files/export-automations.ts";
import { checkImport, importAutomations } from "#workers/domain/automation-files/import-automations.ts";
import type { AppEnv } from "../context.ts";
import { FileReply, may, mount, Reply } from "../mount.ts";

const RIGHTS = { journey: "JOURNEYS", encap: "ENCAPS" } as const;

/** Journeys and encaps as files. */
export function automationFileRoutes(app: Hono<AppEnv>): void {
  for (const kind of automationKinds) {
    const api = automationFileDoors[kind];
    mount(app, api.export, async ({ query }, context) => {
      // Somebody who may not see forms gets their names alone.
      const withForms = may(context, "ENCAPS.VIEW", "ENCAPS.CREATE", "ENCAPS.EDIT", "ENCAPS.DELETE");
      const { name, file } = await exportAutomations(context.ctx, kind, query, {
        withForms,
        isTakenOut: true,
      });
      return new FileReply(`${JSON.stringify(file, null, 2)}\n`, `${name}.json`);
    });
    mount(app, api.check, ({ body }, { ctx }) => checkImport(ctx, kind, body.file));
    mount(app, api.import, async ({ body: { file, ...choices } }, context) => {
      const made = await importAutomations(context.ctx, kind, file, choices, {
        replace: may(context, `${RIGHTS[kind]}.EDIT`),
        createForms: may(context, "ENCAPS.CREATE"),
        replaceForms: may(context, "ENCAPS.EDIT"),
      });
      return new Reply(made, texts.imported(made.automations.length));
    });
  }
}
