import { createServer } from "node:http";
import { createRequire } from "node:module";

interface Socket {
  send(text: string): void;
  terminate(): void;
}
/** The parts of `ws` that the bench uses. */
interface Ws {
  WebSocket: new (
    url: string,
    options: object,
  ) => {
    on(event: "message", heard: (data: Buffer) => void): void;
    on(event: "open" | "close", happened: () => void): void;
    on(event: "error", failed: (error: Error) => void): void;
    terminate(): void;
  };
  WebSocketServer: new (options: object) => {
    clients: Set<Socket>;
    on(event: "connection", happened: (socket: Socket) => void): void;
    close(): void;
  };
}
export const ws = createRequire(import.meta.url)("ws") as Ws;

// As a program: the bare broadcast. A POST sends its body to every socket.
if (import.meta.main) {
  // It ends with its parent, however that ends.
  process.stdin.resume().on("end", () => process.exit());
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      for (const client of sockets.clients) client.send(body);
      response.end();
    });
  });
  const sockets = new ws.WebSocketServer({ server, perMessageDeflate: false });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address === "object" && address) console.log(address.port);
  });
}
