import { expect, test } from 'vitest'

import { parseCsv, toCsv } from './csv.ts'

test('a table survives the round trip', () => {
  const rows = [
    ['id', 'name', 'note'],
    ['1', 'Rao, Asha', 'said "yes"\nand went'],
  ]
  expect(parseCsv(toCsv(rows))).toEqual(rows)
})

test('a cell never becomes a formula, and numbers stay numbers', () => {
  expect(toCsv([['=HYPERLINK("x")', '+1', '@a', -5]])).toBe(`"'=HYPERLINK(""x"")",'+1,'@a,-5\r\n`)
})

test('empty lines and any line ending of a spreadsheet are accepted', () => {
  expect(parseCsv('a,b\n\r\n1,2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})
