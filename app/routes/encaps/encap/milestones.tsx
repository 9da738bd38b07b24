import { Flag } from "lucide-react";
import { useQueryOf } from "#app/data/query.ts";
import { readingOrder } from "#workers/contract/automation/reading-order.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { FigureTd, FigureTh, RowLink, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { encapsTexts } from "#texts/encaps.ts";
import { getEncapMilestones } from "#workers/contract/endpoints/automation-launch.ts";
import { getEncapDraft } from "#workers/contract/endpoints/automations.ts";
import { designerOf } from "../addresses.ts";
import { Part } from "./part.tsx";

const texts = encapsTexts.milestones;

/** The milestones of the draft in the order of its steps, with how many people of all launches came there. */
export function Milestones({ id }: { id: string }) {
  const draft = useQueryOf(getEncapDraft, { params: { id } });
  const hits = useQueryOf(getEncapMilestones, { params: { id } });
  const counted = new Map((hits.answer?.milestones ?? []).map((each) => [each.id, each.hits]));
  return (
    <Part of={draft} lead={texts.lead}>
      {({ graph }) => {
        const rows = readingOrder(graph).flatMap(({ node }) =>
          node.type === "milestone" && typeof node.data["milestoneId"] === "string"
            ? [{ node, milestone: node.data["milestoneId"] }]
            : [],
        );
        if (rows.length === 0)
          return (
            <EmptyState icon={<Flag />} title={texts.none}>
              {texts.noneText}
            </EmptyState>
          );
        return (
          <Table caption={encapsTexts.tabs.milestones}>
            <thead>
              <tr>
                <Th>{texts.name}</Th>
                <FigureTh>{texts.hits}</FigureTh>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ node, milestone }) => (
                <tr key={node.id} className="relative">
                  <RowTh className="[overflow-wrap:anywhere]">
                    <RowLink to={designerOf(id, node.id)} aria-label={texts.open(node.name || milestone)}>
                      {node.name || milestone}
                    </RowLink>
                  </RowTh>
                  <FigureTd>{hits.answer ? formatCount(counted.get(milestone) ?? 0) : ""}</FigureTd>
                </tr>
              ))}
            </tbody>
          </Table>
        );
      }}
    </Part>
  );
}
