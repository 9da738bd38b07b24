import { PUBLIC_KEY } from "./key.ts";
import file from "./packages.bin";
import { type Checked, checkPackages } from "./signed.ts";

let checked: Promise<Checked[]> | undefined;

/** The packages of this build, checked on the isolate's first use: what a Worker was started with does not change. */
export const shippedPackages = (): Promise<Checked[]> =>
  (checked ??= checkPackages(new TextDecoder().decode(new Uint8Array(file)), PUBLIC_KEY));
