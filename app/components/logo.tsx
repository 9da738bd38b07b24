import { brandStore, usualBrand } from "#app/lib/brand.ts";
import { cx } from "#app/components/ui/cx.ts";
import { usePicture } from "#app/components/use-picture.ts";
import { useStore } from "#app/lib/store.ts";

/** A kingfisher that is also a speech bubble. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cx("shrink-0", className ?? "size-8")}>
      <path d="M3 12.5C3 7 7.5 3 13 3h1.5c5 0 8.8 3.4 9.6 8H3.1z" className="fill-accent opacity-80" />
      <path
        d="M3 11h21.1c.1.5.1 1 .1 1.5v2c0 5.8-4.4 9.5-9.9 9.5h-3.6l-5.2 4.6c-.6.5-1.5.1-1.5-.7v-5.6C3.400 20.500 3 18 3 15z"
        className="fill-accent"
      />
      <path d="M23.600 9.500 31 12.600c.4.2.4.7 0 .9l-7 2.500z" className="fill-beak" />
      <circle cx="17.500" cy="10.700" r="2.300" className="fill-surface" />
      <circle cx="18" cy="10.700" r="1.050" className="fill-ink" />
      <path
        d="M7.500 15.500c3.500.2 6.200 1.500 7.700 4.300-3.700 1-7.200-.4-7.700-4.300z"
        className="fill-on-accent opacity-85"
      />
    </svg>
  );
}

/**
 * The enterprise's own logo and title if it has them. Files need a token: before signing in, only the title is shown.
 */
export function Logo({ className }: { className?: string }) {
  const { title, logoId } = useStore(brandStore, usualBrand);
  const picture = usePicture(logoId);
  return (
    <span className={cx("flex min-w-0 items-center gap-2", className)}>
      {picture ? (
        <img src={picture} alt="" className="size-8 shrink-0 rounded object-contain" />
      ) : (
        <LogoMark />
      )}
      <span className="max-w-48 truncate text-lg font-bold tracking-tight">{title}</span>
    </span>
  );
}
