import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { addressInAscii, formsOfAddress, readAddress } from './mail-addresses.ts'

describe('an address', () => {
  test.each([
    ['Nila@Example.ORG', 'nila@example.org'],
    ['\u00A0nila@example.org\u3000', 'nila@example.org'],
    ['\u200Bnila\u00AD@exam\u2060ple.org\uFEFF', 'nila@example.org'],
    ['\u202Anila@example.org\u202C', 'nila@example.org'],
    ['nila＠example．org', 'nila@example.org'],
    ['nila@example。org', 'nila@example.org'],
    ['ｎｉｌａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'nila@example.org'],
    ['nila﹫example｡org', 'nila@example.org'],
    ['nila@example.org.', 'nila@example.org'],
    ['jose\u0301@example.org', 'josé@example.org'],
    ['nila@müller.de', 'nila@müller.de'],
    ['nila@MU\u0308LLER.de', 'nila@müller.de'],
    ['nila@xn--mller-kva.de', 'nila@müller.de'],
    ['nila@XN--MLLER-KVA.DE', 'nila@müller.de'],
    ['nila@straße.de', 'nila@straße.de'],
    ['नीला@उदाहरण.भारत', 'नीला@उदाहरण.भारत'],
    ['nila@xn--p1b6ci4b4b3a.xn--h2brj9c', 'nila@उदाहरण.भारत'],
    ['nila@例え.テスト', 'nila@例え.テスト'],
    ['nila@ශ්\u200Dරී.com', 'nila@ශ්\u200Dරී.com'],
    ['nila@a_b.example.org', 'nila@a_b.example.org'],
  ])('%j is %j', (typed, address) => expect(readAddress(typed)).toBe(address))

  test.each([
    '',
    'nila',
    '@example.org',
    'nila@',
    'nila@example',
    'nila@.org',
    'nila@example..org',
    'a@b@c.org',
    'nila@1.2.3.4',
    'nila@127.1',
    'nila@0x7f.1',
    'nila@[::1]',
    'nila@example.org/x',
    'nila@example.org:25',
    'nila@ex%61mple.org',
    'nila@example.org?x',
    'nila@example.org#x',
    'nila@\\example.org',
    'nila@xn--a.org',
    'nila@xn--.org',
    'nila@exa mple.org',
    'nila@\u202Eexa\nmple.org',
    `nila@${'a'.repeat(64)}.org`,
    `${'a'.repeat(250)}@example.org`,
    '\u200B@example.org',
    `nila@${'ü'.repeat(60)}.de`,
  ])('%j is none', (typed) => expect(readAddress(typed)).toBeNull())

  test('is itself when it is read again, from any of its forms', () => {
    const label = fc.string({
      unit: fc.constantFrom(...Array.from('abzé0-üßकाषि例نيل한글ñ-')),
      minLength: 1,
      maxLength: 12,
    })
    const typed = fc
      .tuple(
        fc.string({ unit: fc.constantFrom(...Array.from('aZé\u0301.+İßΣ')), minLength: 1 }),
        label,
        label,
      )
      .map(([local, one, two]) => `${local}@${one}.${two}`)
    let read = 0
    fc.assert(
      fc.property(typed, (text) => {
        const address = readAddress(text)
        if (address === null) return
        read++
        for (const form of [
          address,
          addressInAscii(address),
          address.normalize('NFD'),
          ...formsOfAddress(text),
        ])
          expect(readAddress(form)).toBe(address)
      }),
      { numRuns: 2000 },
    )
    expect(read).toBeGreaterThan(150)
  })

  test('of Latin letters has one form', () => {
    expect(formsOfAddress('Nila@Example.org')).toEqual(['nila@example.org'])
    expect(formsOfAddress('nila@müller.de')).toContain('nila@xn--mller-kva.de')
    for (const kept of [
      'josé@müller.de',
      'jose\u0301@müller.de',
      'josé@mu\u0308ller.de',
      'jose\u0301@xn--mller-kva.de',
    ])
      expect(formsOfAddress('josé@müller.de')).toContain(kept)
  })

  test('takes no time to read in a long text', () => {
    for (const piece of ['a', '@', 'a.', '\u200B', '。', 'xn--'])
      expect(readAddress(piece.repeat(200_000))).toBeNull()
  })
})
