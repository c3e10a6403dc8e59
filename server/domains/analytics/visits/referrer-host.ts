const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?$/

/** The host that a visitor came from, without "www."; '': none that can be told, or ours. */
export function referrerHost(given: string | undefined, ownHost: string): string {
  const host = (given ?? '').toLowerCase().replace(/^www\./, '')
  return HOST.test(host) && host.includes('.') && host !== ownHost ? host : ''
}
