import { MousePointerClick } from "lucide-react";
import { useQueryOf } from "#app/data/query.ts";
import { nodeTitle } from "#workers/contract/automation/node-title.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { encapsTexts } from "#texts/encaps.ts";
import { getEncapDraft } from "#workers/contract/endpoints/automations.ts";
import { designerOf } from "../addresses.ts";
import { buttonsOf } from "./graph-buttons.ts";
import { Part } from "./part.tsx";

const texts = encapsTexts.buttons;

/** The buttons that the draft's steps send, each with where a press leads. */
export function Buttons({ id }: { id: string }) {
  const draft = useQueryOf(getEncapDraft, { params: { id } });
  return (
    <Part of={draft} lead={texts.lead}>
      {({ graph }) => {
        const rows = buttonsOf(graph);
        if (rows.length === 0)
          return (
            <EmptyState icon={<MousePointerClick />} title={texts.none}>
              {texts.noneText}
            </EmptyState>
          );
        const title = (node: (typeof graph.nodes)[number] | undefined) =>
          node ? nodeTitle(node, graph, undefined) : texts.nowhere;
        return (
          <Table caption={encapsTexts.tabs.buttons}>
            <thead>
              <tr>
                <Th>{texts.label}</Th>
                <Th>{texts.step}</Th>
                <Th className="max-sm:hidden">{texts.payload}</Th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, label, node, to }) => (
                <tr key={key} className="relative">
                  <RowTh className="min-w-28 [overflow-wrap:anywhere]">
                    <RowLink to={designerOf(id, node.id)}>{label}</RowLink>
                    <span className="block font-normal text-muted sm:hidden">{title(to)}</span>
                  </RowTh>
                  <Td className="[overflow-wrap:anywhere]">{title(node)}</Td>
                  <Td className="[overflow-wrap:anywhere] max-sm:hidden">{title(to)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        );
      }}
    </Part>
  );
}
