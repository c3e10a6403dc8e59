import { expect, test } from 'vitest'

import { csvRows, parseCsv, toCsv } from './csv.ts'

test('a table survives the round trip', () => {
  const rows = [
    ['id', 'name', 'note'],
    ['1', 'Rao, Asha', 'said "yes"\nand went'],
  ]
  expect(parseCsv(toCsv(rows))).toEqual(rows)
})

test('a file begins with one byte order mark, so that Excel reads it as UTF-8', () => {
  expect(toCsv([['Zoë']]) + csvRows([['日本']])).toBe('\uFEFFZoë\r\n日本\r\n')
})

test('a cell never becomes a formula, and numbers stay numbers', () => {
  expect(csvRows([['=HYPERLINK("x")', '+1', '@a', -5]])).toBe(`"'=HYPERLINK(""x"")",'+1,'@a,-5\r\n`)
})

test.each([
  ['full-width signs', ['＝1+1', '＋1', '－1', '＠a']],
  ['small and raised signs', ['﹢1', '﹣1', '﹦1', '﹫a', '⁼1', '₊1', '−1']],
  ['blanks in front', [' =1', '\u00A0=1', '\u3000=1', '\u2028=1', '\t=1', '\n=1', '\r1']],
  [
    'marks and what cannot be seen in front',
    ['\u0301=1', '\uFEFF=1', '\u200B=1', '\u202E=1', '\u0000=1', ' \u200E＝1'],
  ],
])('a cell never becomes a formula: %s', (_, texts) => {
  for (const text of texts) expect(parseCsv(csvRows([[text]]))).toEqual([[`'${text}`]])
})

test.each(['a=1', 'जय=1', '(=1)', '5-1', 'é', '•', 'Asha', '1＝1'])('%s stays as it is', (text) => {
  expect(csvRows([[text]])).toBe(`${text}\r\n`)
})

test('empty lines and any line ending of a spreadsheet are accepted', () => {
  expect(parseCsv('a,b\n\r\n1,2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})
