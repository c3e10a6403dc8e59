import { createHmac, timingSafeEqual } from 'node:crypto'

/** The reasons a user may see a medium's bytes. */
export type Entitlement = 'owner' | 'member'

export type Grant = { expiresAt: Date } & (
  | {
      entitlement: Entitlement
      /** The user it belongs to; the request's own session has to be theirs too. */
      viewerId: string
    }
  | {
      entitlement: 'preview'
      /** The preview link it was given with. Whoever has it may be anybody; it works while the link does. */
      linkId: string
    }
)

/** No address of members' media lives longer. */
const GRANT_MAX_MS = 10 * 60_000

/** Addresses stay the same for this long, so that browsers need not fetch the same bytes again and again. */
const GRANT_STEP_MS = 5 * 60_000

/* expiry in seconds (6 bytes), viewer or link (16), entitlement (1), HMAC-SHA256 (32) */
const FACTS_BYTES = 23
const TAGS: Record<Grant['entitlement'], number> = { owner: 1, member: 2, preview: 3 }

/** When a grant issued now ends: in five to ten minutes. */
export function grantEnd(now: Date): Date {
  return new Date(Math.floor(now.getTime() / GRANT_STEP_MS) * GRANT_STEP_MS + GRANT_MAX_MS)
}

/** A key of its own for this purpose, so that no other signature can pass for a grant. */
function sign(secretKey: string, mediaId: string, facts: Buffer): Buffer {
  return createHmac('sha256', secretKey).update('media grant\0').update(mediaId).update(facts).digest()
}

/** The part of an address that opens all files of one medium to one viewer, or through one link, for a while. */
export function writeGrant(secretKey: string, mediaId: string, grant: Grant): string {
  const facts = Buffer.alloc(FACTS_BYTES)
  facts.writeUIntBE(Math.floor(grant.expiresAt.getTime() / 1000), 0, 6)
  const holderId = grant.entitlement === 'preview' ? grant.linkId : grant.viewerId
  facts.write(holderId.replaceAll('-', ''), 6, 'hex')
  facts[22] = TAGS[grant.entitlement]
  return Buffer.concat([facts, sign(secretKey, mediaId, facts)]).toString('base64url')
}

/** Reads a grant for this medium; null when it isn't ours for it, or has expired. */
export function readGrant(secretKey: string, mediaId: string, text: string, now: Date): Grant | null {
  if (!/^[\w-]{74}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  // Base64 has several spellings of its last character; only ours is an address.
  if (bytes.toString('base64url') !== text) return null
  const facts = bytes.subarray(0, FACTS_BYTES)
  if (!timingSafeEqual(bytes.subarray(FACTS_BYTES), sign(secretKey, mediaId, facts))) return null
  const expiresAt = new Date(facts.readUIntBE(0, 6) * 1000)
  if (now >= expiresAt) return null
  const hex = facts.toString('hex', 6, 22)
  const holderId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  if (facts[22] === TAGS.preview) return { linkId: holderId, entitlement: 'preview', expiresAt }
  const entitlement = facts[22] === TAGS.owner ? 'owner' : 'member'
  return { viewerId: holderId, entitlement, expiresAt }
}
