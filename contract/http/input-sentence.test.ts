import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { routes } from '../routes.ts'
import { inputSentence } from './input-sentence.ts'

/** What may be sent by mistake: nothing, a number, a list, an object. */
const WRONG = [undefined, null, 7, [], {}, true, 'x'.repeat(5000)]

describe('what is wrong with an input', () => {
  test('is said in a sentence, for every field of every call', () => {
    const raw = new Set<string>()
    for (const { input: schema, method, path } of routes)
      for (const field of fieldsOf(schema))
        for (const value of WRONG) {
          const { error } = z.safeParse(schema, { [field]: value }, { error: inputSentence })
          for (const { message, code } of error?.issues ?? [])
            if (code !== 'unrecognized_keys' && !/^(?!Invalid)\p{Lu}.*[.?!]?$/u.test(message))
              raw.add(`${method} ${path} ${field}: ${message}`)
        }
    expect([...raw]).toEqual([])
  })

  test('names the field in words', () => {
    expect(inputSentence({ code: 'invalid_type', path: ['bannerSubTitle'], input: undefined })).toBe(
      'Please fill in the banner subtitle.',
    )
    expect(inputSentence({ code: 'invalid_type', path: ['planId', 0], input: 7 })).toBe(
      'Please check the plan.',
    )
    expect(inputSentence({ code: 'too_big', path: ['links'], input: 'x' })).toBe('Please shorten the links.')
    expect(inputSentence({ code: 'invalid_type', path: [], input: [] })).toBe(
      'Please check what you entered.',
    )
  })

  test.each([
    'idToken',
    'allow',
    'isAnonymous',
    'ids',
    'q',
    'quotedSeq',
    'razorpay_signature',
    '__proto__',
    'constructor',
  ])('names nobody a field that is a program’s: %s', (field) => {
    expect(inputSentence({ code: 'invalid_type', path: [field], input: undefined })).toBe(
      'Something is missing. Please check what you entered.',
    )
    expect(inputSentence({ code: 'invalid_type', path: [field], input: 7 })).toBe(
      'Please check what you entered.',
    )
  })

  test("leaves a schema's own sentence alone", () => {
    const form = z.object({ name: z.string({ error: 'Name is required' }) })
    expect(z.safeParse(form, {}, { error: inputSentence }).error?.issues[0]?.message).toBe('Name is required')
  })
})

function fieldsOf(schema: z.core.$ZodType): string[] {
  return schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : []
}
