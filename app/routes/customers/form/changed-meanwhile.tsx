import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { messages } from "#app/messages.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { type CustomerDraft, differencesOf } from "./customer-draft.ts";

const texts = messages.entityList;

/** Somebody was faster: who, what is different, and the choice. Until it is made, what was typed stays. */
export function ChangedMeanwhile({
  text,
  theirs,
  mine,
  fields,
  onLoad,
  onKeep,
}: {
  text: string;
  theirs: Customer;
  mine: CustomerDraft;
  fields: readonly CustomerField[];
  onLoad: () => void;
  onKeep: () => void;
}) {
  const differences = differencesOf(theirs, mine, fields);
  return (
    <Banner kind="warning" live title={text}>
      <p className="mt-1">{texts.theyChanged}</p>
      <ul className="ml-4 list-disc">
        {(differences.length > 0 ? differences : [texts.theirsSame]).map((each) => (
          <li key={each} className="[overflow-wrap:anywhere]">
            {each}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onLoad}>
          {texts.loadTheirs}
        </Button>
        <Button size="sm" onClick={onKeep}>
          {texts.keepMine}
        </Button>
      </div>
    </Banner>
  );
}
