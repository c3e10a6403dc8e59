import * as z from 'zod/mini'

import { inputSentence } from '#contract/http/input-sentence.ts'
import type { FailureSpec, Route } from '#contract/http/route.ts'
import { platformFailures } from '#contract/http/route.ts'

import type { Db } from '../db/query.ts'
import { readingOf } from '../db/reading.ts'
import { isStorable } from '../db/storable.ts'
import { transactionsOf } from '../db/transaction.ts'
import { Failure } from '../failure.ts'
import type { Platform } from '../platform.ts'
import { inSpan, isRecording } from '../tracing/spans.ts'
import { admit } from './admit.ts'
import { createAuditTrail } from './audit-trail.ts'
import type { UploadedFile } from './form-files.ts'
import type { Circumstances, Implementation, ProviderCall } from './implement.ts'
import type { Occasion } from './occasion.ts'
import type { OperatorCommand, TokenHolder, Viewer } from './principal.ts'
import { requireStepUp } from './step-up.ts'

/** A call that came over HTTP, or that a rendered page makes. */
interface Request extends Circumstances {
  principal: Viewer | TokenHolder | null
  input: unknown
  files?: Readonly<Record<string, UploadedFile>>
  rawBody?: Buffer
  headers?: ProviderCall<Route>['headers']
}

/** A call that a command makes. It has no browser; only staff routes let it in, and they need none. */
interface Command extends Occasion {
  principal: OperatorCommand
  input: unknown
}

/**
 * Runs a route: caller, input, limits, then the handler in its transaction. HTTP requests, the server's own rendering
 * of pages and the operator's commands all come through here.
 */
export function invoke(...call: Parameters<typeof run>): Promise<unknown> {
  const [{ route }] = call
  if (!isRecording()) return run(...call)
  return inSpan(`call ${route.method} ${route.path}`, 'internal', { 'http.route': route.path }, () =>
    run(...call),
  )
}

async function run(
  implementation: Implementation,
  platform: Pick<Platform, 'config' | 'database' | 'limits'>,
  incoming: Request | Command,
): Promise<unknown> {
  const { route, options } = implementation
  const { principal } = incoming
  const permit = admit(route.caller, principal, platform.config)
  requireStepUp(route, principal, incoming.now)
  const input = parseInput(route, incoming.input)
  const { db } = platform.database
  const transactions = transactionsOf(db)
  const trail = permit && createAuditTrail(transactions, { ...permit, ...incoming })
  const call = {
    files: {},
    rawBody: Buffer.alloc(0),
    headers: {},
    ...incoming,
    input,
    viewer: principal?.kind === 'user' ? principal : null,
    staff: permit && trail && { ...permit, audit: trail.audit },
  } as Parameters<Implementation['handle']>[2]
  for (const { limit, by } of options.limits ?? []) await platform.limits.consume(limit, by(call))

  if (route.method === 'GET') {
    const read = (from: Db) => implementation.handle(readingOf(from), transactionsOf(from), call)
    const { replica } = platform.database
    return replica && isReadFromCopy(options, principal) ? replica.read(db, read) : read(db)
  }
  const inTransaction = trail?.inTransaction ?? transactions
  const output =
    implementation.mode === 'in phases'
      ? await implementation.handle(db, inTransaction, call)
      : await inTransaction((transaction) => implementation.handle(transaction, inTransaction, call))
  trail?.check()
  return output
}

function isReadFromCopy(
  { mayLag }: Implementation['options'],
  principal: (Request | Command)['principal'],
): boolean {
  return mayLag === 'for everyone' || (mayLag === 'for visitors' && principal === null)
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
