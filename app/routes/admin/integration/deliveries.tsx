import { RefreshCw, Send } from "lucide-react";
import { useState } from "react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListEntries } from "#app/kit/list-screen.tsx";
import { OlderPager } from "#app/kit/older-pager.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { authConfigsTexts } from "#texts/auth-configs.ts";
import { formatCount } from "#app/lib/format.ts";
import { listsTexts } from "#texts/lists.ts";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import { can, useSession } from "#app/session/session.ts";
import { listDeliveries } from "#workers/contract/endpoints/webhooks-out.ts";
import {
  type DeliveryState,
  deliveryStates,
  type HookEvent,
  hookEvents,
  TEST_EVENT,
} from "#workers/contract/webhooks-out.ts";
import type { Route } from "./+types/deliveries.ts";
import { CONNECTIONS, WEBHOOKS } from "./addresses.ts";
import { DeliveriesTable } from "./deliveries-table.tsx";

const ReplayDialog = lazily(
  () => import("./replay-dialog.tsx"),
  (module) => module.ReplayDialog,
);

const { logTitle: title, logFailed: failed } = texts;
const crumbs = [
  { label: authConfigsTexts.title, to: CONNECTIONS },
  { label: texts.tab, to: WEBHOOKS },
];
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ ...{ title, failed, crumbs, rows: 8 } });

const EVENTS = [...hookEvents, TEST_EVENT] as const;
const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | undefined =>
  values.find((each) => each === given);

/** The filters and the page are in the address. */
export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    const { searchParams } = new URL(url);
    const state = oneOf<DeliveryState>(deliveryStates, searchParams.get("state"));
    const type = oneOf<HookEvent | typeof TEST_EVENT>(EVENTS, searchParams.get("type"));
    const before = Math.floor(Number(searchParams.get("before"))) || undefined;
    const list = await load(listDeliveries, { params: { id }, query: { state, type, before } });
    return { id, list, state: state ?? "", type: type ?? "", before };
  },
);

/** The deliveries to one receiver, each with its outcome. */
export default function Deliveries({ loaderData: { id, list, state, type, before } }: Route.ComponentProps) {
  const { profile } = useSession();
  const listState = useListState();
  const loaded = useLoaded(list);
  const { url, deliveries, next } = loaded.answer;
  const [replaying, setReplaying] = useState(false);
  const mayEdit = can(profile, ["INTEGRATIONS.EDIT"]);
  const filtered = state !== "" || type !== "" || before !== undefined;
  return (
    <Page
      title={title}
      lead={url}
      crumbs={crumbs}
      actions={
        <>
          <Button icon={<RefreshCw aria-hidden />} onClick={() => void invalidate(listDeliveries)}>
            {texts.refresh}
          </Button>
          {mayEdit && (
            <Button icon={<Send aria-hidden />} onClick={() => setReplaying(true)}>
              {texts.replayAll}
            </Button>
          )}
        </>
      }
    >
      <div className="mb-4 flex flex-wrap gap-3">
        <Field label={texts.state} className="w-44">
          <Select
            value={state}
            options={[
              { value: "", label: texts.anyState },
              ...deliveryStates.map((value) => ({ value, label: texts.states[value] })),
            ]}
            onChange={(chosen) => listState.change({ state: chosen, before: "" })}
          />
        </Field>
        <Field label={texts.event} className="w-56">
          <Select
            value={type}
            options={[
              { value: "", label: texts.anyEvent },
              ...EVENTS.map((value) => ({ value, label: value })),
            ]}
            onChange={(chosen) => listState.change({ type: chosen, before: "" })}
          />
        </Field>
      </div>
      <ListEntries
        list={loaded}
        count={deliveries.length}
        empty={{
          icon: <Send />,
          title: filtered ? texts.noneFound : texts.noneSent,
          text: filtered ? texts.noneFoundText : texts.noneSentText,
        }}
      >
        <DeliveriesTable hookId={id} deliveries={deliveries} mayEdit={mayEdit} />
      </ListEntries>
      <OlderPager
        label={texts.pages}
        status={deliveries.length > 0 ? listsTexts.shown(formatCount(deliveries.length)) : ""}
        before={before}
        next={next}
        onGo={(mark) => listState.change({ before: mark })}
      />
      {replaying && <ReplayDialog hookId={id} onClose={() => setReplaying(false)} />}
    </Page>
  );
}
