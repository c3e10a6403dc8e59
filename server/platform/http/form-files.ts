import { type FailureSpec, platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'

/** A file that came with a form. It stays on this machine's disk until the call has been answered. */
export interface UploadedFile {
  /** The type the sender claims; never trusted. */
  declaredType: string
  path: string
  sizeBytes: number
}

/** The files a multipart body may carry besides its fields. */
export interface AcceptedFiles {
  names: readonly string[]
  /** Text under such a name is the handler's business; elsewhere it is refused. */
  mayBeText?: boolean
  maxBytes: number
  /** Without it: one of each name. */
  maxFiles?: number
  /** The answer when a file is larger, or there are more. */
  tooLarge?: FailureSpec
  tooMany?: FailureSpec
}

/** What forms in JavaScript write for a file that wasn't chosen. */
const NOT_CHOSEN = new Set<unknown>([null, undefined, '', 'null', 'undefined'])

/** The fields without those of files that weren't chosen. Text under the name of a file is refused: it would be lost. */
export function withoutUnchosenFiles(
  fields: Readonly<Record<string, unknown>>,
  { names, mayBeText = false }: Pick<AcceptedFiles, 'names' | 'mayBeText'>,
): Record<string, unknown> {
  const kept: Record<string, unknown> = { ...fields }
  for (const name of names) {
    if (!(name in kept)) continue
    if (NOT_CHOSEN.has(kept[name])) delete kept[name]
    else if (!mayBeText)
      throw new Failure(platformFailures.invalid_input, {
        message: `Please send ${name} as a file, not as text.`,
        field: name,
      })
  }
  return kept
}
