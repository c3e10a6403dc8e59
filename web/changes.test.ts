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
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^api\//.test(file))
      .map((file) => ({ file, text: fs.readFileSync(path.join(import.meta.dirname, file), 'utf8') }))
      .filter(({ text }) => text.includes('useMutation('))
    expect(files.length).toBeGreaterThan(90)
    const silent = files.filter(
      ({ text }) => !/\buseDialogForm\b|\bonError\b|\bcatch\b|\.error\b|\.isError\b|\{ error\b/.test(text),
    )
    expect(silent.map(({ file }) => file).filter((file) => !IN_PASSING.has(file))).toEqual([])
  })
})
