import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { uiTexts } from "#texts/ui.ts";
import { cx } from "./cx.ts";
import { controlClass, useFieldControl } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import type { TextInputProps } from "./text-input.tsx";

export function PasswordInput({ className, ...rest }: Omit<TextInputProps, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <input
        {...useFieldControl()}
        {...rest}
        type={shown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        className={cx(controlClass, "min-h-9 pr-10 pointer-coarse:pr-12", className)}
      />
      <span className="absolute inset-y-0 right-0.5 flex items-center">
        <IconButton
          size="sm"
          label={shown ? uiTexts.hidePassword : uiTexts.showPassword}
          icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          onClick={() => setShown(!shown)}
        />
      </span>
    </div>
  );
}
