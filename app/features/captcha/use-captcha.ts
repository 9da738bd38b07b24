import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import { captcha, type CaptchaPurpose } from "#workers/contract/endpoints/account.ts";

export type CaptchaKind = "image" | "question";

export interface Captcha {
  kind: CaptchaKind;
  id: string | undefined;
  picture: string | undefined;
  question: string | undefined;
  /** Regions to choose among at a sign-up; they stay while another captcha loads. */
  regions: readonly string[];
  failed: boolean;
  loading: boolean;
  /** Loads a new captcha, of the given kind if there is one. */
  refresh: (kind?: CaptchaKind) => void;
}

interface Loaded {
  /** The request that this answers; while it is an older one, the captcha counts as loading. */
  key: string;
  id?: string;
  picture?: string;
  question?: string;
  regions?: readonly string[];
  failed?: boolean;
}

/** A captcha works once and for five minutes, so a form loads a new one after every attempt and before it expires. */
export function useCaptcha(purpose: CaptchaPurpose): Captcha {
  const [kind, setKind] = useState<CaptchaKind>("image");
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<Loaded>();
  const key = `${purpose} ${kind} ${round}`;
  const loaded = answer?.key === key ? answer : undefined;
  const stale = useRef<ReturnType<typeof setTimeout>>(undefined);

  const refresh = useCallback((next?: CaptchaKind) => {
    if (next) setKind(next);
    setRound((now) => now + 1);
  }, []);

  useEffect(() => {
    const asked = new AbortController();
    call(captcha, { query: { purpose, kind }, signal: asked.signal }).then(
      ({ captchaId, captcha: picture, question, regions, expiresAt }) => {
        setAnswer({
          key,
          id: captchaId,
          picture,
          ...(question && { question }),
          ...(regions && { regions }),
        });
        stale.current = setTimeout(refresh, Math.max(30_000, Date.parse(expiresAt) - Date.now() - 10_000));
      },
      () => !asked.signal.aborted && setAnswer({ key, failed: true }),
    );
    return () => {
      asked.abort();
      clearTimeout(stale.current);
    };
  }, [key, purpose, kind, refresh]);

  return {
    kind,
    id: loaded?.id,
    picture: loaded?.picture,
    question: loaded?.question,
    regions: answer?.regions ?? [],
    failed: loaded?.failed ?? false,
    loading: loaded === undefined,
    refresh,
  };
}
