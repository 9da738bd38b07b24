import { History } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { customersTexts } from "#texts/customers.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import { titleOf } from "#app/lib/title.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import { type ColumnTarget, type CustomerImport, getUpload } from "#workers/contract/endpoints/imports.ts";
import type { Route } from "./+types/upload-file.ts";
import { CUSTOMERS, UPLOADS } from "./addresses.ts";
import { ChooseFile } from "./choose-file.tsx";
import { ColumnMapping } from "./column-mapping.tsx";
import { ImportPanel } from "./import-panel.tsx";
import type { Inspected } from "./use-sending.ts";

const back = { label: customersTexts.title, to: CUSTOMERS };
const crumbs = [back];

export const meta = () => titleOf(texts.title);

/** As soon as there is an import, its id is in the address, so a reload shows it again. */
export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const id = new URL(url).searchParams.get("import");
  const [{ inputFieldDefinitions }, upload] = await Promise.all([
    call(listFields, { signal }),
    id === null ? undefined : call(getUpload, { params: { id }, signal }),
  ]);
  return {
    fields: inputFieldDefinitions.filter(({ fixed }) => !fixed),
    uploads: upload ? [upload] : [],
  };
}

export function HydrateFallback() {
  return (
    <Page title={texts.title} crumbs={crumbs}>
      <SkeletonRows rows={4} />
    </Page>
  );
}

/** An uploaded and inspected file with its column mapping. */
export interface Draft {
  file: File;
  inspected: Inspected;
  mapping: ColumnTarget[];
}

/** Choose a file, map its columns, optionally check it, and watch it being imported. */
export default function UploadFile({ loaderData: { fields, uploads } }: Route.ComponentProps) {
  const [searchParams, setSearch] = useSearchParams();
  const [draft, setDraft] = useState<Draft>();
  const show = (next: Record<string, string>) =>
    setSearch(next, { replace: searchParams.has("import"), state: { keepFocus: true } });
  // An accepted import is shown at once: a busy server may take a while to return it again.
  const [accepted, setAccepted] = useState<CustomerImport[]>([]);
  const running = uploads.length > 0 ? uploads : accepted;
  const started = (upload: CustomerImport) => {
    setAccepted([upload]);
    show({ import: upload.uploadId });
  };
  const leave = () => {
    setAccepted([]);
    show({});
  };
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      crumbs={crumbs}
      back={back}
      actions={
        <ButtonLink icon={<History aria-hidden />} to={UPLOADS}>
          {texts.myUpload}
        </ButtonLink>
      }
    >
      {running.length > 0 ? (
        <ImportPanel
          key={running[0]?.uploadId}
          loaded={running}
          onChangeMapping={draft && leave}
          onOther={() => {
            setDraft(undefined);
            leave();
          }}
        />
      ) : draft ? (
        <ColumnMapping
          draft={draft}
          fields={fields}
          onChange={(mapping) => setDraft({ ...draft, mapping })}
          onStarted={started}
          onOther={() => setDraft(undefined)}
        />
      ) : (
        <ChooseFile
          onInspected={(file, inspected) => setDraft({ file, inspected, mapping: inspected.mapping })}
        />
      )}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={texts.title} crumbs={crumbs}>
      <LoadFailure error={error} title={texts.uploadsFailed} />
    </Page>
  );
}
