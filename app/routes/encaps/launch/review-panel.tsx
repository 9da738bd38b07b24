import { useQueryOf } from "#app/data/query.ts";
import { wordsIn } from "#app/features/automation-instances/words.ts";
import { Section } from "#app/features/broadcasts/section.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import { encapsTexts } from "#texts/encaps.ts";
import { countLaunchAudience } from "#workers/contract/endpoints/automation-launch.ts";
import type { LaunchAudience } from "#workers/contract/automation/launch.ts";
import { audienceOf, hasAudience, type LaunchDraft, mostOf } from "./launch-draft.ts";

const texts = encapsTexts.form;
const SETTLED_MS = 600;

/** How many people a launch is for, and whom of them its channel reaches. */
export function ReviewPanel({ id, draft }: { id: string; draft: LaunchDraft }) {
  const { channelId } = draft;
  // The filter of the Start is the chosen version's.
  const version = Number(draft.version) || undefined;
  const asked =
    channelId !== "" && hasAudience(draft)
      ? { version, channelId, audience: audienceOf(draft), most: mostOf(draft) ?? null }
      : null;
  const digest = JSON.stringify(asked);
  const settled = useSettled(digest, SETTLED_MS);
  const body = JSON.parse(settled) as {
    version?: number;
    channelId: string;
    audience: LaunchAudience;
    most: number | null;
  } | null;
  const { answer, failure, asking } = useQueryOf(
    countLaunchAudience,
    { params: { id }, body: body ?? { channelId, audience: { filter: null, customerIds: [] } } },
    { enabled: body !== null, keepsLast: true },
  );
  return (
    <Section title={texts.review}>
      <div role="status" aria-busy={asking} className="grid gap-2">
        {!asked ? (
          <p className="text-muted">
            {wordsIn(draft.words).length > 0 && !hasAudience(draft) ? texts.onlyWords : texts.nobodyYet}
          </p>
        ) : failure ? (
          <Failure text={`${texts.countFailed}. ${failure.message}`} />
        ) : !answer || asking || settled !== digest ? (
          <p className="text-muted">{texts.counting}</p>
        ) : (
          <>
            <dl className="grid gap-1.5">
              <Figure label={texts.total} count={answer.total} />
              <Figure label={texts.reachable} count={answer.reachable} isMain />
              {body !== null && body.most !== null && body.most < answer.reachable && (
                <Figure label={texts.enter} count={body.most} hint={texts.enterText} isMain />
              )}
              {answer.durationSeconds > 0 && (
                <Fact label={texts.takes} hint={texts.takesText}>
                  {formatSeconds(answer.durationSeconds)}
                </Fact>
              )}
              {answer.doubles > 0 && <Figure label={texts.doubles} count={answer.doubles} />}
              {answer.filtered > 0 && (
                <Figure label={texts.filtered} count={answer.filtered} hint={texts.filteredText} />
              )}
              {answer.unreachable > 0 && (
                <Figure label={texts.unreachable} count={answer.unreachable} hint={texts.unreachableText} />
              )}
              {answer.refused > 0 && (
                <Figure label={texts.refused} count={answer.refused} hint={texts.refusedText} />
              )}
            </dl>
            {answer.estimated && <p className="text-[0.8125rem] text-muted">{texts.estimated}</p>}
          </>
        )}
      </div>
    </Section>
  );
}

interface FactProps {
  label: string;
  hint?: string;
  isMain?: boolean;
  children: string;
}

const Figure = ({ count, ...fact }: Omit<FactProps, "children"> & { count: number }) => (
  <Fact {...fact}>{formatCount(count)}</Fact>
);

const Fact = ({ label, hint, isMain = false, children }: FactProps) => (
  <div className="flex flex-wrap justify-between gap-x-3">
    <dt>{label}</dt>
    <dd className={isMain ? "font-semibold tabular-nums" : "tabular-nums"}>{children}</dd>
    {hint && <dd className="w-full text-[0.8125rem] text-muted">{hint}</dd>}
  </div>
);
