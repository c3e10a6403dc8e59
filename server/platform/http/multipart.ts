import fs from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'

import { type FailureSpec, platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import type { Allowances } from './allowances.ts'
import { limitedAddress } from './caller-address.ts'
import type { AcceptedFiles, UploadedFile } from './form-files.ts'
import type { Implementation, Viewer } from './implement.ts'
import type { Pace, Patience } from './patience.ts'
import { JSON_OR_FORM_BODY } from './request-bodies.ts'
import { createSlots, takePlace } from './slots.ts'
import { checkRoom, newStagedFile, stagingFolder, stopperOf, writeStream } from './staging.ts'

export interface MultipartForm {
  fields: Record<string, string>
  files: Record<string, UploadedFile>
  /** Removes the files that the handler didn't take. */
  discard: () => Promise<void>
}

const FIELDS_MAX = 50
/** All fields together: a form may say no more than the same call in JSON. */
const FIELDS_MAX_BYTES = JSON_OR_FORM_BODY.maxBytes
/** Borders and headers of parts; generous. */
const OVERHEAD_BYTES = 64 * 1024

const NO_FILES: AcceptedFiles = { names: [], maxBytes: 0 }
const FORM_RETRY_SECONDS = 5
const REFUSAL_AFTER_MS = 500

/**
 * Receives the forms of one server: from whom, and how many at a time, is decided before any part of a form is read.
 */
export function formReceiver(dataDir: string, patience: Patience, bytes: Allowances) {
  const { forms, formsPerPerson, formsPerAddress, uploadPace } = patience
  const byPerson = createSlots({ perKey: formsPerPerson, total: forms })
  const byAddress = createSlots({ perKey: formsPerAddress, total: forms })

  return {
    /**
     * Refuses what needs no session to be refused, before the database is asked for one: a form that announces it is too
     * large, and one from an address that has sent its share. That one waits for its answer: the next follows at once, and
     * each brings megabytes that the system takes in, whether they are read or not.
     */
    async admit({ options }: Implementation, request: FastifyRequest): Promise<void> {
      refuseAnnounced(request, options.files ?? NO_FILES)
      if (bytes.hasLeft(limitedAddress(request.ip))) return
      await setTimeout(REFUSAL_AFTER_MS)
      throw new Failure(platformFailures.too_many_requests, { retryAfterSeconds: FORM_RETRY_SECONDS })
    },

    async receive(
      { route, options }: Implementation,
      viewer: Viewer | null,
      request: FastifyRequest,
    ): Promise<MultipartForm> {
      if (route.caller !== 'anyone' && !viewer) throw new Failure(platformFailures.signed_out)
      if (route.caller === 'creator' && viewer?.creatorId === null)
        throw new Failure(platformFailures.forbidden)
      const address = limitedAddress(request.ip)
      const leavePerson = takePlace(byPerson, viewer?.id ?? address, FORM_RETRY_SECONDS)
      let leaveAddress: (() => void) | null = null
      try {
        leaveAddress = takePlace(byAddress, address, FORM_RETRY_SECONDS)
        return await readMultipart(request, {
          accepted: options.files ?? NO_FILES,
          folder: stagingFolder(dataDir),
          pace: uploadPace,
          onFieldBytes: (sizeBytes) => bytes.spend(address, sizeBytes),
        })
      } finally {
        leavePerson()
        leaveAddress?.()
      }
    },
  }
}

function announcedBytes({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0)
}

/** What a whole form may bring, in bytes. */
function formMaxBytes({ names, maxBytes, maxFiles = names.length }: AcceptedFiles): number {
  return maxBytes * maxFiles + FIELDS_MAX_BYTES + OVERHEAD_BYTES
}

/** A form that announces it is too large isn't read. */
function refuseAnnounced(request: FastifyRequest, accepted: AcceptedFiles): void {
  if (announcedBytes(request) > formMaxBytes(accepted))
    throw new Failure(accepted.tooLarge ?? platformFailures.too_large)
}

/** Reads a form's fields, and streams its files to disk. When anything is refused, nothing of it is kept. */
async function readMultipart(
  request: FastifyRequest,
  {
    accepted,
    folder,
    pace,
    onFieldBytes,
  }: { accepted: AcceptedFiles; folder: string; pace: Pace; onFieldBytes: (sizeBytes: number) => void },
): Promise<MultipartForm> {
  const { names, maxBytes, maxFiles = names.length } = accepted
  const tooLarge = accepted.tooLarge ?? platformFailures.too_large
  const form: Pick<MultipartForm, 'fields' | 'files'> = { fields: {}, files: {} }
  const staged: string[] = []
  const stopReceiving = stopperOf(request.raw)
  const discard = async () => {
    await Promise.all(staged.map((file) => fs.rm(file, { force: true })))
  }
  let stopWatching: (() => void) | null = null
  try {
    if (maxFiles > 0) await checkRoom(folder, announcedBytes(request))
    const tooMuch = Promise.withResolvers<never>()
    tooMuch.promise.catch(() => undefined)
    const onTooMuch = () => tooMuch.reject(new Failure(tooLarge))
    // Adding a listener makes the request flow in the next turn; the parser is there by then.
    stopWatching = watch(request.raw, { pace, maxBytes: formMaxBytes(accepted), onTooMuch })
    let fieldBytes = 0
    const limits = {
      fields: FIELDS_MAX,
      fieldSize: FIELDS_MAX_BYTES,
      files: names.length,
      fileSize: Infinity,
    }
    for await (const part of partsOf(request, limits, { tooLarge, tooMuch: tooMuch.promise })) {
      const name = part.fieldname
      if (part.type === 'field') {
        if (typeof part.value !== 'string') throw new Failure(platformFailures.bad_request)
        const sizeBytes = Buffer.byteLength(part.value)
        fieldBytes += sizeBytes
        onFieldBytes(sizeBytes)
        if (part.valueTruncated || fieldBytes > FIELDS_MAX_BYTES)
          throw new Failure(platformFailures.too_large)
        form.fields[name] = part.value
        continue
      }
      if (!names.includes(name))
        throw new Failure(platformFailures.invalid_input, {
          message: `Please send ${name} as text, not as a file.`,
          field: name,
        })
      const file = await newStagedFile(folder)
      staged.push(file)
      const sizeBytes = await writeStream(part.file, file, { maxBytes, tooLarge, part: bytesOf(part.file) })
      // Browsers send an empty part for a file input left empty.
      if (sizeBytes === 0) continue
      if (Object.keys(form.files).length >= maxFiles || form.files[name])
        throw new Failure(accepted.tooMany ?? platformFailures.invalid_input)
      form.files[name] = { declaredType: part.mimetype, path: file, sizeBytes }
    }
    return { ...form, discard }
  } catch (error) {
    await discard()
    request.raw.unpipe()
    stopReceiving()
    throw error
  } finally {
    stopWatching?.()
  }
}

type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']

/** The parts of a form, until it is `tooMuch`. What the parser doesn't understand is a `bad_request`. */
async function* partsOf(
  request: FastifyRequest,
  limits: Limits,
  { tooLarge, tooMuch }: { tooLarge: FailureSpec; tooMuch: Promise<never> },
) {
  const parts = request.parts({ limits })
  try {
    for (;;) {
      const next = await Promise.race([parts.next(), tooMuch])
      if (next.done === true) return
      yield next.value
    }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === 'FST_FILES_LIMIT') throw new Failure(tooLarge)
    if (code === 'FST_FIELDS_LIMIT') throw new Failure(platformFailures.too_large)
    throw asFailure(error)
  }
}

async function* bytesOf(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch (error) {
    throw asFailure(error)
  }
}

const asFailure = (error: unknown) =>
  error instanceof Failure ? error : new Failure(platformFailures.bad_request)

/** Ends a request that brings less than its pace, and tells when it brings more than it may. Returns how to stop watching. */
function watch(
  request: IncomingMessage,
  { pace, maxBytes, onTooMuch }: { pace: Pace; maxBytes: number; onTooMuch: () => void },
): () => void {
  let received = 0
  let receivedBefore = 0
  const onData = (piece: Buffer): void => {
    received += piece.length
    if (received > maxBytes) onTooMuch()
  }
  const timer = setInterval(() => {
    if (received - receivedBefore < pace.minBytes) request.destroy(new Failure(platformFailures.too_slow))
    receivedBefore = received
  }, pace.windowMs)
  request.on('data', onData)
  return () => {
    clearInterval(timer)
    request.off('data', onData)
  }
}
