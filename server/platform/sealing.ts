import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * Keeps texts that only the product may read. AES-256-GCM; the key follows from SECRET_KEY and a purpose, so that no
 * two purposes share one. A sealed text is: version (1 byte), nonce (12), tag (16), text.
 */

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What a text is sealed for. `owner` is bound to it: sealed bytes moved to another row do not open. */
export interface Seal {
  secretKey: string
  purpose: string
  owner: string
}

/** Seals a text. */
export function seal(text: string, { secretKey, purpose, owner }: Seal): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, purpose), nonce)
  cipher.setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed])
}

/** Opens a sealed text. Throws when the key, the purpose or the owner is another, or a bit was changed. */
export function unseal(sealed: Buffer, { secretKey, purpose, owner }: Seal): string {
  if (sealed[0] !== VERSION) throw new Error('This was sealed in a way we do not know.')
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey, purpose), nonce)
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(tag)
  const text = decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

function keyFor(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `cheers:${purpose}`, 32))
}
