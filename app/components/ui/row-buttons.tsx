import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Td, Th } from "./table.tsx";

/** The header of a narrow column of buttons, which needs no visible name. */
export const ActionsTh = ({ children }: { children: string }) => (
  <Th className="w-0">
    <span className="sr-only">{children}</span>
  </Th>
);

/** Buttons of a row, above the link or button that fills it. */
export const ActionsTd = ({ children }: { children: ReactNode }) => (
  <Td className="w-0">
    <span className="relative z-10 flex justify-end gap-1.5 max-lg:flex-col">{children}</span>
  </Td>
);

/** Names its row and opens its details in a dialog; it fills the row, which is `relative`. */
export const RowButton = ({ className, ...rest }: ComponentProps<"button">) => (
  <button
    type="button"
    {...rest}
    className={cx(
      "rounded text-start font-medium text-accent-ink underline-offset-2 after:absolute after:inset-0 hover:underline",
      className,
    )}
  />
);
