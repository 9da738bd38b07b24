import { History } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { importsTexts as texts } from "#texts/imports.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import { type CustomerImport, getUpload, listUploads } from "#workers/contract/endpoints/imports.ts";
import type { Route } from "./+types/upload-file.ts";
import { toCustomers, UPLOADS } from "./addresses.ts";
import { ChooseFile } from "./choose-file.tsx";
import { ColumnMapping, type Draft } from "./column-mapping.tsx";
import { ImportPanel } from "./import-panel.tsx";
import { showBegun } from "./use-live.ts";

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title: texts.title, lead: texts.lead, crumbs: [toCustomers], failed: texts.uploadsFailed },
  rows: 4,
});

/** As soon as there is an import, its id is in the address, so a reload shows it again. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const id = new URL(url).searchParams.get("import");
  const [definitions, upload] = await Promise.all([
    load(listFields),
    id === null ? undefined : load(getUpload, { params: { id } }),
  ]);
  return { definitions, upload };
});

/** Choose a file, map its columns, optionally check it, and watch it being imported. */
export default function UploadFile({ loaderData: { definitions, upload } }: Route.ComponentProps) {
  const { inputFieldDefinitions } = useLoaded(definitions).answer;
  const [searchParams, setSearch] = useSearchParams();
  const [draft, setDraft] = useState<Draft>();
  const show = (next: Record<string, string>) =>
    setSearch(next, { replace: searchParams.has("import"), state: { keepFocus: true } });
  const started = (begun: CustomerImport) => {
    showBegun(begun);
    void invalidate(listUploads);
    show({ import: begun.uploadId });
  };
  const leave = () => show({});
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      crumbs={[toCustomers]}
      back={toCustomers}
      actions={
        <ButtonLink icon={<History aria-hidden />} to={UPLOADS}>
          {texts.myUpload}
        </ButtonLink>
      }
    >
      {upload ? (
        <ImportPanel
          key={upload.answer.uploadId}
          loaded={upload}
          onChangeMapping={draft && leave}
          onOther={() => {
            setDraft(undefined);
            leave();
          }}
        />
      ) : draft ? (
        <ColumnMapping
          draft={draft}
          fields={inputFieldDefinitions.filter(({ fixed }) => !fixed)}
          onChange={(change) => setDraft((now) => now && { ...now, mapping: change(now.mapping) })}
          onOptIn={(optIn) => setDraft((now) => now && { ...now, optIn })}
          onStarted={started}
          onOther={() => setDraft(undefined)}
        />
      ) : (
        <ChooseFile
          onInspected={(file, inspected) =>
            setDraft({ file, inspected, mapping: inspected.mapping, optIn: undefined })
          }
        />
      )}
    </Page>
  );
}
