/** The IANA name of the reader's time zone. Apart from `zone.ts`, which first screens do without. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
