import { expect, test } from 'vitest'

import { cleanFileName } from './file-name.ts'

test.each([
  ['stems.zip', 'stems.zip'],
  ['  Asha’s  notes (final).tar.gz ', 'Asha’s  notes (final).tar.gz'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\asha\\notes.txt', 'notes.txt'],
  ['.htaccess', 'htaccess'],
  ['..', 'file'],
  ['', 'file'],
  ['.zip', 'zip'],
  ['///', 'file'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['a\u0000b\r\nContent-Type: text\u200B.html', 'abContent-Type text.html'],
  ['say "hi"; filename=x.html', 'say hi; filename=x.html'],
  ['sketch\ud800.svg', 'sketch\ufffd.svg'],
  ['नमस्ते.pdf', 'नमस्ते.pdf'],
])('%j is saved as %j', (sent, kept) => {
  expect(cleanFileName(sent, 240)).toBe(kept)
})

test('a long name keeps its ending, and no character is cut in two', () => {
  expect(cleanFileName(`${'a'.repeat(300)}.flac`, 80)).toBe(`${'a'.repeat(75)}.flac`)
  expect(cleanFileName(`${'🎹'.repeat(300)}.pdf`, 81)).toBe(`${'🎹'.repeat(19)}.pdf`)
  expect(cleanFileName(`x.${'y'.repeat(300)}`, 80)).toHaveLength(80)
})

test('cleaning a clean name changes nothing', () => {
  for (const name of ['stems.zip', 'file', 'a.b.c', `${'a'.repeat(75)}.flac`])
    expect(cleanFileName(name, 80)).toBe(name)
})
