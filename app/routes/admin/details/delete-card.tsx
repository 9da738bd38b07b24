import { useState } from "react";
import { useRevalidator } from "react-router";
import { request } from "#app/data/api.ts";
import { put, useQueryOf } from "#app/data/query.ts";
import { formatMoment } from "#app/lib/format.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { forgetSession } from "#app/session/session.ts";
import { useSend } from "#app/kit/use-send.ts";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import {
  type Deletion,
  DELETION_DAYS,
  getDeletion,
  takeDeletionBack,
} from "#workers/contract/endpoints/enterprise-data.ts";

const DeleteDialog = lazily(
  () => import("./delete-dialog.tsx"),
  (module) => module.DeleteDialog,
);

/** Deleting the enterprise with all its data, after a time in which that can be taken back. */
export function DeleteCard({ uId, name }: { uId: string; name: string }) {
  const { answer, failure, asking, reload } = useQueryOf(getDeletion);
  const [open, setOpen] = useState(false);
  const { busy, failure: refusal, send } = useSend();
  const { revalidate } = useRevalidator();
  /** The banner above every screen is the session's. */
  const take = (state: Deletion) => {
    put(getDeletion, {}, state);
    forgetSession();
    return revalidate();
  };
  return (
    <Card className="mt-4 p-5">
      <h2 className="font-semibold">{texts.deleteTitle}</h2>
      {!answer ? (
        failure ? (
          <ErrorState title={texts.loadFailed} text={failure.message} busy={asking} onRetry={reload} />
        ) : (
          <Skeleton className="mt-2 h-10" />
        )
      ) : answer.pending ? (
        <div className="mt-2 grid justify-items-start gap-3">
          <Banner kind="warning">
            {answer.pending.begun
              ? texts.deleteGoesOn
              : texts.deleteStands(formatMoment(answer.pending.at), answer.pending.by)}
          </Banner>
          <Failure text={refusal} />
          {!answer.pending.begun && (
            <Button
              tone="primary"
              busy={busy}
              onClick={() =>
                void send(
                  () => request(takeDeletionBack),
                  ({ payload }) => take(payload),
                )
              }
            >
              {texts.takeBack}
            </Button>
          )}
        </div>
      ) : (
        <>
          <p className="mt-1 mb-3 text-muted">{texts.deleteLead(DELETION_DAYS)}</p>
          <Button tone="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {texts.deleteBegin}
          </Button>
        </>
      )}
      {open && (
        <DeleteDialog
          {...{ uId, name }}
          onClose={() => setOpen(false)}
          onAsked={(state) => {
            setOpen(false);
            void take(state);
          }}
        />
      )}
    </Card>
  );
}
