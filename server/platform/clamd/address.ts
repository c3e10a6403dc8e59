/** Where clamd listens. */
export type ClamdAddress = { host: string; port: number } | { path: string }

/** clamd's own default. */
const PORT = 3310

/** Reads `tcp://host:3310` or the path of a socket, with or without `unix://`; undefined for anything else. */
export function clamdAddress(text: string): ClamdAddress | undefined {
  const path = text.startsWith('unix://') ? text.slice('unix://'.length) : text
  if (path.startsWith('/') && path.length > 1) return { path }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'tcp:' || url.hostname === '' || !['', '/'].includes(url.pathname) || url.search)
    return undefined
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? PORT : Number(url.port) }
}
