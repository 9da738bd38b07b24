import * as oauth from "oauth4webapi";
import type { Resolve } from "#workers/outbound/resolve.ts";
import { publicFetch } from "#workers/outbound/call-public.ts";

/** A provider refused, did not answer, or gave an answer that is not to be believed. */
export class OpenIdError extends Error {
  override readonly name = "OpenIdError";
}

/** Our registration at a provider, which sign-ins are sent with and their answers must match. */
export interface Client {
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  redirectUri: string;
}

export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

/** Identity claims as the provider sent them. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
}

export interface OpenIdProvider {
  /** Reads the discovery document; its issuer must be the one that was asked for. */
  discover(issuer: string): Promise<{ issuer: string; supportsPkce: boolean }>;
  /** The address at the provider where a sign-in begins. */
  authorizationAddress(client: Client, expected: Expected): Promise<string>;
  /** Exchanges the code, and believes the answer only signed, for us, from this issuer and with our nonce. */
  identify(client: Client, expected: Expected, answered: URLSearchParams): Promise<Identity>;
}

/** OpenID Connect by oauth4webapi: the authorisation code flow with PKCE, state and nonce. Throws OpenIdError. */
export function openIdProvider({
  resolve,
  allowPrivate = false,
}: {
  resolve: Resolve;
  allowPrivate?: boolean;
}): OpenIdProvider {
  const call = publicFetch({ resolve, allowPrivate });
  const options = {
    [oauth.customFetch]: (address: string, init: oauth.CustomFetchOptions<string, unknown>) =>
      call(address, { ...init, body: init.body as BodyInit | null | undefined }),
    [oauth.allowInsecureRequests]: allowPrivate,
  };
  const discovered = (issuer: string): Promise<oauth.AuthorizationServer> =>
    trusted(async () => {
      const at = new URL(issuer);
      const response = await oauth.discoveryRequest(at, { algorithm: "oidc", ...options });
      return oauth.processDiscoveryResponse(at, response);
    });

  return {
    async discover(issuer) {
      const server = await discovered(issuer);
      return {
        issuer: server.issuer,
        supportsPkce: server.code_challenge_methods_supported?.includes("S256") ?? false,
      };
    },

    async authorizationAddress({ issuer, clientId, redirectUri }, { state, nonce, verifier }) {
      const { authorization_endpoint: endpoint } = await discovered(issuer);
      const at = endpoint === undefined ? undefined : URL.parse(endpoint);
      // The browser is sent there: nothing but the web.
      if (!at || (at.protocol !== "https:" && !(allowPrivate && at.protocol === "http:"))) {
        throw new OpenIdError("no address to sign in at");
      }
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(parameters)) at.searchParams.set(name, value);
      return at.href;
    },

    async identify({ issuer, clientId, clientSecret, redirectUri }, { state, nonce, verifier }, answered) {
      const server = await discovered(issuer);
      return trusted(async () => {
        const client: oauth.Client = { client_id: clientId };
        const code = oauth.validateAuthResponse(server, client, answered, state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authenticationOf(server, clientSecret),
          code,
          redirectUri,
          verifier,
          options,
        );
        const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        // The library trusts the connection; we want the signature too.
        await oauth.validateApplicationLevelSignature(server, response, options);
        const claims = oauth.getValidatedIdTokenClaims(result);
        if (!claims) throw new OpenIdError("no identity");
        const said =
          claims.email === undefined && server.userinfo_endpoint !== undefined
            ? await oauth.processUserInfoResponse(
                server,
                client,
                claims.sub,
                await oauth.userInfoRequest(server, client, result.access_token, options),
              )
            : claims;
        return {
          issuer: server.issuer,
          subject: claims.sub,
          email: typeof said.email === "string" ? said.email : undefined,
          emailVerified: said.email_verified === true,
        };
      });
    },
  };
}

/** By the header where the provider takes that (its default), else in the form. */
function authenticationOf(server: oauth.AuthorizationServer, secret: string | undefined): oauth.ClientAuth {
  if (!secret) return oauth.None();
  const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return ways.includes("client_secret_basic")
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret);
}

/** Turns every failure of a provider into one kind: its words are for the log, never for a person. */
async function trusted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OpenIdError) throw error;
    throw new OpenIdError(error instanceof Error ? error.message : "failed", { cause: error });
  }
}
