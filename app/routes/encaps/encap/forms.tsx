import { ClipboardList } from "lucide-react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { encapsTexts } from "#texts/encaps.ts";
import { nodeTitle } from "#workers/contract/automation/node-title.ts";
import { readingOrder } from "#workers/contract/automation/reading-order.ts";
import { getEncapDraft, listEncapReferences } from "#workers/contract/endpoints/automations.ts";
import { designerOf } from "../addresses.ts";
import { Part } from "./part.tsx";

const texts = encapsTexts.forms;

/** The forms that the draft's steps ask, each with the step that asks it. */
export function Forms({ id }: { id: string }) {
  const draft = useQueryOf(getEncapDraft, { params: { id } });
  const { answer: references } = useQueryOf(listEncapReferences, {});
  return (
    <Part of={draft} lead={texts.lead}>
      {({ graph }) => {
        const rows = readingOrder(graph).flatMap(({ node }) => {
          const { formId } = node.data;
          return node.type === "form" && typeof formId === "string" && formId !== ""
            ? [{ node, form: references?.forms.find((each) => each.id === formId) }]
            : [];
        });
        if (rows.length === 0)
          return (
            <EmptyState icon={<ClipboardList />} title={texts.none}>
              {texts.noneText}
            </EmptyState>
          );
        return (
          <Table caption={encapsTexts.tabs.forms}>
            <thead>
              <tr>
                <Th>{texts.step}</Th>
                <Th>{texts.form}</Th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ node, form }) => (
                <tr key={node.id} className="relative">
                  <RowTh className="min-w-28 [overflow-wrap:anywhere]">
                    <RowLink to={designerOf(id, node.id)}>{nodeTitle(node, graph, references)}</RowLink>
                  </RowTh>
                  <Td className="[overflow-wrap:anywhere]">
                    {form ? (
                      <Link
                        to={`/designer/forms/${form.id}`}
                        className="relative text-accent-ink underline underline-offset-2"
                      >
                        {form.name}
                      </Link>
                    ) : (
                      references && texts.gone
                    )}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        );
      }}
    </Part>
  );
}
