import type { Permit } from '#contract/http/permissions.ts'
import type { OutputOf, ParsedInputOf, Route } from '#contract/http/route.ts'

import type { Act } from '../audit-log.ts'
import type { Db } from '../db/query.ts'
import type { InTransaction } from '../db/transaction.ts'
import type { Platform } from '../platform.ts'
import type { AcceptedFiles, UploadedFile } from './form-files.ts'
import type { Limit } from './limits.ts'
import type { Occasion } from './occasion.ts'
import type { StaffActor, Viewer } from './principal.ts'

export type { Viewer } from './principal.ts'

/** What a handler knows about the call besides its input. */
export interface Circumstances extends Occasion {
  platform: Platform
  /**
   * The caller's address as limits see it (`limitedAddress`): the connection's, or the one a configured proxy gives.
   */
  ip: string
  userAgent: string
  cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string, options: { maxAgeSeconds: number; path?: string }): void
  clearCookie(name: string, options?: { path?: string }): void
}

export interface Call<R extends Route> extends Circumstances {
  input: ParsedInputOf<R>
  viewer: Viewer | null
  files: Readonly<Record<string, UploadedFile>>
}

export interface MemberCall<R extends Route> extends Call<R> {
  viewer: Viewer
}

export interface ProviderCall<R extends Route> extends Call<R> {
  /** The bytes as they were sent: signatures cover them. */
  rawBody: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A member of the staff at work. */
export interface Staff extends Permit {
  actor: StaffActor
  /**
   * Says what a call that writes does, for the audit log: exactly once, and in the first transaction if there are
   * several.
   */
  audit: (act: Act) => void
}

/** A call of the staff: over HTTP, or by a command beside the database, which has no browser. */
export interface StaffCall<R extends Route> extends Occasion {
  input: ParsedInputOf<R>
  staff: Staff
}

/** Everything a handler may get; each shape of handler sees its part. */
interface WholeCall extends ProviderCall<Route> {
  staff: Staff | null
}

export interface Options<R extends Route> {
  /** The attempts allowed, and what they are counted by. Checked before the handler and outside its transaction. */
  limits?: readonly { limit: Limit; by: (call: Call<R>) => string }[]
  /** The files a multipart body may carry. */
  files?: AcceptedFiles
  /** It reads or draws so much that a node answers few at a time; the others are asked to come back. */
  isHeavy?: true
  /** See {@link mayLag}. */
  mayLag?: 'for everyone' | 'for visitors'
}

/** A route with its handler. The handler's shape depends on who may call, so the app only sees this. */
export interface Implementation {
  route: Route
  options: Options<Route>
  /** `in phases`: no transaction is open while the handler waits for another server. */
  mode: 'one transaction' | 'in phases'
  handle: (db: Db, inTransaction: InTransaction, call: WholeCall) => Promise<unknown>
}

/** A handler for a route that anyone may call. It runs in one transaction (GET: on a plain connection). */
export function implement<R extends Route>(
  route: R,
  handle: (db: Db, call: Call<R>) => Promise<OutputOf<R>>,
  options: Options<R> = {},
): Implementation {
  return wrap(route, options, 'one transaction', ['anyone'], (db, _, call) => handle(db, call as Call<R>))
}

/** The same for routes that need a session; `viewer` is set. */
export function implementForMember<R extends Route>(
  route: R,
  handle: (db: Db, call: MemberCall<R>) => Promise<OutputOf<R>>,
  options: Options<R> = {},
): Implementation {
  return wrap(route, options, 'one transaction', ['member', 'creator', 'payee', 'owner'], (db, _, call) =>
    handle(db, call as MemberCall<R>),
  )
}

/** For members' calls to another server: the handler opens its own transactions before and after. */
export function implementInPhases<R extends Route>(
  route: R,
  handle: (inTransaction: InTransaction, call: MemberCall<R>) => Promise<OutputOf<R>>,
  options: Options<R> = {},
): Implementation {
  return wrap(
    route,
    options,
    'in phases',
    ['member', 'creator', 'payee', 'owner'],
    (_, inTransaction, call) => handle(inTransaction, call as MemberCall<R>),
  )
}

/** The same for anyone. */
export function implementInPhasesForAnyone<R extends Route>(
  route: R,
  handle: (inTransaction: InTransaction, call: Call<R>) => Promise<OutputOf<R>>,
  options: Options<R> = {},
): Implementation {
  return wrap(route, options, 'in phases', ['anyone'], (_, inTransaction, call) =>
    handle(inTransaction, call as Call<R>),
  )
}

/** For calls of a provider, which proves itself by a signature over the raw body. */
export function implementForProvider<R extends Route>(
  route: R,
  handle: (db: Db, call: ProviderCall<R>) => Promise<OutputOf<R>>,
): Implementation {
  return wrap(route, {}, 'one transaction', ['provider'], (db, _, call) =>
    handle(db, call as ProviderCall<R>),
  )
}

/**
 * For the staff, with the permission that the route names. A call that writes leaves one row in the audit log, in the
 * same transaction: one that doesn't say what it did (`staff.audit`) fails.
 */
export function implementForStaff<R extends Route>(
  route: R,
  handle: (db: Db, call: StaffCall<R>) => Promise<OutputOf<R>>,
  options: Options<R> = {},
): Implementation {
  return wrap(route, options, 'one transaction', ['staff'], (db, _, call) => handle(db, call as StaffCall<R>))
}

function wrap<R extends Route>(
  route: R,
  options: Options<R>,
  mode: Implementation['mode'],
  callers: readonly string[],
  handle: Implementation['handle'],
): Implementation {
  const [kind = ''] = route.caller.split(':')
  if (!callers.includes(kind))
    throw new Error(
      `${route.method} ${route.path} is for ${route.caller}; it is implemented for ${callers.join(', ')}`,
    )
  return { route, options: options, mode, handle }
}

/**
 * They may be read from a copy of the database that is some seconds behind. Never where somebody could miss what they have just
 * done themselves, and never for money or for who may do what. Rendered pages are read from the database itself: they are kept.
 */
export function mayLag(
  whom: 'for everyone' | 'for visitors',
  implementations: readonly Implementation[],
): Implementation[] {
  return implementations.map((each) => ({ ...each, options: { ...each.options, mayLag: whom } }))
}
