import type { FastifyRequest } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import { HEADERS_MAX, URL_MAX_CHARS } from './patience.ts'

/** A page that will never exist. */
export const NO_PAGE = '/unreadable/address/page'

/** Paths that will never exist, one for each way of saying so. */
const NOWHERE = { api: '/api/unreadable', files: '/media/unreadable', pages: NO_PAGE }

/**
 * The path a request is routed to: its own, or one that doesn't exist when the path is malformed: broken percent
 * encodings, invalid UTF-8 (overlong forms, lone surrogates), and NUL, which neither the database nor the file system
 * takes. Nothing behind this ever meets such a path.
 */
export function readableUrl(url: string): string {
  const [pathname = '/'] = url.split('?', 1)
  if (isReadable(pathname)) return url
  if (pathname.startsWith('/api/')) return NOWHERE.api
  return /^\/(?:media|assets)\//.test(pathname) ? NOWHERE.files : NOWHERE.pages
}

function isReadable(pathname: string): boolean {
  if (!pathname.includes('%')) return !pathname.includes('\0')
  try {
    return !decodeURIComponent(pathname).includes('\0')
  } catch {
    return false
  }
}

/** Throws `address_too_long` above 8,000 characters, and a 431 above a hundred headers. */
export function checkRequestLine({ raw }: FastifyRequest): void {
  if ((raw.url?.length ?? 0) > URL_MAX_CHARS) throw new Failure(platformFailures.address_too_long)
  // Names and values alternate.
  if (raw.rawHeaders.length > HEADERS_MAX * 2)
    throw new Failure({ ...platformFailures.bad_request, status: 431 })
}
