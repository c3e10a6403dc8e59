import type { FastifyRequest } from 'fastify'
import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import type { UploadedFile } from './implement.ts'

/** Reads a form's fields and its few small files into memory. Large media take another way: they are streamed. */
export async function readMultipart(
  request: FastifyRequest,
  accepted: { names: readonly string[]; maxBytes: number },
): Promise<{ fields: Record<string, string>; files: Record<string, UploadedFile> }> {
  const fields: Record<string, string> = {}
  const files: Record<string, UploadedFile> = {}
  const parts = request.parts({
    limits: {
      fileSize: accepted.maxBytes,
      files: accepted.names.length,
      fields: 50,
      fieldSize: 1_000_000,
      parts: 60,
    },
  })
  for await (const part of parts) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      continue
    }
    if (!accepted.names.includes(part.fieldname))
      throw new Failure(platformFailures.invalid_input, {
        message: `No file is accepted as ${part.fieldname}.`,
        field: part.fieldname,
      })
    const bytes = await part.toBuffer()
    // Browsers send an empty part for a file input nobody filled in.
    if (bytes.length > 0) files[part.fieldname] = { declaredType: part.mimetype, bytes }
  }
  return { fields, files }
}
