import * as z from 'zod/mini'

import { inputSentence } from '#contract/http/input-sentence.ts'

/** The first thing wrong with each field, as the contract's rules word it; empty when all is well. */
export function fieldErrors(schema: z.core.$ZodType, value: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  const { error } = z.safeParse(schema, value, { error: inputSentence })
  for (const { path, message } of error?.issues ?? []) errors[String(path[0] ?? '')] ??= message
  return errors
}
