import { accountTexts } from "#texts/account.ts";
import { newPassword } from "#workers/contract/new-password.ts";
import { DomainError } from "../error.ts";
import { openSealed } from "./seal.ts";

export interface SealedPair {
  password: string;
  /** Omitted where the specification's call has none. */
  confirmPassword?: string;
}

/**
 * Decrypts a new password and refuses one that breaks the rules, field by field. `boundTo` is the value that it was
 * sealed for, `about` are names and addresses that it must not contain.
 */
export async function openNewPassword(
  { password, confirmPassword }: SealedPair,
  sealKey: string,
  boundTo: string,
  about: readonly string[],
): Promise<string> {
  const [opened, again] = await Promise.all([
    openSealed(password, sealKey, boundTo),
    confirmPassword === undefined ? undefined : openSealed(confirmPassword, sealKey, boundTo),
  ]);
  checkNewPassword(opened, about);
  if (again !== undefined && again !== opened) throw refused("confirmPassword", accountTexts.mismatch);
  return opened;
}

/** Refuses a password that breaks the rules, with the error at its field; returns it unchanged. */
export function checkNewPassword(password: string, about: readonly string[]): string {
  const result = newPassword(about).safeParse(password);
  if (!result.success) throw refused("password", result.error.issues[0]?.message ?? "");
  return password;
}

/** Error for a refused password, at its field. */
export const refused = (field: string, message: string): DomainError =>
  new DomainError("invalid", { message, errors: { [field]: message } });
