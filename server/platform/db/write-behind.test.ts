import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { waitFor } from '#server/testing/wait-for.ts'

import { createWriteBehind, type LaterRows } from './write-behind.ts'

interface Note {
  id: number
  text: string
}

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function notes(write: (rows: readonly Note[]) => void): LaterRows<Note> {
  return { name: 'notes', keyOf: ({ id }) => String(id), write: async (_, rows) => write(rows) }
}

function begin() {
  return createWriteBehind(app.db, app.platform.log)
}

test('many notes are one statement, and for each key the last one counts', async () => {
  const write = vi.fn<(rows: readonly Note[]) => void>()
  const behind = begin()
  const kind = notes(write)
  for (const text of ['first', 'second']) for (const id of [1, 2]) behind.add(kind, { id, text })
  expect(write).not.toHaveBeenCalled()
  await behind.flush()
  expect(write.mock.calls).toEqual([
    [
      [
        { id: 1, text: 'second' },
        { id: 2, text: 'second' },
      ],
    ],
  ])
})

test('they are written automatically within a second or so', async () => {
  const write = vi.fn<(rows: readonly Note[]) => void>()
  begin().add(notes(write), { id: 1, text: 'kept' })
  await waitFor(() => expect(write).toHaveBeenCalledTimes(1))
})

test('notes that could not be written are kept, and written with the newer ones', async () => {
  const written: Note[] = []
  let isAway = true
  const kind = notes((rows) => {
    if (isAway) throw new Error('the database is away')
    written.push(...rows)
  })
  const behind = begin()
  behind.add(kind, { id: 1, text: 'early' })
  await behind.flush()
  behind.add(kind, { id: 2, text: 'late' })
  isAway = false
  await behind.flush()
  expect(written.map(({ text }) => text)).toEqual(['early', 'late'])
})

test('while the database is away, a limited number is kept: the newest', async () => {
  const written: Note[] = []
  const behind = begin()
  const kind = notes((rows) => void written.push(...rows))
  for (let id = 0; id < 10_500; id += 1) behind.add(kind, { id, text: 'one of many' })
  await behind.flush()
  expect(written).toHaveLength(10_000)
  expect(written[0]?.id).toBe(500)
})
