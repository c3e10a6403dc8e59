import * as z from 'zod/mini'

import { inputSentence } from '#contract/http/input-sentence.ts'
import type { FailureSpec, Route } from '#contract/http/route.ts'
import { platformFailures } from '#contract/http/route.ts'

import { readingOf } from '../db/reading.ts'
import { isStorable } from '../db/storable.ts'
import { transactionsOf } from '../db/transaction.ts'
import { Failure } from '../failure.ts'
import type { Platform } from '../platform.ts'
import type { Circumstances, Implementation, ProviderCall, UploadedFile, Viewer } from './implement.ts'

export interface Incoming extends Circumstances {
  input: unknown
  viewer: Viewer | null
  files?: Readonly<Record<string, UploadedFile>>
  rawBody?: Buffer
  headers?: ProviderCall<Route>['headers']
}

/**
 * Runs a route: caller, input, limits, then the handler in its transaction. HTTP requests and the server's own
 * rendering of pages both come through here.
 */
export async function invoke(
  implementation: Implementation,
  platform: Platform,
  incoming: Incoming,
): Promise<unknown> {
  const { route, options } = implementation
  checkCaller(route, incoming.viewer)
  const input = parseInput(route, incoming.input)
  const call: ProviderCall<Route> = {
    ...incoming,
    input,
    files: incoming.files ?? {},
    rawBody: incoming.rawBody ?? Buffer.alloc(0),
    headers: incoming.headers ?? {},
  }
  for (const { limit, by } of options.limits ?? []) await platform.limits.consume(limit, by(call))

  const { db } = platform.database
  const inTransaction = transactionsOf(db)
  if (route.method === 'GET') return implementation.handle(readingOf(db), inTransaction, call)
  if (implementation.mode === 'in phases') return implementation.handle(db, inTransaction, call)
  return inTransaction((transaction) => implementation.handle(transaction, inTransaction, call))
}

function checkCaller(route: Route, viewer: Viewer | null): void {
  if (route.caller === 'anyone' || route.caller === 'provider') return
  if (!viewer) throw new Failure(platformFailures.signed_out)
  if (route.caller === 'creator' && viewer.creatorId === null) throw new Failure(platformFailures.forbidden)
  if (route.caller === 'payee' && viewer.payeeId === null) throw new Failure(platformFailures.forbidden)
}

function parseInput(route: Route, input: unknown): z.core.output<Route['input']> {
  if (!isStorable(input)) throw new Failure(platformFailures.invalid_input)
  const parsed = z.safeParse(route.input, input, { error: inputSentence })
  if (parsed.success) return parsed.data
  throw inputFailure(parsed.error.issues)
}

/** Our longest field has some twenty characters. */
const NAME_SHOWN_CHARS = 60

/** People see the first problem, as in the spec's forms; where several fields have one, each is named. */
function inputFailure(issues: readonly z.core.$ZodIssue[]): Failure {
  const [issue] = issues
  const field = issue?.path[0]
  const spec: FailureSpec = platformFailures.invalid_input
  if (issue?.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys
    return new Failure(spec, { message: `Unknown field: ${shortened(unknown)}.`, field: shortened(unknown) })
  }
  const fields = sentencesOf(issues)
  return new Failure(spec, {
    message: issue?.message ?? spec.message,
    ...(typeof field === 'string' ? { field: shortened(field) } : {}),
    ...(Object.keys(fields).length > 1 ? { fields } : {}),
  })
}

/** No form has more fields than this; a stranger's input may have any number of wrong ones. */
const FIELDS_SHOWN = 20

function sentencesOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const sentences = new Map<string, string>()
  for (const { path, message } of issues) {
    const [field] = path
    if (typeof field === 'string' && !sentences.has(field) && sentences.size < FIELDS_SHOWN)
      sentences.set(shortened(field), message)
  }
  return Object.fromEntries(sentences)
}

/** A name that a stranger made up, as a message may repeat it. */
function shortened(name: string): string {
  return name.length > NAME_SHOWN_CHARS ? `${name.slice(0, NAME_SHOWN_CHARS)}…` : name
}
