import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/*
 * Keeps texts that only the product may read. AES-256-GCM; the key follows from SECRET_KEY and a purpose, so that no
 * two purposes share one. A sealed text is: version (1 byte), which key (4), nonce (12), tag (16), text. Those of
 * version 1 do not say which key.
 */

const VERSION = 2
const VERSION_WITHOUT_KEY = 1
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What a text is sealed for. `owner` is bound to it: sealed bytes moved to another row do not open. */
export interface Seal {
  secretKey: string
  /** Opens what was sealed before the key was changed; nothing is sealed with it any more. */
  previousSecretKey: string | null
  purpose: string
  owner: string
}

/** Seals a text with the present key. */
export function seal(text: string, { secretKey, purpose, owner }: Seal): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, purpose), nonce)
  cipher.setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([sealHeader({ secretKey, purpose }), nonce, cipher.getAuthTag(), sealed])
}

/** How every text begins that is sealed with this key. */
export function sealHeader({ secretKey, purpose }: Pick<Seal, 'secretKey' | 'purpose'>): Buffer {
  const id = createHash('sha256').update('key id').update(keyFor(secretKey, purpose)).digest()
  return Buffer.concat([Buffer.from([VERSION]), id.subarray(0, KEY_ID_BYTES)])
}

/**
 * Opens a sealed text. Throws when it was sealed with neither key, for another purpose or owner, or a bit was changed.
 */
export function unseal(sealed: Buffer, { secretKey, previousSecretKey, purpose, owner }: Seal): string {
  const keys = [secretKey, ...(previousSecretKey === null ? [] : [previousSecretKey])]
  if (sealed[0] === VERSION) {
    const header = sealed.subarray(0, 1 + KEY_ID_BYTES)
    const key = keys.find((candidate) => sealHeader({ secretKey: candidate, purpose }).equals(header))
    if (key === undefined) throw new Error('This was sealed with a key that is not configured.')
    return open(sealed.subarray(header.length), keyFor(key, purpose), owner)
  }
  if (sealed[0] !== VERSION_WITHOUT_KEY) throw new Error('This was sealed in a way we do not know.')
  const body = sealed.subarray(1)
  try {
    return open(body, keyFor(secretKey, purpose), owner)
  } catch (error) {
    if (previousSecretKey === null) throw error
    return open(body, keyFor(previousSecretKey, purpose), owner)
  }
}

function open(body: Buffer, key: Buffer, owner: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(body.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

function keyFor(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `cheers:${purpose}`, 32))
}
