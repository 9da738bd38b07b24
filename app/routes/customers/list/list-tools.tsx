import { Ellipsis } from "lucide-react";
import { Chooser, ColumnChooser, type ChooserProps } from "#app/kit/column-chooser.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Popover } from "#app/components/ui/popover.tsx";
import { useMedia } from "#app/components/use-media.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { exportCustomers } from "#workers/contract/endpoints/customers.ts";
import type { Filter } from "./list-state.ts";

/** The columns and the export: each a button, in a small window together behind one, so that the toolbar stays one row. */
export function ListTools({
  filter,
  onExported,
  ...choosing
}: Omit<ChooserProps, "words"> & { filter: Filter; onExported: (fileName: string) => void }) {
  const roomy = useMedia("(min-width: 40rem)");
  const words = { hint: texts.columnsHint, all: texts.allColumns };
  const exporting = useCan()("CUSTOMER.EXPORT") && (
    <ExportButton
      endpoint={exportCustomers}
      input={{ query: filter }}
      fileName={() => `Customers ${new Date().toISOString().slice(0, 10)}.csv`}
      label={texts.export}
      onSaved={onExported}
    />
  );
  if (roomy)
    return (
      <>
        <ColumnChooser {...choosing} words={words} />
        {exporting}
      </>
    );
  return (
    <Popover
      label={texts.more}
      rootClassName=""
      className="max-h-[70dvh]! w-full p-3"
      renderOpener={(opener) => <IconButton {...opener} label={texts.more} icon={<Ellipsis aria-hidden />} />}
    >
      <div className="grid gap-3">
        {exporting}
        <Chooser {...choosing} words={words} />
      </div>
    </Popover>
  );
}
