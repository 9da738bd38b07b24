import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import { can, useSession } from "#app/session/session.ts";
import { type Hook, listHooks } from "#workers/contract/endpoints/webhooks-out.ts";
import type { Route } from "./+types/webhooks.ts";
import { HooksTable } from "./hooks-table.tsx";
import { IntegrationPage } from "./integration-page.tsx";

const HookDialog = lazily(
  () => import("./hook-dialog.tsx"),
  (module) => module.HookDialog,
);

const { tab: title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title, lead, failed },
  Around: IntegrationPage,
});

export const clientLoader = prefetched(async () => ({ list: await load(listHooks) }));

/** Addresses of the enterprise's own systems that are told of events. */
export default function Webhooks({ loaderData: { list } }: Route.ComponentProps) {
  const { profile } = useSession();
  const { hooks } = useLoaded(list).answer;
  const [shown, setShown] = useState<Hook | "new">();
  const add = (tone: "primary" | "secondary") =>
    can(profile, ["INTEGRATIONS.CREATE"]) && (
      <Button tone={tone} icon={<Plus aria-hidden />} onClick={() => setShown("new")}>
        {texts.create}
      </Button>
    );
  return (
    <IntegrationPage actions={hooks.length > 0 && add("primary")}>
      <p className="mb-4 max-w-prose text-muted">{texts.lead}</p>
      {hooks.length === 0 ? (
        <EmptyState icon={<Webhook />} title={texts.none} action={add("primary")}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <HooksTable
          hooks={hooks}
          mayEdit={can(profile, ["INTEGRATIONS.EDIT"])}
          mayDelete={can(profile, ["INTEGRATIONS.DELETE"])}
          onEdit={setShown}
        />
      )}
      {shown && (
        <HookDialog
          key={shown === "new" ? shown : shown.id}
          hook={shown === "new" ? undefined : shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </IntegrationPage>
  );
}
