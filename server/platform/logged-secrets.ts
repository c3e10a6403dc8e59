const REMOVED = '[removed]'

/** Whoever has the value under one of these names could act as somebody else, or follow where they came from. */
const SECRETS = ['referer', 'password', 'confirmPassword', 'token', 'idToken', 'razorpay_signature'] as const

/**
 * What is logged, without secrets: in itself, in its parts, and in their headers. pino's own redaction reads its paths
 * anew for each value it is asked about, which took 4 % of a busy node's time; this copies nothing unless it has to.
 */
export function withoutLoggedSecrets(logged: Record<string, unknown>): Record<string, unknown> {
  const cleaned = Object.entries(logged).filter(([, part]) => hasSecrets(part))
  if (cleaned.length === 0) return withoutSecrets(logged)
  const parts = cleaned.map(([name, part]) => [name, withoutSecretHeaders(withoutSecrets(part as object))])
  return withoutSecrets({ ...logged, ...Object.fromEntries(parts) })
}

/** Errors are cleaned by their serializer: a copy would no longer be one. */
function hasSecrets(part: unknown): boolean {
  if (!isRecord(part) || part instanceof Error) return false
  return holdsSecret(part) || (Object.hasOwn(part, 'headers') && isRecord(part['headers']))
}

function holdsSecret(object: object): boolean {
  return SECRETS.some((name) => Object.hasOwn(object, name))
}

/** The same object when it holds no secret; otherwise a copy that says where one was. */
export function withoutSecrets<Of extends object>(object: Of): Of {
  if (!holdsSecret(object)) return object
  const held = SECRETS.filter((name) => Object.hasOwn(object, name))
  return { ...object, ...Object.fromEntries(held.map((name) => [name, REMOVED])) }
}

function withoutSecretHeaders(part: object): object {
  const headers: unknown = Object.hasOwn(part, 'headers') ? Reflect.get(part, 'headers') : null
  return isRecord(headers) ? { ...part, headers: withoutSecrets(headers) } : part
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
