import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { apiKeysTexts as texts } from "#texts/api-keys.ts";
import { can, useSession } from "#app/session/session.ts";
import { type ApiKey, listApiKeys, revokeApiKey } from "#workers/contract/endpoints/api-keys.ts";
import type { Route } from "./+types/api-keys.ts";
import { IntegrationPage } from "./integration-page.tsx";
import { KeysTable } from "./keys-table.tsx";

const KeyDialog = lazily(
  () => import("./key-dialog.tsx"),
  (module) => module.KeyDialog,
);

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title, lead, failed },
  Around: IntegrationPage,
});

export const clientLoader = prefetched(async () => ({ list: await load(listApiKeys) }));

/** Keys with which the enterprise's own systems call the API. */
export default function ApiKeys({ loaderData: { list } }: Route.ComponentProps) {
  const { profile } = useSession();
  const { keys } = useLoaded(list).answer;
  const [making, setMaking] = useState(false);
  const revoke = useRevoke();
  const add = (tone: "primary" | "secondary") =>
    can(profile, ["INTEGRATIONS.CREATE"]) && (
      <Button tone={tone} icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
        {texts.create}
      </Button>
    );
  return (
    <IntegrationPage actions={keys.length > 0 && add("primary")}>
      <p className="mb-4 max-w-prose text-muted">
        {texts.lead}{" "}
        <a
          href="/api/docs"
          target="_blank"
          rel="noreferrer"
          className="rounded text-accent-ink underline underline-offset-2"
        >
          {texts.docs}
        </a>
      </p>
      {keys.length === 0 ? (
        <EmptyState icon={<KeyRound />} title={texts.none} action={add("primary")}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <KeysTable
          keys={keys}
          mayRevoke={can(profile, ["INTEGRATIONS.DELETE"])}
          onRevoke={(key) => void revoke(key)}
        />
      )}
      {making && <KeyDialog permissions={profile.permissions} onClose={() => setMaking(false)} />}
    </IntegrationPage>
  );
}

function useRevoke() {
  const toast = useToast();
  const confirm = useConfirm();
  return async ({ id, name }: ApiKey) => {
    const yes = await confirm({
      title: texts.revokeQuestion(name),
      text: texts.revokeText,
      confirmLabel: texts.revoke,
      run: () => request(revokeApiKey, { params: { id } }),
    });
    if (!yes) return;
    toast.success(texts.revoked);
    void invalidate(listApiKeys);
  };
}
