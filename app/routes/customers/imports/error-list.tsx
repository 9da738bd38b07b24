import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { useCan } from "#app/session/session.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import { ERRORS_PAGE, errorsCsv, getUpload, listErrors } from "#workers/contract/endpoints/imports.ts";
import type { Route } from "./+types/error-list.ts";
import { toCustomers, UPLOADS } from "./addresses.ts";
import { Counts } from "./counts.tsx";
import { ErrorsTable } from "./errors-table.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { UploadState } from "./upload-state.tsx";
import { useLive } from "./use-live.ts";

const SEARCH_MS = 300;
const back = { label: texts.myUploads, to: UPLOADS };
const crumbs = [toCustomers, back];

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title: texts.errorList, crumbs, failed: texts.errorsFailed },
  wide: true,
  rows: 10,
});

export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    const { name: search, from } = listStateIn(url);
    const [upload, list] = await Promise.all([
      load(getUpload, { params: { id } }),
      load(listErrors, { query: { entryId: id, from, search } }),
    ]);
    if (list.answer.customers.customers.length === 0 && from > 0) {
      const first = new URL(url);
      first.searchParams.delete("from");
      return redirect(first.pathname + first.search);
    }
    return { upload, list, from };
  },
);

/** The rejected rows of one import, each with all its errors. */
export default function ErrorList({ loaderData }: Route.ComponentProps) {
  const { from } = loaderData;
  const upload = useLoaded(loaderData.upload).answer;
  const list = useLoaded(loaderData.list);
  const { customers: rows, hasMore } = list.answer.customers;
  const can = useCan();
  const { query: search, look, go } = useListState();
  useLive([upload]);
  const empty =
    search !== ""
      ? {
          title: texts.noErrors,
          text: texts.noErrorsMatch(search),
          action: <Button onClick={() => look("")}>{texts.showAllErrors}</Button>,
        }
      : { title: texts.noErrors, text: upload.state === "COMPLETED" ? texts.noErrorsText : undefined };
  return (
    <Page
      wide
      title={texts.errorList}
      lead={upload.file.name}
      crumbs={crumbs}
      back={back}
      actions={
        upload.errorLines > 0 &&
        can("CUSTOMER.IMPORT") &&
        can("CUSTOMER.VIEW") && (
          <ExportButton
            endpoint={errorsCsv}
            input={{ params: { id: upload.uploadId } }}
            fileName={`${upload.file.name.replace(/\.csv$/i, "")} errors.csv`}
            label={texts.downloadErrors}
          />
        )
      }
    >
      <div className="mb-4 grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <UploadState state={upload.state} />
          <UploadProgress upload={upload} labelHidden />
        </div>
        <Counts upload={upload} />
        {upload.reason && <Banner kind="error">{upload.reason}</Banner>}
      </div>
      {(upload.errorLines > 0 || search !== "") && (
        <SearchInput
          label={texts.searchErrors}
          value={search}
          delay={SEARCH_MS}
          onSearch={look}
          className="mb-3 sm:max-w-md"
        />
      )}
      <ListBody
        {...{ list, from, empty }}
        label={texts.errorPages}
        count={rows.length}
        more={hasMore}
        perPage={ERRORS_PAGE}
        onGo={go}
      >
        <ErrorsTable rows={rows} from={from} />
      </ListBody>
    </Page>
  );
}
