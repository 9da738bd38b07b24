import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A community site on this machine, which says what the test wants, or 500 while it is undefined. */
export async function startCommunitySite() {
  const site = { says: undefined as unknown, asked: [] as string[] };
  const server = createServer((request, response) => {
    site.asked.push(request.url ?? "");
    response.writeHead(site.says === undefined ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(site.says ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    address: `http://127.0.0.1:${port}/help`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  });
}
