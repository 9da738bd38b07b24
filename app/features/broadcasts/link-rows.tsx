import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";

const texts = broadcastsTexts.view;

export type OpenedLink = { url: string; people: number; clicks: number };

/** Links with how many people have opened each, and how often. */
export function LinkRows({ urls }: { urls: readonly OpenedLink[] }) {
  const { linkHead: head } = texts;
  return (
    <>
      <p className="text-[0.8125rem] text-muted">{texts.linksLead}</p>
      <Table caption={texts.linksTable}>
        <thead>
          <tr>
            <Th>{head.url}</Th>
            <Th>{head.people}</Th>
            <Th>{head.clicks}</Th>
          </tr>
        </thead>
        <tbody>
          {urls.map(({ url, people, clicks }) => (
            <tr key={url}>
              <RowTh className="min-w-40 [overflow-wrap:anywhere]">{url}</RowTh>
              <Td className="tabular-nums">{formatCount(people)}</Td>
              <Td className="tabular-nums">{formatCount(clicks)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
