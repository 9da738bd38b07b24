import { Network, Plus } from "lucide-react";
import { useState } from "react";
import { redirect } from "react-router";
import { request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { useRemoval } from "#app/kit/use-removal.ts";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { RowActions } from "#app/components/ui/row-actions.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import {
  deleteOnboarding,
  listOnboardings,
  type Onboarding,
  ONBOARDINGS_PAGE,
  partnerDetails,
} from "#workers/contract/endpoints/onboarding.ts";
import type { Route } from "./+types/onboardings.ts";
import { ONBOARDING } from "./address.ts";
import { NewDialog } from "./new-dialog.tsx";
import { StepBadge } from "./step-badge.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** The page is in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { from } = listStateIn(url, 1);
  const [list, partner] = await Promise.all([
    load(listOnboardings, { query: { from } }),
    load(partnerDetails),
  ]);
  if (list.answer.onboardings.length === 0 && from > 0) return redirect(ONBOARDING);
  return { list, partner, from };
});

/** Numbers of WhatsApp on their way to a channel. */
export default function Onboardings({
  loaderData: { list: loaded, partner: loadedPartner, from },
}: Route.ComponentProps) {
  const listState = useListState();
  const list = useLoaded(loaded);
  const partner = useLoaded(loadedPartner).answer;
  const { onboardings, more, total } = list.answer;
  const [adding, setAdding] = useState(false);
  const add = (tone: "primary" | "secondary") =>
    partner.configured && (
      <Button tone={tone} icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
        {texts.add}
      </Button>
    );
  return (
    <Page title={texts.title} lead={texts.lead} actions={add("primary")}>
      {!partner.configured && (
        <Banner kind="warning" title={texts.noPartnerTitle} className="mb-4">
          {texts.noPartner}
        </Banner>
      )}
      {partner.configured && (
        <Banner kind="info" className="mb-4">
          {partner.simulated
            ? texts.simulated
            : partner.name
              ? texts.partnerOf(partner.name)
              : texts.partnerSilent}
        </Banner>
      )}
      <ListBody
        {...{ list, more, total, from }}
        label={texts.pages}
        onGo={listState.go}
        count={onboardings.length}
        perPage={ONBOARDINGS_PAGE}
        empty={{ icon: <Network />, title: texts.none, text: texts.noneText, action: add("secondary") }}
      >
        <Rows onboardings={onboardings} />
      </ListBody>
      {adding && <NewDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Rows({ onboardings }: { onboardings: readonly Onboarding[] }) {
  const remove = useRemoval({
    texts,
    remove: (id) => request(deleteOnboarding, { params: { id } }),
    list: listOnboardings,
    without: (page, id) => ({ ...page, onboardings: page.onboardings.filter((each) => each.id !== id) }),
  });
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.number}</Th>
          <Th>{texts.step}</Th>
          <Th>{texts.changed}</Th>
          <Th>{texts.by}</Th>
          <Th>{texts.actions}</Th>
        </tr>
      </thead>
      <tbody>
        {onboardings.map((each) => (
          <tr key={each.id} className="relative">
            <RowTh className="max-w-80 min-w-36">
              <RowLink to={`${ONBOARDING}/${each.id}`}>{each.name}</RowLink>
            </RowTh>
            <Td className="whitespace-nowrap">{each.number}</Td>
            <Td className="whitespace-nowrap">
              <StepBadge step={each.step} />
            </Td>
            <Td className="whitespace-nowrap">{formatMoment(each.updatedAt)}</Td>
            <Td className="min-w-28">{each.updatedBy}</Td>
            <Td>
              <RowActions
                edit={false}
                remove={{ label: texts.removeOf(each.name), onClick: () => remove(each) }}
              />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
