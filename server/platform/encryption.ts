import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/*
 * Keeps texts that only the product may read. AES-256-GCM; the key is derived from SECRET_KEY and a purpose, so that no
 * two purposes share one. An encrypted text is: version (1 byte), key id (4), nonce (12), tag (16), text. Version 1
 * texts have no key id.
 */

const VERSION = 2
const VERSION_WITHOUT_KEY = 1
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The purpose and owner of a text. `owner` is bound to it: bytes moved to another row don't decrypt. */
export interface EncryptionContext {
  secretKey: string
  /** Decrypts texts from before a key change; nothing is encrypted with it any more. */
  previousSecretKey: string | null
  purpose: string
  owner: string
}

/** Encrypts a text with the present key. */
export function encrypt(text: string, { secretKey, purpose, owner }: EncryptionContext): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, purpose), nonce)
  cipher.setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([encryptionHeader({ secretKey, purpose }), nonce, cipher.getAuthTag(), encrypted])
}

/** The leading bytes of everything encrypted with this key. */
export function encryptionHeader({
  secretKey,
  purpose,
}: Pick<EncryptionContext, 'secretKey' | 'purpose'>): Buffer {
  const id = createHash('sha256').update('key id').update(keyFor(secretKey, purpose)).digest()
  return Buffer.concat([Buffer.from([VERSION]), id.subarray(0, KEY_ID_BYTES)])
}

/** Throws when the text was encrypted with neither key, for another purpose or owner, or a bit was changed. */
export function decrypt(
  encrypted: Buffer,
  { secretKey, previousSecretKey, purpose, owner }: EncryptionContext,
): string {
  const keys = [secretKey, ...(previousSecretKey === null ? [] : [previousSecretKey])]
  if (encrypted[0] === VERSION) {
    const header = encrypted.subarray(0, 1 + KEY_ID_BYTES)
    const key = keys.find((candidate) => encryptionHeader({ secretKey: candidate, purpose }).equals(header))
    if (key === undefined) throw new Error('This was encrypted with a key that is not configured.')
    return decipher(encrypted.subarray(header.length), keyFor(key, purpose), owner)
  }
  if (encrypted[0] !== VERSION_WITHOUT_KEY) throw new Error('This was encrypted in a way we do not know.')
  const body = encrypted.subarray(1)
  try {
    return decipher(body, keyFor(secretKey, purpose), owner)
  } catch (error) {
    if (previousSecretKey === null) throw error
    return decipher(body, keyFor(previousSecretKey, purpose), owner)
  }
}

function decipher(body: Buffer, key: Buffer, owner: string): string {
  const cipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES))
  cipher.setAAD(Buffer.from(owner))
  cipher.setAuthTag(body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = cipher.update(body.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, cipher.final()]).toString('utf8')
}

function keyFor(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `cheers:${purpose}`, 32))
}
