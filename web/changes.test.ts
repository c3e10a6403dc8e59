import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { createQueryClient } from './query-client.ts'

/** Following a notification, or opening its post, notes in passing that it was read; nobody waits for that. */
const IN_PASSING: ReadonlySet<string> = new Set([
  'features/bell/notice-row.tsx',
  'features/bell/use-post-read.ts',
])

describe('what people change', () => {
  test('fails at once without a connection, and is never held back until there is one', () => {
    const { mutations, queries } = createQueryClient([]).getDefaultOptions()
    expect([mutations?.networkMode, queries?.networkMode]).toEqual(['always', 'always'])
    expect(mutations?.retry).toBeUndefined()
  })

  test('says so when it failed, wherever it is changed', () => {
    const files = fs
      .readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^api\/|^features\/form\//.test(file))
      .map((file) => ({ file, text: fs.readFileSync(path.join(import.meta.dirname, file), 'utf8') }))
    const acts = files.filter(({ text }) => text.includes('useMutation('))
    const forms = files.filter(({ text }) => /\b(?:useCallForm|usePlanForm)\(/.test(text))
    expect([acts.length > 60, forms.length > 30]).toEqual([true, true])
    const silent = [
      ...acts.filter(({ text }) => !/\bonError\b|\bcatch\b|\.error\b|\.isError\b|\{ error\b/.test(text)),
      ...forms.filter(({ text }) => !/\.problem\b|\bonRefused\b|\breturn useCallForm\(/.test(text)),
    ]
    expect(silent.map(({ file }) => file).filter((file) => !IN_PASSING.has(file))).toEqual([])
  })
})
