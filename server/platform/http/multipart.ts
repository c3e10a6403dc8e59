import fs from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { type FailureSpec, platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import type { UploadedFile } from './implement.ts'
import { checkRoom, newStagedFile, stopperOf, writeStream } from './staging.ts'

/** What a multipart body may carry besides its fields. */
export interface AcceptedFiles {
  names: readonly string[]
  maxBytes: number
  /** Without it: one of each name. */
  maxFiles?: number
  /** What is said when a file is larger, or there are more. */
  tooLarge?: FailureSpec
  tooMany?: FailureSpec
}

export interface MultipartForm {
  fields: Record<string, string>
  files: Record<string, UploadedFile>
  /** Removes the files that nobody took. */
  discard: () => Promise<void>
}

const FIELDS_MAX = 50
const FIELD_MAX_BYTES = 1_000_000
/** Borders and headers of parts; generous. */
const OVERHEAD_BYTES = 64 * 1024

/** Reads a form's fields, and streams its files to disk. When anything is refused, nothing of it is kept. */
export async function readMultipart(
  request: FastifyRequest,
  accepted: AcceptedFiles,
  folder: string,
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
    const announced = Number(request.headers['content-length'] ?? 0)
    // What says that it is too large need not be read.
    if (announced > maxBytes * maxFiles + FIELDS_MAX * FIELD_MAX_BYTES + OVERHEAD_BYTES)
      throw new Failure(tooLarge)
    if (maxFiles > 0) await checkRoom(folder, announced)
    const parts = request.parts({
      limits: {
        // Counted by us, so that the refusal is ours; this only has to be more.
        fileSize: maxBytes + 1024 * 1024,
        // Browsers send an empty part for a file input nobody filled in.
        files: names.length,
        fields: FIELDS_MAX,
        fieldSize: FIELD_MAX_BYTES,
        parts: FIELDS_MAX + names.length,
      },
    })
    for await (const part of parts) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') form.fields[part.fieldname] = part.value
        continue
      }
      const { fieldname, mimetype } = part
      if (!names.includes(fieldname))
        throw new Failure(platformFailures.invalid_input, {
          message: `No file is accepted as ${fieldname}.`,
          field: fieldname,
        })
      const file = await newStagedFile(folder)
      staged.push(file)
      const sizeBytes = await writeStream(part.file, file, { maxBytes, tooLarge }).catch((error: unknown) => {
        // Unread, it would hold up the rest of the form, which is read to its end for the answer to arrive.
        part.file.destroy()
        throw error
      })
      if (sizeBytes === 0) continue
      if (Object.keys(form.files).length >= maxFiles || form.files[fieldname])
        throw new Failure(accepted.tooMany ?? platformFailures.invalid_input)
      form.files[fieldname] = { declaredType: mimetype, path: file, sizeBytes }
    }
    return { ...form, discard }
  } catch (error) {
    await discard()
    stopReceiving()
    throw error
  }
}
