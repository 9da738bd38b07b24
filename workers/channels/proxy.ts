/**
 * The address at which a vendor is called for a channel: through the proxy that it names, for vendors that take calls
 * from addresses that they know only. The proxy gets the vendor's host as the first part of its path.
 */
export function addressThrough(settings: Readonly<Record<string, string>>, url: string): string {
  const proxy = settings["proxy"];
  if (!proxy) return url;
  const { host, pathname, search } = new URL(url);
  return `${proxy.replace(/\/+$/, "")}/${host}${pathname}${search}`;
}
