// The package's own entry prints a warning on every Node release that isn't LTS yet; its parts don't.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  import type { errors } from 'oidc-provider'

  export const SessionNotFound: typeof errors.SessionNotFound
}
