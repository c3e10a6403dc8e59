import fs from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import type { Allowances } from './allowances.ts'
import { limitedAddress } from './caller-address.ts'
import type { AcceptedFiles, UploadedFile } from './form-files.ts'
import { boundaryOf, type FormPart, readParts } from './form-parts.ts'
import type { Implementation, Viewer } from './implement.ts'
import type { Pace, Patience } from './patience.ts'
import { JSON_OR_FORM_BODY } from './request-bodies.ts'
import { createSlots, takePlace } from './slots.ts'
import { checkRoom, keepPace, newStagedFile, stagingFolder, stopperOf, writeStream } from './staging.ts'

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

/** A form that announces it is too large isn't read. */
function refuseAnnounced(
  request: FastifyRequest,
  { names, maxBytes, maxFiles = names.length, tooLarge = platformFailures.too_large }: AcceptedFiles,
): void {
  if (announcedBytes(request) > maxBytes * maxFiles + FIELDS_MAX_BYTES + OVERHEAD_BYTES)
    throw new Failure(tooLarge)
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
  try {
    if (maxFiles > 0) await checkRoom(folder, announcedBytes(request))
    const border = boundaryOf(request.headers['content-type'] ?? '')
    if (border === null) throw new Failure(platformFailures.bad_request)
    const counted = { fields: 0, fieldBytes: 0, files: 0 }
    const chunks = keepPace(request.raw, pace)
    for await (const part of readParts(chunks, border)) {
      // No field has the name of a property that every object has.
      if (part.name in Object.prototype) throw new Failure(platformFailures.bad_request)
      if (!part.isFile) {
        counted.fields += 1
        if (counted.fields > FIELDS_MAX) throw new Failure(platformFailures.too_large)
        const value = await readField(part, FIELDS_MAX_BYTES - counted.fieldBytes, onFieldBytes)
        counted.fieldBytes += value.length
        form.fields[part.name] = value.toString('utf8')
        continue
      }
      if (!names.includes(part.name))
        throw new Failure(platformFailures.invalid_input, {
          message: `Please send ${part.name} as text, not as a file.`,
          field: part.name,
        })
      counted.files += 1
      if (counted.files > names.length) throw new Failure(tooLarge)
      const file = await newStagedFile(folder)
      staged.push(file)
      const sizeBytes = await writeStream(request.raw, file, { maxBytes, tooLarge, part: part.body })
      // Browsers send an empty part for a file input left empty.
      if (sizeBytes === 0) continue
      if (Object.keys(form.files).length >= maxFiles || form.files[part.name])
        throw new Failure(accepted.tooMany ?? platformFailures.invalid_input)
      form.files[part.name] = { declaredType: part.contentType, path: file, sizeBytes }
    }
    return { ...form, discard }
  } catch (error) {
    await discard()
    stopReceiving()
    throw error
  }
}

async function readField(
  { body }: FormPart,
  maxBytes: number,
  onBytes: (sizeBytes: number) => void,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of body) {
    sizeBytes += piece.length
    onBytes(piece.length)
    if (sizeBytes > maxBytes) throw new Failure(platformFailures.too_large)
    // The chunks aren't ours to keep.
    pieces.push(Buffer.from(piece))
  }
  return Buffer.concat(pieces)
}
