import { Download } from "lucide-react";
import { useState } from "react";
import { redirect, useNavigation, useSearchParams } from "react-router";
import { ApiError, call, download } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pager } from "#app/components/ui/pager.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts } from "#texts/customers.ts";
import { errorsTexts } from "#texts/errors.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import { saveFile } from "#app/data/save-file.ts";
import { titleOf } from "#app/lib/title.ts";
import { ERRORS_PAGE, errorsCsv, getUpload, listErrors } from "#workers/contract/endpoints/imports.ts";
import type { Route } from "./+types/error-list.ts";
import { CUSTOMERS, UPLOADS } from "./addresses.ts";
import { Counts } from "./counts.tsx";
import { ErrorsTable } from "./errors-table.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { UploadState } from "./upload-state.tsx";
import { useLive } from "./use-live.ts";

const SEARCH_MS = 300;
const back = { label: texts.myUploads, to: UPLOADS };
const crumbs = [{ label: customersTexts.title, to: CUSTOMERS }, back];

export const meta = () => titleOf(texts.errorList);

export async function clientLoader({ params: { id }, request: { url, signal } }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(url);
  const from = fromIn(searchParams);
  const search = searchParams.get("q") ?? "";
  const [upload, { customers }] = await Promise.all([
    call(getUpload, { params: { id }, signal }),
    call(listErrors, { query: { entryId: id, from, search }, signal }),
  ]);
  if (customers.customers.length === 0 && from > 0) return redirect(`${pathname}?${listStateOf(search, 0)}`);
  return { shown: [upload], rows: customers.customers, hasMore: customers.hasMore, from, search };
}

/** The list's address with search text and page. */
const listStateOf = (search: string, from: number): URLSearchParams =>
  new URLSearchParams({ ...(search && { q: search }), ...(from > 0 && { from: String(from) }) });

export function HydrateFallback() {
  return (
    <Page title={texts.errorList} crumbs={crumbs} wide>
      <SkeletonRows rows={10} />
    </Page>
  );
}

/** The rejected rows of one import, each with all its errors. */
export default function ErrorList({ loaderData }: Route.ComponentProps) {
  const { shown, rows, hasMore, from, search } = loaderData;
  const can = useCan();
  const [, setSearch] = useSearchParams();
  const busy = useNavigation().state === "loading";
  const [upload] = useLive(shown).uploads;
  const go = (next: number, text = search) =>
    setSearch(listStateOf(text, next), { preventScrollReset: true, state: { keepFocus: true } });
  const nothing = rows.length === 0;
  if (!upload) return null;
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
        can("CUSTOMER.VIEW") && <DownloadErrors id={upload.uploadId} file={upload.file.name} />
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
          onSearch={(text) => go(0, text)}
          className="mb-3 sm:max-w-md"
        />
      )}
      {nothing && search !== "" ? (
        <EmptyState
          title={texts.noErrors}
          action={<Button onClick={() => go(0, "")}>{texts.showAllErrors}</Button>}
        >
          {texts.noErrorsMatch(search)}
        </EmptyState>
      ) : nothing ? (
        <EmptyState title={texts.noErrors}>
          {upload.state === "COMPLETED" ? texts.noErrorsText : undefined}
        </EmptyState>
      ) : (
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          <ErrorsTable rows={rows} from={from} />
        </div>
      )}
      <Pager
        label={texts.errorPages}
        status={nothing ? "" : texts.page(from + 1, from + rows.length)}
        hasPrevious={from > 0}
        hasNext={hasMore}
        onPrevious={() => go(Math.max(from - ERRORS_PAGE, 0))}
        onNext={() => go(from + ERRORS_PAGE)}
        busy={busy}
      />
    </Page>
  );
}

/** Downloads all rejected rows as CSV, to be corrected and imported again. */
function DownloadErrors({ id, file }: { id: string; file: string }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const run = async () => {
    setBusy(true);
    setFailure("");
    try {
      const content = await download(errorsCsv, { params: { id } });
      saveFile(content, `${file.replace(/\.csv$/i, "")} errors.csv`);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : errorsTexts.internal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid justify-items-end gap-2">
      <Button icon={<Download aria-hidden />} busy={busy} onClick={() => void run()}>
        {texts.downloadErrors}
      </Button>
      {failure && (
        <Banner kind="error" live>
          {failure}
        </Banner>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page wide title={texts.errorList} crumbs={crumbs}>
      <LoadFailure error={error} title={texts.errorsFailed} />
    </Page>
  );
}
