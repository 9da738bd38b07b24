import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { Page } from "#app/components/page.tsx";
import { titleOf } from "#app/lib/title.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { uiTexts } from "#texts/ui.ts";
import { LIST } from "#app/features/broadcasts/addresses.ts";
import { BroadcastForm } from "./broadcast-form.tsx";

export const meta = () => titleOf(texts.sendTemplate);

/** Sends a template to many numbers at once. */
export default function CreateBroadcast() {
  const unsaved = useUnsavedGuard(guarding);
  return (
    <UnsavedProvider value={unsaved}>
      <Page wide title={texts.sendTemplate} lead={texts.form.lead} back={{ label: texts.title, to: LIST }}>
        <BroadcastForm />
      </Page>
    </UnsavedProvider>
  );
}

const guarding = {
  leaves: (from: { pathname: string }, to: { pathname: string }) => from.pathname !== to.pathname,
  why: () => uiTexts.leaveHint,
};
