import { FileUp, Upload } from "lucide-react";
import { redirect, useNavigation, useRevalidator, useSearchParams } from "react-router";
import { call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pager } from "#app/components/ui/pager.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts } from "#texts/customers.ts";
import { importsTexts as texts } from "#texts/imports.ts";
import { titleOf } from "#app/lib/title.ts";
import { listUploads, UPLOADS_PAGE } from "#workers/contract/endpoints/imports.ts";
import type { Route } from "./+types/uploads.ts";
import { CUSTOMERS, UPLOAD_FILE } from "./addresses.ts";
import { UploadsTable } from "./uploads-table.tsx";
import { useLive } from "./use-live.ts";
import { useStep } from "./use-step.tsx";

const back = { label: customersTexts.title, to: CUSTOMERS };
const crumbs = [back];

export const meta = () => titleOf(texts.myUploads);

/** The page number is in the address. */
export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(url);
  const from = fromIn(searchParams);
  const list = await call(listUploads, { query: { from }, signal });
  if (list.customerCSVs.length === 0 && from > 0) return redirect(pathname);
  return { ...list, from };
}

export function HydrateFallback() {
  return (
    <Page title={texts.myUploads} crumbs={crumbs} wide>
      <SkeletonRows rows={10} />
    </Page>
  );
}

/** The imports of an enterprise, with live updates. */
export default function Uploads({ loaderData }: Route.ComponentProps) {
  const { customerCSVs, hasMore, from } = loaderData;
  const imports = useCan()("CUSTOMER.IMPORT");
  const [, setSearch] = useSearchParams();
  const { revalidate } = useRevalidator();
  const busy = useNavigation().state === "loading";
  // A new import is at the top of the first page.
  const { uploads, put } = useLive(customerCSVs, () => from === 0 && void revalidate());
  const stepping = useStep(put);
  const go = (next: number) =>
    setSearch(next > 0 ? { from: String(next) } : {}, {
      preventScrollReset: true,
      state: { keepFocus: true },
    });
  const nothing = uploads.length === 0;
  return (
    <Page
      wide
      title={texts.myUploads}
      crumbs={crumbs}
      back={back}
      actions={
        imports && (
          <ButtonLink tone="primary" icon={<Upload aria-hidden />} to={UPLOAD_FILE}>
            {texts.upload}
          </ButtonLink>
        )
      }
    >
      {stepping.failure && (
        <Banner kind="error" live className="mb-3">
          {stepping.failure}
        </Banner>
      )}
      {nothing ? (
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
      <Pager
        label={texts.pages}
        status={nothing ? "" : texts.page(from + 1, from + uploads.length)}
        hasPrevious={from > 0}
        hasNext={hasMore}
        onPrevious={() => go(Math.max(from - UPLOADS_PAGE, 0))}
        onNext={() => go(from + UPLOADS_PAGE)}
        busy={busy}
      />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page wide title={texts.myUploads} crumbs={crumbs}>
      <LoadFailure toasts error={error} title={texts.uploadsFailed} />
    </Page>
  );
}
