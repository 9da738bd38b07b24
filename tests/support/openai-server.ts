import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { OpenAiLike } from "./openai-like.ts";

export interface OpenAiServer {
  /** Base URL for an integration. */
  url: string;
  provider: OpenAiLike;
  stop(): Promise<void>;
}

/** Serves an OpenAI-like provider on loopback, for callers outside this process. */
export async function startOpenAiServer({
  key,
  port = 0,
}: { key?: string; port?: number } = {}): Promise<OpenAiServer> {
  const provider = new OpenAiLike(key);
  const server = createServer((incoming, outgoing) => {
    const answered = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const request = new Request(`http://loopback${incoming.url ?? "/"}`, {
        method: "POST",
        headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
        body: Buffer.concat(chunks),
      });
      const response = await provider.answer(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body)
        Readable.fromWeb(response.body as NodeStream)
          .on("error", () => outgoing.destroy())
          .pipe(outgoing);
      else outgoing.end();
    };
    answered().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    provider,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Those that hang would keep it open.
        server.closeAllConnections();
      }),
  };
}

// `node tests/support/openai-server.ts 8899` to try the console with a provider that costs nothing.
if (import.meta.main) {
  const { url } = await startOpenAiServer({ port: Number(process.argv[2] ?? 8899) });
  console.log(`ready ${url}`);
}
