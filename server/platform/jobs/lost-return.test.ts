import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { isLostReturn } from './lost-return.ts'

test('the library’s own words for jobs that it could not give back are known', () => {
  const library = readFileSync(
    fileURLToPath(new URL('localQueue.js', import.meta.resolve('graphile-worker'))),
    'utf8',
  )
  const [, words] = /case "RELEASED": \{\s*throw new Error\(`(.*?)\$\{/.exec(library) ?? []
  expect(isLostReturn(new Error(`${words}connect ECONNREFUSED`))).toBe(true)
  expect(isLostReturn(new Error('connect ECONNREFUSED'))).toBe(false)
})
