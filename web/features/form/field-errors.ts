import * as z from 'zod/mini'

/** A sentence per field, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>

export const NO_ERRORS: FieldErrors = {}

/** The first thing wrong with each field, as the contract's rules word it; empty when all is well. */
export function fieldErrors(schema: z.core.$ZodType, value: unknown): FieldErrors {
  const result = z.safeParse(schema, value)
  if (result.success) return NO_ERRORS
  const errors: Record<string, string> = {}
  for (const { path, message } of result.error.issues) errors[String(path[0] ?? '')] ??= message
  return errors
}
