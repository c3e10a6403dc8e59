import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { dropOld, listBases, namesIn, SEALED, segmentsFrom } from './folder.ts'

let root: string
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-folder-'))
})
afterEach(() => fs.rmSync(root, { recursive: true }))

const segment = (number: number) =>
  `00000001${'0'.repeat(8)}${number.toString(16).toUpperCase().padStart(8, '0')}`

function put(...file: string[]): void {
  fs.mkdirSync(path.dirname(path.join(root, ...file)), { recursive: true })
  fs.writeFileSync(path.join(root, ...file), '')
}

function putBase(day: number, number: number): void {
  put('bases', `2026-03-0${day}T09-00-00.000Z_${segment(number)}_${segment(number)}`, `cluster.tar${SEALED}`)
}

test('the log is followed to its first gap, also where the number of the file turns over', () => {
  const names = ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000']
  for (const name of [...names, '000000010000000100000002', '000000020000000100000001'])
    put('log', `${name}${SEALED}`)
  expect(segmentsFrom(root, names[0] ?? '')).toEqual(names)
  expect(segmentsFrom(root, '000000010000000000000001')).toEqual([])
})

test('dropped is what no kept moment needs; the base before the first of them stays', () => {
  for (const day of [1, 2, 3, 4]) putBase(day, day * 16)
  for (const number of [16, 32, 33, 48, 64]) put('log', `${segment(number)}${SEALED}`)
  for (const name of ['old', 'new']) put('media', `${name}${SEALED}`)
  fs.utimesSync(path.join(root, 'media', `old${SEALED}`), 0, 0)
  dropOld(root, new Date('2026-03-03T08:59:59Z'))
  expect(listBases(root).map(({ moment }) => moment.getUTCDate())).toEqual([2, 3, 4])
  expect(namesIn(path.join(root, 'log'))).toEqual(
    [32, 33, 48, 64].map((number) => `${segment(number)}${SEALED}`),
  )
  expect(namesIn(path.join(root, 'media'))).toEqual([`new${SEALED}`])
})

test('the newest base stays, however old it is, and one that was never finished counts for nothing', () => {
  putBase(1, 16)
  putBase(2, 32)
  put('bases', '.part', `cluster.tar${SEALED}`)
  dropOld(root, new Date('2027-01-01T00:00:00Z'))
  expect(listBases(root)).toMatchObject([
    { moment: new Date('2026-03-02T09:00:00Z'), first: segment(32), last: segment(32) },
  ])
})
