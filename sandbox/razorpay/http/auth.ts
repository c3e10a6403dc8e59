import { timingSafeEqual } from 'node:crypto'

import type { Context } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'

function isSame(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left)
  const rightBytes = Buffer.from(right)
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes)
}

function unauthorized(description: string): ApiError {
  return new ApiError(401, description, { reason: 'NA' })
}

/** Basic authentication with the key pair. The scheme must be spelt exactly "Basic". */
export function requireKeys(context: Context, header: string | undefined): void {
  if (header === undefined) throw unauthorized('Please provide your api key for authentication purposes.')
  const match = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header)
  if (match?.[1] === undefined) throw unauthorized('Authentication failed')
  const pair = Buffer.from(match[1], 'base64').toString('utf8')
  const separator = pair.indexOf(':')
  if (separator < 0) throw unauthorized('Authentication failed')
  if (!isSame(pair.slice(0, separator), context.keyId)) throw unauthorized('The api key provided is invalid')
  if (!isSame(pair.slice(separator + 1), context.keySecret)) throw unauthorized('Authentication failed')
}
