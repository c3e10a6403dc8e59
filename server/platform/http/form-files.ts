import type { FailureSpec } from '#contract/http/route.ts'

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
  maxBytes: number
  /** Without it: one of each name. */
  maxFiles?: number
  /** The answer when a file is larger, or there are more. */
  tooLarge?: FailureSpec
  tooMany?: FailureSpec
}
