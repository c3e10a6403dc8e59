import { Provider } from 'oidc-provider/lib/provider.js'

import { createMemoryAdapter } from './memory-adapter.ts'
import { renderProblem } from './pages.ts'
import { claimsOf } from './people.ts'
import type { Store } from './state.ts'

export interface ClientSettings {
  clientId: string
  clientSecret: string
  redirectUris: string[]
}

const minuteSeconds = 60

/** The cookie in which the provider remembers who is signed in. */
export const sessionCookie = 'oidc_sandbox_session'

/** The issuer itself, reduced to what Google offers a web site: code flow with PKCE, RS256, profile and email. */
export function createProvider(issuer: string, client: ClientSettings, store: Store): Provider {
  return new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        client_name: 'Cheers',
        redirect_uris: client.redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        // The provider takes the secret in the form or in the Authorization header, whichever is registered.
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    clientBasedCORS: () => false,
    jwks: { keys: [store.signingKey] },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    responseTypes: ['code'],
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture'],
    },
    // Google puts profile and email into the ID token itself.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    cookies: {
      keys: [store.cookieKey],
      // Cookies ignore ports, so these must not clash with the product's own on localhost.
      names: {
        session: sessionCookie,
        interaction: 'oidc_sandbox_interaction',
        resume: 'oidc_sandbox_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: {
      AccessToken: 60 * minuteSeconds,
      AuthorizationCode: minuteSeconds,
      Grant: 60 * minuteSeconds,
      IdToken: 60 * minuteSeconds,
      Interaction: 60 * minuteSeconds,
      Session: 60 * minuteSeconds,
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, subject) => {
      const person = store.findPerson(subject)
      if (person === null) return undefined
      return { accountId: subject, claims: () => claimsOf(person, issuer) }
    },
    renderError: (context, problem) => {
      context.type = 'html'
      context.body = renderProblem(problem.error, problem.error_description ?? '')
    },
  })
}
