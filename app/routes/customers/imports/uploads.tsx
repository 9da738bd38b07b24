import { FileUp, Upload } from "lucide-react";
import { redirect, useNavigation } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListPager } from "#app/kit/list-pager.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { usePageBefore } from "#app/kit/use-page-before.ts";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useCan } from "#app/session/session.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import { listUploads, UPLOADS_PAGE } from "#workers/contract/endpoints/imports.ts";
import type { Route } from "./+types/uploads.ts";
import { toCustomers, UPLOAD_FILE } from "./addresses.ts";
import { UploadsTable } from "./uploads-table.tsx";
import { useLive } from "./use-live.ts";
import { useStep } from "./use-step.tsx";

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title: texts.myUploads, crumbs: [toCustomers], failed: texts.uploadsFailed },
  wide: true,
  rows: 10,
  toasts: true,
});

/** The page number is in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { from } = listStateIn(url);
  const list = await load(listUploads, { query: { from } });
  if (list.answer.customerCSVs.length === 0 && from > 0) return redirect(new URL(url).pathname);
  return { list, from };
});

/** The imports of an enterprise, with live updates. */
export default function Uploads({ loaderData: { list: loaded, from } }: Route.ComponentProps) {
  const list = useLoaded(loaded);
  const { customerCSVs: uploads, hasMore } = list.answer;
  const imports = useCan()("CUSTOMER.IMPORT");
  const busy = useNavigation().state === "loading";
  const { go } = useListState();
  usePageBefore(uploads.length, from);
  // A new import is at the top of the first page.
  useLive(uploads, () => from === 0 && void invalidate(listUploads));
  const stepping = useStep();
  return (
    <Page
      wide
      title={texts.myUploads}
      crumbs={[toCustomers]}
      back={toCustomers}
      actions={
        imports && (
          <ButtonLink tone="primary" icon={<Upload aria-hidden />} to={UPLOAD_FILE}>
            {texts.upload}
          </ButtonLink>
        )
      }
    >
      <NotRefreshed list={list} />
      {stepping.failure && (
        <Banner kind="error" live className="mb-3">
          {stepping.failure}
        </Banner>
      )}
      {uploads.length === 0 ? (
        <EmptyState
          icon={<FileUp />}
          title={texts.noUploads}
          action={imports && <ButtonLink to={UPLOAD_FILE}>{texts.upload}</ButtonLink>}
        >
          {texts.noUploadsText}
        </EmptyState>
      ) : (
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          <UploadsTable uploads={uploads} stepping={stepping} />
        </div>
      )}
      <ListPager
        label={texts.pages}
        {...{ from, busy }}
        count={uploads.length}
        more={hasMore}
        perPage={UPLOADS_PAGE}
        onGo={go}
      />
    </Page>
  );
}
