import { ListFilter } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { customersTexts as texts } from "#texts/customers.ts";

/** Below the groups and labels: narrows the list by one of the enterprise's own fields. */
export function FieldFiltersSection({ onAdd }: { onAdd: () => void }) {
  return (
    <section aria-label={texts.ownFields} className="grid content-start justify-items-start gap-2">
      <h2 className="font-semibold">{texts.ownFields}</h2>
      <Button size="sm" icon={<ListFilter aria-hidden />} onClick={onAdd}>
        {texts.narrowByField}
      </Button>
    </section>
  );
}
