import { createHash } from 'node:crypto'
import path from 'node:path'

/** What can be said of an error without a word that somebody wrote: its own text may quote a name or an address. */
export interface DescribedError {
  /** Class, code and constraint: `error 23505 subscriptions_one_live`. */
  kind: string
  /** Places in our own files, the innermost first: `server/app.ts:12 buildApp`. */
  frames: string[]
}

const FRAMES_MAX = 8
const KIND_MAX_CHARS = 120

export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { kind: `thrown ${typeof error}`, frames: [] }
  const { cause } = error
  const kind = cause instanceof Error ? `${kindOf(error)}, from ${kindOf(cause)}` : kindOf(error)
  const frames = framesOf(error)
  return { kind, frames: frames.length === 0 && cause instanceof Error ? framesOf(cause) : frames }
}

/** Names that programs give: identifiers, codes and statuses. */
const IDENTIFIER = /^[\w.-]{1,60}$/

function kindOf(error: Error): string {
  const parts = ['name', 'code', 'status', 'constraint'].map((name): unknown => Reflect.get(error, name))
  const named = parts.filter(
    (part) => typeof part === 'number' || (typeof part === 'string' && IDENTIFIER.test(part)),
  )
  return named.join(' ').slice(0, KIND_MAX_CHARS)
}

const ROOT = path.resolve(import.meta.dirname, '../../..') + path.sep
const FRAME_MAX_CHARS = 200

function framesOf({ message, stack = '' }: Error): string[] {
  // A message with line breaks could look like frames.
  const after = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack
  const frames = after
    .split('\n')
    .map(frameOf)
    .filter((frame) => frame !== null)
  return [...new Set(frames)].slice(0, FRAMES_MAX)
}

/** Of `    at async name (file:///srv/cheers/server/app.ts:12:3)`, or without a name; null: not in a file of ours. */
function frameOf(line: string): string | null {
  const rootAt = line.indexOf(ROOT)
  if (!line.startsWith('    at ') || rootAt === -1 || line.length > FRAME_MAX_CHARS + ROOT.length) return null
  const [file = '', lineNumber = ''] = line.slice(rootAt + ROOT.length).split(':')
  if (file.startsWith('node_modules') || !/^\d+$/.test(lineNumber)) return null
  const bracketAt = line.indexOf(' (')
  const name = bracketAt === -1 ? '' : line.slice('    at '.length, bracketAt).replace('async ', '')
  return `${file}:${lineNumber} ${name}`.trim()
}

/**
 * Errors with the same fingerprint are one group: of one kind, at one place, from one of our functions. Line numbers don't
 * count, so that a group outlives a release.
 */
export function fingerprintOf(source: string, place: string, { kind, frames }: DescribedError): string {
  const [file = '', rest = ''] = (frames[0] ?? '').split(':')
  const innermost = [file, rest.slice(rest.indexOf(' ') + 1)]
  return createHash('sha256')
    .update(JSON.stringify([source, place, kind, ...innermost]))
    .digest('hex')
}
