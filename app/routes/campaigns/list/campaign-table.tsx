import { EllipsisVertical } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { ActionsTd, ActionsTh } from "#app/components/ui/row-buttons.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import type { Campaign } from "#workers/contract/endpoints/campaigns.ts";
import { CountsLine } from "#app/features/broadcasts/counts-line.tsx";
import { ByAt } from "../by-at.tsx";
import { campaignAddress } from "../addresses.ts";
import type { useCampaignDialog } from "../dialog/use-campaign-dialog.tsx";
import { StateBadge } from "../state-badges.tsx";
import { useCampaignActions } from "../use-campaign-actions.tsx";

const texts = campaignScreensTexts.campaigns;

export function CampaignTable({
  campaigns,
  onAsk,
}: {
  campaigns: readonly Campaign[];
  onAsk: ReturnType<typeof useCampaignDialog>["open"];
}) {
  const actions = useCampaignActions(onAsk);
  const { head } = texts;
  return (
    <>
      <Table caption={texts.table}>
        <thead>
          <tr>
            <Th>{head.name}</Th>
            <Th className="max-sm:hidden">{head.state}</Th>
            <Th className="max-sm:hidden">{head.activities}</Th>
            <Th className="max-sm:hidden">{head.figures}</Th>
            <Th className="max-lg:hidden">{head.created}</Th>
            {actions.any && <ActionsTh>{head.actions}</ActionsTh>}
          </tr>
        </thead>
        <tbody>
          {campaigns.map((campaign) => {
            const counts = (
              <CountsLine
                name={campaign.name}
                counts={campaign.counts}
                goesOn={campaign.state === campaignStates.started && campaign.activities.running > 0}
              />
            );
            const entries = actions.of(campaign);
            return (
              <tr key={campaign.id} className="relative">
                <RowTh className="max-w-96 min-w-44">
                  <RowLink to={campaignAddress(campaign.id)}>{campaign.name}</RowLink>
                  <Times campaign={campaign} />
                  {/* In a narrow window there is no room for columns. */}
                  <div className="mt-1 grid justify-items-start gap-1.5 font-normal sm:hidden">
                    <StateBadge state={campaign.state} />
                    <Activities campaign={campaign} />
                    {campaign.counts.total > 0 && counts}
                  </div>
                </RowTh>
                <Td className="max-sm:hidden">
                  <StateBadge state={campaign.state} />
                </Td>
                <Td className="max-sm:hidden">
                  <Activities campaign={campaign} />
                </Td>
                <Td className="max-sm:hidden">{counts}</Td>
                <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere] max-lg:hidden">
                  <ByAt by={campaign.user.name} at={campaign.createdOn} />
                </Td>
                {actions.any && (
                  <ActionsTd>
                    {entries.length > 0 && (
                      <Menu
                        button={
                          <IconButton
                            size="sm"
                            side="left"
                            label={campaignScreensTexts.moreOf(campaign.name)}
                            icon={<EllipsisVertical aria-hidden />}
                          />
                        }
                        entries={entries}
                      />
                    )}
                  </ActionsTd>
                )}
              </tr>
            );
          })}
        </tbody>
      </Table>
      {actions.dialog}
    </>
  );
}

function Activities({ campaign: { activities } }: { campaign: Campaign }) {
  const { total, pending, running } = activities;
  return (
    <span className="grid justify-items-start gap-1 whitespace-nowrap">
      {texts.total(total)}
      {pending > 0 && <Badge tone="warning">{texts.pending(pending)}</Badge>}
      {running > 0 && <Badge tone="accent">{texts.running(running)}</Badge>}
    </span>
  );
}

function Times({ campaign: { startAt, endAt } }: { campaign: Campaign }) {
  const words = [
    ...(startAt ? [texts.starts(formatShortDay(startAt))] : []),
    ...(endAt ? [texts.ends(formatShortDay(endAt))] : []),
  ];
  if (words.length === 0) return null;
  return <span className="block text-[0.8125rem] font-normal text-muted">{words.join(" · ")}</span>;
}
