import { ECDH } from 'node:crypto'

/** Bytes of the secret that a browser shares with whoever pushes to it (RFC 8291, section 3.2). */
const AUTH_BYTES = 16
/** Bytes of an uncompressed point of P-256: 4, then two coordinates (RFC 8291, section 3.1). */
const POINT_BYTES = 65

/** Whether a push can be encrypted for these keys of a browser. With others, every push to it would fail. */
export function areUsableKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  return (
    point.length === POINT_BYTES && Buffer.from(auth, 'base64url').length === AUTH_BYTES && isOnCurve(point)
  )
}

function isOnCurve(point: Buffer): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}
