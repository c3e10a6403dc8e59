import { ApiError } from '../core/errors.ts'

/** Whether a host name or address can only mean this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return (
    bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare)
  )
}

/** Refuses requests that reached loopback under another host name (DNS rebinding). */
export function requireLoopbackHost(header: string | undefined): void {
  const name = (header ?? '').replace(/:\d+$/, '')
  if (!isLoopbackHost(name)) throw new ApiError(403, 'The sandbox answers to loopback names only.')
}
