import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span } from '@opentelemetry/api'

import { Failure } from '../failure.ts'

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** Makes spans; what they belong to is said each time. */
export interface Recorder {
  start(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    /** The span around it, what a job carries of the one that queued it, or null: a trace of its own. */
    parent: Span | string | null,
  ): Span
}

let recorder: Recorder | null = null
const openSpan = new AsyncLocalStorage<Span>()

/** From now on spans are recorded; null: they aren't, and nothing is done for them. */
export function recordSpans(by: Recorder | null): void {
  recorder = by
}

export function isRecording(): boolean {
  return recorder !== null
}

/**
 * Runs work in a span, below the one it is called in. Names and attributes come from our own code and routes: never an
 * address as it was sent, an input, a value of a statement or the text of an error, which may quote one.
 */
export function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => Promise<T>,
  from: string | null = null,
): Promise<T> {
  if (recorder === null) return work()
  const span = recorder.start(name, kind, attributes, from ?? openSpan.getStore() ?? null)
  return openSpan.run(span, async () => {
    try {
      return await work()
    } catch (error) {
      noteOutcome(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Begins a span that the caller ends, around everything that `work` starts. */
export function beginSpan(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => void,
): Span | null {
  if (recorder === null) {
    work()
    return null
  }
  const span = recorder.start(name, kind, attributes, null)
  openSpan.run(span, work)
  return span
}

/** Adds to the span that this runs in what became known meanwhile. */
export function noteInSpan(attributes: Attributes): void {
  if (recorder !== null) openSpan.getStore()?.setAttributes(attributes)
}

/** `SpanStatusCode.ERROR`, without loading the library for it. */
const FAILED = 2

/** A refusal that the contract names is an answer; anything else has failed. */
function noteOutcome(span: Span, error: unknown): void {
  if (error instanceof Failure && error.spec.status < 500) {
    span.setAttribute('cheers.failure', error.spec.code)
    return
  }
  span.setStatus({ code: FAILED })
  span.setAttribute('error.type', typeOf(error))
}

/** PostgreSQL and Node say what kind of error it is by a code; other errors have only their class. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? error.code : null
  return typeof code === 'string' && /^[A-Z0-9_]{3,40}$/.test(code) ? code : error.name.slice(0, 40)
}

/** What a log line says of the trace it belongs to. */
export function traceInLog(): { trace_id?: string; span_id?: string } {
  const open = recorder === null ? undefined : openSpan.getStore()?.spanContext()
  return open ? { trace_id: open.traceId, span_id: open.spanId } : {}
}

/** The span that this runs in as W3C's `traceparent`, for a job to carry; null: there is none. */
export function carriedTrace(): string | null {
  const open = recorder === null ? undefined : openSpan.getStore()?.spanContext()
  if (!open) return null
  return `00-${open.traceId}-${open.spanId}-${open.traceFlags.toString(16).padStart(2, '0')}`
}
