import type * as z from 'zod/mini'

import type { Permission } from './permissions.ts'

/** What a token allows its holder to do in its owner's name. */
export type Scope = `${string}:read` | `${string}:write`

/**
 * Who may call a route. `payee` means: a user who is paid for a page of their own, even while it is closing. `owner`
 * means: the signed-in owner of the page the call names; the platform asks for a session and the domain's access.ts
 * decides the rest. `provider` means: proved by a signature over the raw body. `staff:…` names the permission that a
 * member of the staff needs, and `scope:…` the scope that a token needs; a session alone opens neither.
 */
export type Caller =
  | 'anyone'
  | 'member'
  | 'creator'
  | 'payee'
  | 'owner'
  | 'provider'
  | `staff:${Permission}`
  | `scope:${Scope}`

/** The permission that a staff route needs; null for every other route. */
export function permissionOf(caller: Caller): Permission | null {
  return caller.startsWith('staff:') ? (caller.slice('staff:'.length) as Permission) : null
}

/** The scope that a route for tokens needs; null for every other route. */
export function scopeOf(caller: Caller): Scope | null {
  return caller.startsWith('scope:') ? (caller.slice('scope:'.length) as Scope) : null
}

/** Values in a failure's sentence, written out for a person. */
export type FailureParams = Readonly<Record<string, string>>

/** One way a call can fail: a stable code, its HTTP status, and the sentence a person reads. */
export interface FailureSpec<Code extends string = string> {
  readonly code: Code
  readonly status: number
  readonly message: string
  /** The sentence with the values of one case: `params` on the wire, from which a browser writes it in its language. */
  readonly messageOf?: (params: FailureParams) => string
  readonly params?: FailureParams
  /** The server says more exactly what is wrong; that sentence is shown as it is. */
  readonly isExplained?: boolean
  /** The form field the message belongs to. */
  readonly field?: string
  /** If several fields are wrong: a sentence for each, by its name. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Names a domain's failures; the key becomes the code that server and browser switch on. */
export function defineFailures<
  const Specs extends Record<string, Omit<FailureSpec, 'code' | 'fields' | 'params'>>,
>(specs: Specs): { readonly [Code in keyof Specs & string]: FailureSpec<Code> } {
  return Object.fromEntries(Object.entries(specs).map(([code, spec]) => [code, { code, ...spec }])) as {
    [Code in keyof Specs & string]: FailureSpec<Code>
  }
}

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Route<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Output extends z.core.$ZodType = z.core.$ZodType,
  Code extends string = string,
  Method extends HttpMethod = HttpMethod,
  Path extends `/${string}` = `/${string}`,
> {
  readonly method: Method
  /** Below /api; `:name` segments are read into the input. */
  readonly path: Path
  readonly caller: Caller
  /** One sentence for the API document. */
  readonly summary: string
  /** Path parameters plus the query (GET, DELETE) or the body (POST, PUT), in one object. */
  readonly input: Input
  /** Fields that are not named here never leave the server. */
  readonly output: Output
  readonly failures: readonly FailureSpec<Code>[]
  /**
   * `json`: at most 64 KB, like most calls. `long-json`: up to a megabyte. `multipart` takes that too, or the same
   * fields as form data with files beside them.
   */
  readonly accepts?: 'json' | 'long-json' | 'multipart'
  /**
   * `always`: callers have proved within ten minutes that it is them. `with-factor`: only those whose account has a second
   * factor; the others prove it in the call itself, with their password or a mailed code.
   */
  readonly stepUp?: 'always' | 'with-factor'
}

/** Declares one call of the contract; types the server's handler and the browser's call alike. */
export function route<
  Input extends z.core.$ZodType,
  Output extends z.core.$ZodType,
  const Code extends string = never,
  Method extends HttpMethod = HttpMethod,
  Path extends `/${string}` = `/${string}`,
>(definition: Route<Input, Output, Code, Method, Path>): Route<Input, Output, Code, Method, Path> {
  return definition
}

/**
 * What a browser needs to make a call. The compiler holds it to its route; of the schemas and failures it has the types
 * alone, so no page loads what only the server reads.
 */
export interface CallOf<R extends Route = Route> {
  readonly method: R['method']
  readonly path: R['path']
  readonly input?: R['input']
  readonly output?: R['output']
  readonly failures?: R['failures']
}

/** What the browser sends. */
export type InputOf<R extends CallOf> = z.core.input<NonNullable<R['input']>>
/** What the handler receives, after parsing. */
export type ParsedInputOf<R extends Route> = z.core.output<R['input']>
export type OutputOf<R extends CallOf> = z.core.output<NonNullable<R['output']>>
/** The failure codes a caller can switch on: the route's own and the ones every route shares. */
export type FailureCodeOf<R extends CallOf> =
  | NonNullable<R['failures']>[number]['code']
  | keyof typeof platformFailures

/** Failures any route may answer with. The wire shape of each is `{ message, msg, code, field?, params? }`. */
export const platformFailures = defineFailures({
  bad_request: { status: 400, message: 'Bad Request', isExplained: true },
  invalid_input: { status: 422, message: 'Please check what you entered.', isExplained: true },
  signed_out: { status: 401, message: 'Please log in to continue.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  second_factor_required: { status: 403, message: 'This needs a second factor on your account.' },
  step_up_required: { status: 403, message: 'Please confirm that it is you.' },
  not_found: { status: 404, message: 'This does not exist or is no longer here.' },
  too_large: { status: 413, message: 'This is larger than we accept.' },
  address_too_long: { status: 414, message: 'This address is longer than we accept.' },
  unsupported_media_type: { status: 415, message: 'Send this as JSON.' },
  too_many_requests: {
    status: 429,
    message: 'Too many attempts. Please wait a moment and try again.',
    isExplained: true,
  },
  busy: {
    status: 429,
    message: 'Many people are doing this at the moment. Please try again in a few seconds.',
  },
  too_slow: { status: 408, message: 'The connection is too slow. Please try again.' },
  internal: { status: 500, message: 'Something went wrong' },
  storage_full: {
    status: 507,
    message: 'There is no room for this at the moment. Nothing was kept; please try again later.',
  },
  unavailable: { status: 503, message: 'We can’t answer right now. Please try again in a moment.' },
})
