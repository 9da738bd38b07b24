import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from "jose";
import { Provider } from "oidc-provider";
import { answerOutbound } from "./outbound.ts";

export const ISSUER = "https://login.bank-of-tests.com";
export const CLIENT = { id: "chatbird", secret: "CANARY-secret-of-the-client-0123456789" };
const FORWARDED = { "x-forwarded-proto": "https", "x-forwarded-host": new URL(ISSUER).host };

export interface Account {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

export interface PlayedProvider {
  /** Account that the next browser signs in with. */
  account: Account;
  /** Changes what the token endpoint answers. */
  tamper: ((answer: Record<string, unknown>) => Promise<Record<string, unknown>>) | undefined;
  readonly issuer: string;
  readonly key: CryptoKey;
  readonly kid: string;
  /** Lets the Workers reach the provider by its public name until the test ends. */
  join(): void;
  /** Acts as a browser at the provider: signs in, consents, and returns the address it is redirected to. */
  visit(address: string): Promise<URL>;
  stop(): Promise<void>;
}

/** A real OpenID provider (oidc-provider) on loopback, which the Workers know by a public https name. */
export async function startOpenIdProvider(
  redirectUri: string,
  /** Known by its own address on loopback, for browsers; the Workers must be allowed to call that. */
  { local = false }: { local?: boolean } = {},
): Promise<PlayedProvider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const kid = "the-key";
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid, use: "sig", alg: "RS256" };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = local ? base : ISSUER;
  const played: { account: Account } = { account: { sub: "nobody" } };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [jwk as never] },
    cookies: { keys: ["of a test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...played.account, sub }) }),
  });
  provider.proxy = !local;
  const handle = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void handle(request, response);
    void (async () => {
      const { prompt, params } = await provider.interactionDetails(request, response);
      if (prompt.name === "login") {
        const login = { accountId: played.account.sub };
        return provider.interactionFinished(request, response, { login });
      }
      const grant = new provider.Grant({
        accountId: played.account.sub,
        clientId: String(params["client_id"]),
      });
      grant.addOIDCScope(String(params["scope"]));
      const consent = { grantId: await grant.save() };
      return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
    })();
  });

  const self: PlayedProvider = {
    issuer,
    key: privateKey,
    kid,
    tamper: undefined,
    get account() {
      return played.account;
    },
    set account(account) {
      played.account = account;
    },
    join() {
      answerOutbound("https://cloudflare-dns.com/dns-query", () =>
        Response.json({ Answer: [{ type: 1, data: "93.184.215.14" }] }),
      );
      answerOutbound(ISSUER, async (request) => {
        const { pathname, search } = new URL(request.url);
        const headers = new Headers(request.headers);
        for (const name of ["host", "content-length", "connection"]) headers.delete(name);
        for (const [name, value] of Object.entries(FORWARDED)) headers.set(name, value);
        const body = request.method === "GET" ? undefined : await request.text();
        const answer = await fetch(base + pathname + search, {
          method: request.method,
          headers,
          ...(body !== undefined && { body }),
        });
        if (pathname !== "/token" || !self.tamper || !answer.ok) {
          return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
        }
        return Response.json(await self.tamper((await answer.json()) as Record<string, unknown>));
      });
    },
    async visit(address) {
      const jar = new Map<string, string>();
      let at = new URL(address);
      for (let hop = 0; hop < 12; hop++) {
        if (at.origin !== ISSUER) return at;
        const answer = await fetch(base + at.pathname + at.search, {
          redirect: "manual",
          headers: {
            ...FORWARDED,
            cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
          },
        });
        for (const line of answer.headers.getSetCookie()) {
          const [pair = ""] = line.split(";");
          const cut = pair.indexOf("=");
          jar.set(pair.slice(0, cut), pair.slice(cut + 1));
        }
        const location = answer.headers.get("location");
        if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
        at = new URL(location, at);
      }
      throw new Error("the provider leads round and round");
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return self;
}
