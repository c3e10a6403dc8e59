import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { route } from '#contract/http/route.ts'

import { answerSchema, rememberSerializers } from './answer-serializers.ts'

const named = route({
  method: 'GET',
  path: '/named',
  summary: 'A name',
  caller: 'anyone',
  input: z.object({}),
  output: z.object({ name: z.string() }),
  failures: [],
})

test('an app that is opened again writes answers with what was compiled before, and only their own fields', () => {
  const part = { method: 'GET', url: '/named', httpStatus: '200', schema: answerSchema(named) }
  const write = rememberSerializers({}, {})(part)
  expect(write({ name: 'Asha', password: 'secret' })).toBe('{"name":"Asha"}')
  expect(rememberSerializers({}, {})({ ...part, schema: answerSchema(named) })).toBe(write)
})
