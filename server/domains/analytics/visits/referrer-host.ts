const LONGEST = 100

/** The host that a visitor came from, without "www."; '': none that can be told, or ours. */
export function referrerHost(given: string | undefined, ownHost: string): string {
  const lower = (given ?? '').toLowerCase()
  const host = lower.startsWith('www.') ? lower.slice(4) : lower
  const isHost = host.includes('.') && host.length <= LONGEST && hostnameOf(`https://${host}`) === host
  return isHost && host !== ownHost ? host : ''
}

function hostnameOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).hostname : null
}
