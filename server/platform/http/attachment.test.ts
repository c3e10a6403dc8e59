import { expect, test } from 'vitest'

import { attachmentNamed } from './attachment.ts'

const DAY = '-2026-03-01.zip'

test.each([
  ['plain', 'cheers-asha', 'attachment; filename="cheers-asha-2026-03-01.zip"'],
  [
    'in Devanagari',
    'आशा',
    `attachment; filename="___-2026-03-01.zip"; filename*=UTF-8''${encodeURIComponent('आशा')}${DAY}`,
  ],
  [
    'with an emoji',
    'a🎉',
    `attachment; filename="a__-2026-03-01.zip"; filename*=UTF-8''a${encodeURIComponent('🎉')}${DAY}`,
  ],
  ['that climbs', '../../etc/passwd', 'attachment; filename="etcpasswd-2026-03-01.zip"'],
  [
    'with quotes and line breaks',
    'a"\r\nx: y;',
    `attachment; filename="ax_y_-2026-03-01.zip"; filename*=UTF-8''ax%20y%3B${DAY}`,
  ],
  ['written round', 'gpj\u202Efdp', 'attachment; filename="gpjfdp-2026-03-01.zip"'],
  [
    'with an apostrophe',
    "o'hara",
    `attachment; filename="o_hara-2026-03-01.zip"; filename*=UTF-8''o%27hara${DAY}`,
  ],
])('a name %s is saved as it is read', (_, name, header) => {
  expect(attachmentNamed(name, DAY)).toBe(header)
  expect(() => new Headers({ 'content-disposition': attachmentNamed(name, DAY) })).not.toThrow()
})

test('a name of 300 characters, or of half a character, becomes one a file system takes', () => {
  for (const name of ['अ'.repeat(300), '🎉'.repeat(300), 'a'.repeat(300), `a\uD800`]) {
    const header = attachmentNamed(name, DAY)
    const encoded = /filename\*=UTF-8''(.*)$/.exec(header)?.[1]
    const kept =
      encoded === undefined ? (/filename="([^"]*)"/.exec(header)?.[1] ?? '') : decodeURIComponent(encoded)
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(255)
    expect(kept.endsWith(DAY)).toBe(true)
  }
})
