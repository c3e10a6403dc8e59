import type { CallOf, InputOf, OutputOf } from '#contract/http/route.ts'
import { platformFailures } from '#contract/http/route.ts'
import { LANGUAGE } from '#contract/language.ts'

import { answerWithinMs, startDeadline } from './deadline.ts'
import { callTexts } from './messages.ts'
import { isOnline } from './online.ts'
import { endSession, readToken } from './session.ts'
import { stepUp } from './step-up.ts'
import { waitMessage } from './wait.ts'

/**
 * An unsuccessful call. `message` is a sentence for the user; `code` is for switching: `offline` when no answer came,
 * whichever side of the connection is at fault.
 */
export class CallError<Code extends string = string> extends Error {
  readonly code: Code | 'offline'
  readonly status: number
  readonly field: string | undefined
  /** When several fields are wrong: a sentence for each. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait, if the server rate-limited us. */
  readonly retryAfterSeconds: number | undefined

  constructor(failure: {
    code: Code | 'offline'
    status: number
    message: string
    field?: string | undefined
    fields?: Readonly<Record<string, string>>
    retryAfterSeconds?: number | undefined
  }) {
    super(failure.message)
    this.name = 'CallError'
    this.code = failure.code
    this.status = failure.status
    this.field = failure.field
    this.fields = failure.fields ?? (failure.field === undefined ? {} : { [failure.field]: failure.message })
    this.retryAfterSeconds = failure.retryAfterSeconds
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** Sends the input as form data along with these files. */
  files?: Record<string, File>
}

/**
 * Calls a route of the contract; if that needs a fresh proof that it is the user, they are asked first. Throws {@link CallError} for every unsuccessful answer, and when none arrives within
 * {@link answerWithinMs}.
 */
export async function call<R extends CallOf>(
  route: R,
  input: InputOf<R>,
  options: CallOptions = {},
): Promise<OutputOf<R>> {
  const { path, rest } = fillPath(route.path, { ...(input as Record<string, unknown>) })
  const token = readToken()
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers['authorization'] = `Bearer ${token}`

  const hasBody = route.method === 'POST' || route.method === 'PUT'
  let body: BodyInit | null = null
  if (hasBody && options.files) body = formData(rest, options.files)
  else if (hasBody) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(rest)
  }

  const deadline = startDeadline(answerWithinMs(Object.values(options.files ?? {})))
  const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal
  let response: Response
  try {
    response = await fetch(`/api${path}${hasBody ? '' : queryString(rest)}`, {
      method: route.method,
      headers,
      body,
      credentials: 'include',
      signal,
    })
    // Read under the same deadline, since an answer may begin and never end; and anything that isn't ours, such as a
    // hotel network's login page, is no answer.
    if (response.ok) return (await response.json()) as OutputOf<R>
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw unanswered(deadline.signal.aborted)
  } finally {
    deadline.stop()
  }

  if (response.status === 401 && token && (await isSignedOut(response.clone()))) endSession()
  const failure = await readFailure(response)
  if (failure.code === platformFailures.step_up_required.code && (await stepUp.ask?.()))
    return call(route, input, options)
  throw failure
}

function unanswered(isTooSlow: boolean): CallError {
  const message = !isOnline() ? callTexts.offline : isTooSlow ? callTexts.tooSlow : callTexts.unreachable
  return new CallError({ code: 'offline', status: 0, message })
}

async function isSignedOut(response: Response): Promise<boolean> {
  const body = await readJson(response)
  return body['code'] === platformFailures.signed_out.code
}

async function readFailure(response: Response): Promise<CallError> {
  const body = await readJson(response)
  const retryAfter = Number(response.headers.get('retry-after'))
  const retryAfterSeconds = retryAfter > 0 ? retryAfter : undefined
  const wait =
    body['code'] === platformFailures.too_many_requests.code ? waitMessage(retryAfterSeconds) : null
  const code = typeof body['code'] === 'string' ? body['code'] : platformFailures.internal.code
  const own = LANGUAGE === 'en' ? null : await ownText(code, body['params'])
  return new CallError({
    code,
    status: response.status,
    message:
      wait ??
      own ??
      (typeof body['message'] === 'string' && body['message'] !== ''
        ? body['message']
        : unsaid(response.status)),
    field: typeof body['field'] === 'string' ? body['field'] : undefined,
    ...(areSentences(body['fields']) && { fields: body['fields'] }),
    retryAfterSeconds,
  })
}

/** The failure in this browser's language; the server says it in English. */
async function ownText(code: string, params: unknown): Promise<string | null> {
  const { failureText } = await import('./failure-texts.ts')
  return failureText(code, areSentences(params) ? params : null)
}

/** An answer without a sentence of ours, for example from a proxy in between. */
function unsaid(status: number): string {
  return (status === 400 ? platformFailures.bad_request : platformFailures.internal).message
}

function areSentences(fields: unknown): fields is Record<string, string> {
  return (
    typeof fields === 'object' &&
    fields !== null &&
    Object.values(fields).every((sentence) => typeof sentence === 'string')
  )
}

/** A proxy in between may answer with something that isn't ours; the user then gets the general sentence. */
async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function fillPath(
  template: string,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(textOf(value))
  })
  return { path, rest }
}

function queryString(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null) query.set(name, textOf(value))
  const text = query.toString()
  return text ? `?${text}` : ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function formData(fields: Record<string, unknown>, files: Record<string, File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.set(name, textOf(value))
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}
