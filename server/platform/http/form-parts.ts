import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'

/** One part of a form. */
export interface FormPart {
  name: string
  /** Whether it is a file, even an empty one: browsers send one for a file input left empty. */
  isFile: boolean
  contentType: string
  /** Can be read once. A chunk is valid until the next is requested. */
  body: AsyncIterable<Buffer>
}

const HEAD_MAX_BYTES = 16 * 1024
/** RFC 2046, 5.1.1. */
const BORDER_MAX_LENGTH = 70
const CR = 0x0d

/** The border between the parts of a form, from its content type; null when that names none. */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data *;/i.test(contentType)) return null
  const found = /\bboundary=(?:"([^"\r\n]*)"|([^\s;"]*))/i.exec(contentType)
  const border = found?.[1] ?? found?.[2] ?? ''
  return border === '' || border.length > BORDER_MAX_LENGTH ? null : border
}

/**
 * Reads a multipart/form-data body (RFC 7578) part by part. It only searches for the border, a chunk at a time, which
 * costs a fraction of looking at each byte; it holds no more than a chunk. Throws `bad_request` for any other body.
 */
export async function* readParts(source: AsyncIterable<Buffer>, border: string): AsyncGenerator<FormPart> {
  const chunks = source[Symbol.asyncIterator]()
  const delimiter = Buffer.from(`\r\n--${border}`)
  // The first border may be at the very beginning: as if a line had ended before it.
  let rest: Buffer = Buffer.from('\r\n')
  let isInBody = true

  async function readOn(): Promise<void> {
    const { value, done } = await chunks.next()
    if (done === true) throw new Failure(platformFailures.bad_request)
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
  }

  async function* readBody(): AsyncGenerator<Buffer> {
    while (isInBody) {
      const end = rest.indexOf(delimiter)
      isInBody = end === -1
      const sure = rest.subarray(0, isInBody ? borderMayBeginAt(rest, delimiter) : end)
      rest = rest.subarray(isInBody ? sure.length : end + delimiter.length)
      if (sure.length > 0) yield sure
      if (isInBody) await readOn()
    }
  }

  async function readHead(): Promise<string | null> {
    while (rest.length < 2) await readOn()
    if (rest.toString('latin1', 0, 2) === '--') return null
    for (;;) {
      const end = rest.indexOf('\r\n\r\n')
      if ((end === -1 ? rest.length : end) > HEAD_MAX_BYTES) throw new Failure(platformFailures.bad_request)
      if (end === -1) {
        await readOn()
        continue
      }
      const head = rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 4)
      isInBody = true
      return head
    }
  }

  try {
    for (;;) {
      // Skip the unread rest of a part.
      for await (const passed of readBody()) void passed
      const head = await readHead()
      if (head === null) break
      yield { ...parseHead(head), body: readBody() }
    }
    // Anything after the last border means nothing; it is read so that the request has an end.
    while ((await chunks.next()).done !== true);
  } finally {
    await chunks.return?.()
  }
}

/** Where a delimiter may begin at the end of `bytes`: a line's end occurs only at a delimiter's start. */
function borderMayBeginAt(bytes: Buffer, delimiter: Buffer): number {
  const tailBytes = Math.min(bytes.length, delimiter.length - 1)
  const at = bytes.subarray(bytes.length - tailBytes).lastIndexOf(CR)
  if (at === -1) return bytes.length
  const begin = bytes.length - tailBytes + at
  const open = bytes.subarray(begin)
  return open.equals(delimiter.subarray(0, open.length)) ? begin : bytes.length
}

/** A part's head: the rest of the border's line, then headers. */
function parseHead(head: string): Omit<FormPart, 'body'> {
  const [padding, ...lines] = head.split('\r\n')
  const valueOf = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const disposition = valueOf('content-disposition') ?? ''
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, plain = ''] of disposition.matchAll(
    /;[ \t]*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/g,
  ))
    parameters.set(key.toLowerCase(), quoted ?? plain)
  const name = parameters.get('name')
  if (padding?.trim() !== '' || !/^form-data[ \t]*;/i.test(disposition) || name === undefined)
    throw new Failure(platformFailures.bad_request)
  const contentType = valueOf('content-type') ?? 'text/plain'
  const isFile =
    parameters.has('filename') || parameters.has('filename*') || contentType === 'application/octet-stream'
  return { name, isFile, contentType }
}
