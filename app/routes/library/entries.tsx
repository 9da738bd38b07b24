import { FolderOutput } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { wordsBelow } from "#app/features/library/entry-words.ts";
import { MarkIcon } from "#app/features/library/mark-icon.tsx";
import { Thumb } from "#app/features/library/thumb.tsx";
import { TickBar, TickPage } from "#app/kit/tick-bar.tsx";
import type { TickedAction } from "#app/kit/ticked-actions.tsx";
import type { FollowedJob } from "#app/kit/use-job.ts";
import { type TickedRows, useTicked } from "#app/kit/use-ticked.ts";
import { formatMoment } from "#app/lib/format.ts";
import { shortName } from "#app/lib/short-name.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import { uiTexts } from "#texts/ui.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import type { Artifact, Bucket, moveIntoBucket } from "#workers/contract/endpoints/library.ts";
import type { View } from "./library-address.ts";
import { MoveDialog } from "./move-dialog.tsx";

interface Shown {
  artifacts: readonly Artifact[];
  addressOf: (id: string) => string;
  ticked: TickedRows;
}

/** The list's filter, as the server is told of all that match. */
export type Matching = NonNullable<NonNullable<CallOf<typeof moveIntoBucket>["body"]>["matching"]>;

/** Entries of a page as a grid or a list; those that one may change can be chosen and moved, also all that match. */
export function Entries({
  artifacts,
  changeable,
  buckets,
  matching,
  view,
  addressOf,
  onMoving,
}: Pick<Shown, "artifacts" | "addressOf"> & {
  /** How many of all that match one may change. */
  changeable: number;
  buckets: readonly Bucket[];
  matching: Matching & { bucketId: string };
  view: View;
  /** Follows the job that moves very many. */
  onMoving: FollowedJob["follow"];
}) {
  const [moving, setMoving] = useState(false);
  const mine = artifacts.filter(({ mayEdit }) => mayEdit).map(({ _id }) => _id);
  const ticked = useTicked(mine, JSON.stringify(matching));
  const shown: Shown = { artifacts, addressOf, ticked };
  const actions: TickedAction[] = [{ label: texts.move, icon: FolderOutput, onPress: () => setMoving(true) }];
  return (
    <>
      {mine.length > 0 && (
        <div className="mb-2">
          <TickPage ticked={ticked} labelHidden={false} />
        </div>
      )}
      <TickBar {...{ ticked, actions }} total={changeable} />
      {view === "grid" ? <Grid {...shown} /> : <Rows {...shown} />}
      {moving && (
        <MoveDialog
          chosen={
            ticked.all
              ? { artifacts: [], buckets: [], matching }
              : { artifacts: [...ticked.ids], buckets: [] }
          }
          from={matching.bucketId}
          buckets={buckets}
          onClose={() => setMoving(false)}
          onMoved={(job) => {
            ticked.clear();
            if (job) onMoving(job.jobId, job);
          }}
        />
      )}
    </>
  );
}

function Choice({
  artifact: { _id, data, mayEdit },
  ticked,
}: Omit<Shown, "artifacts" | "addressOf"> & { artifact: Artifact }) {
  if (!mayEdit) return null;
  return (
    <Checkbox
      className="relative z-10"
      label={texts.select(data.name)}
      labelHidden
      checked={ticked.isTicked(_id)}
      onChange={(on) => ticked.tick(_id, on)}
    />
  );
}

function Grid({ artifacts, addressOf, ...choosing }: Shown) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
      {artifacts.map((artifact) => {
        const { _id, data } = artifact;
        return (
          <li
            key={_id}
            className="relative grid content-start overflow-hidden rounded-xl border border-line bg-surface shadow-card hover:border-edge"
          >
            <Thumb data={data} className="aspect-[4/3] w-full" />
            <div className="flex items-start gap-2 p-3">
              <span className="min-w-0 flex-1">
                <Link
                  to={addressOf(_id)}
                  preventScrollReset
                  state={{ keepFocus: true }}
                  title={data.name}
                  className="block font-medium [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-xl hover:underline"
                >
                  {shortName(data.name)}
                </Link>
                <span className="line-clamp-2 text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
                  <span className="sr-only">{texts.marks[data.type]}. </span>
                  {wordsBelow(data)}
                </span>
              </span>
              <Choice artifact={artifact} {...choosing} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Rows({ artifacts, addressOf, ...choosing }: Shown) {
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>
            <span className="sr-only">{uiTexts.selected(choosing.ticked.ids.length)}</span>
          </Th>
          <Th>{texts.name}</Th>
          <Th>{texts.kind}</Th>
          <Th>{texts.size}</Th>
          <Th>{texts.changed}</Th>
          <Th>{texts.by}</Th>
        </tr>
      </thead>
      <tbody>
        {artifacts.map((artifact) => {
          const { _id, data, updatedAt, updatedBy } = artifact;
          return (
            <tr key={_id} className="relative">
              <Td>
                <Choice artifact={artifact} {...choosing} />
              </Td>
              <RowTh className="max-w-96 min-w-40">
                <RowLink to={addressOf(_id)}>{shortName(data.name)}</RowLink>
                <span className="line-clamp-1 text-[0.8125rem] font-normal text-muted">
                  {wordsBelow(data)}
                </span>
              </RowTh>
              <Td className="whitespace-nowrap">
                <span className="inline-flex items-center gap-1.5">
                  <MarkIcon mark={data.type} className="size-4 text-muted" />
                  {texts.marks[data.type]}
                </span>
              </Td>
              <Td className="whitespace-nowrap">{data.fileId ? formatBytes(data.bytes) : ""}</Td>
              <Td className="whitespace-nowrap">{formatMoment(updatedAt)}</Td>
              <Td className="min-w-28">{updatedBy}</Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
