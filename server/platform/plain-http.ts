/*
 * Services that production sends keys, tokens and files to have to speak https. Stand-ins on this machine, for a
 * rehearsal of production, need a setting that says so; it opens loopback and nothing else.
 */

/** The values `ALLOW_PLAIN_HTTP` accepts. */
export const PLAIN_HTTP_ON_LOOPBACK = 'loopback'

/** Names the settings whose addresses aren't encrypted, with the remedy. `urls` by the name of their setting. */
export function plainHttpProblems(
  urls: Readonly<Record<string, string | undefined>>,
  isLoopbackAllowed: boolean,
): string[] {
  return Object.entries(urls)
    .filter(([, url]) => url !== undefined && isPlain(url) && !(isLoopbackAllowed && isLoopback(url)))
    .map(
      ([name]) =>
        `${name} must be encrypted: NODE_ENV=production sends nothing over plain http ` +
        `(ALLOW_PLAIN_HTTP=${PLAIN_HTTP_ON_LOOPBACK} allows stand-ins on this machine).`,
    )
}

function isPlain(url: string): boolean {
  const { protocol, searchParams } = new URL(url)
  return protocol === 'http:' || (protocol === 's3:' && searchParams.get('tls') === 'false')
}

function isLoopback(url: string): boolean {
  // In an http address; other schemes leave an IPv4 address as it was written, `0x7f.1` and all.
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname)
}
