import { RotateCw } from "lucide-react";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { authTexts as auth } from "#texts/auth.ts";
import type { Captcha } from "./use-captcha.ts";

export interface CaptchaFieldProps {
  id: string;
  captcha: Captcha;
  error: string | undefined;
  onBlur: () => void;
  onInput: () => void;
}

/** The captcha's picture with its answer, or a question for those who cannot read it. */
export function CaptchaField({ id, captcha, error, onBlur, onInput }: CaptchaFieldProps) {
  const asQuestion = captcha.kind === "question";
  return (
    <div className="grid gap-1.5">
      <Field
        id={id}
        required
        label={auth.captcha}
        hint={asQuestion ? captcha.question : auth.captchaHint}
        error={error}
      >
        <div className="grid gap-2">
          {!asQuestion && (
            <div className="flex items-center gap-2">
              <Picture captcha={captcha} />
              <Refresh captcha={captcha} />
            </div>
          )}
          <div className="flex items-center gap-2">
            <TextInput
              name="captcha"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onBlur={onBlur}
              onInput={onInput}
            />
            {asQuestion && <Refresh captcha={captcha} />}
          </div>
        </div>
      </Field>
      <button
        type="button"
        onClick={() => captcha.refresh(asQuestion ? "image" : "question")}
        className="finger min-h-6 justify-self-start rounded text-[0.8125rem] font-medium text-accent-ink underline underline-offset-2"
      >
        {asQuestion ? auth.captchaAsPicture : auth.captchaAsQuestion}
      </button>
    </div>
  );
}

function Picture({ captcha }: { captcha: Captcha }) {
  return (
    <span className="flex h-16 flex-1 items-center justify-center overflow-hidden rounded-md border border-line bg-paper">
      {captcha.picture ? (
        <img src={captcha.picture} alt={auth.captchaPicture} className="h-full w-full object-contain" />
      ) : captcha.failed ? (
        <span className="px-3 text-center text-[0.8125rem] text-paper-ink">{auth.captchaFailed}</span>
      ) : (
        <Skeleton className="h-10 w-40" />
      )}
    </span>
  );
}

function Refresh({ captcha }: { captcha: Captcha }) {
  return (
    <IconButton
      label={auth.captchaRefresh}
      icon={<RotateCw aria-hidden className={captcha.loading ? "animate-spin" : ""} />}
      onClick={() => captcha.refresh()}
    />
  );
}
