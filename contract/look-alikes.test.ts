import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { accountMessages } from './accounts/messages.ts'
import { newUsername } from './accounts/rules.ts'
import { isReservedName, mixesScripts, usernameKey } from './look-alikes.ts'
import { fieldMessages } from './messages.ts'

describe('a reserved name', () => {
  test.each([
    'admin',
    'Admin',
    'ad-min',
    'a_d_m_i_n',
    'a.d.m.i.n',
    'adm1n',
    '4dm1n',
    'ádmin',
    'аdmin',
    'admın',
    'ᴀᴅᴍɪɴ',
    'admin1',
    '2admin',
    'admin-2026',
    'support',
    'supp0rt',
    'support-team',
    'supportteam',
    'cheers_support',
    'cheersofficial',
    'official-cheers',
    'ch33rs',
    'CHEERS',
    'the-admin',
    'real_cheers',
    'moderator-2',
    'sign-in',
    's-i-g-n-i-n',
    'l0gin',
    'sta ff'.replace(' ', '-'),
    'bi11ing',
    'раge5'.replace('5', 's'),
  ])('is %j', (name) => expect(isReservedName(name)).toBe(true))

  test.each([
    'asha',
    'supporter',
    'supporters-club',
    'adminton',
    'badminton',
    'live-music',
    'news24',
    'new-delhi',
    'cheerstothat',
    'blog-von-anna',
    'pressplay',
    'mediha',
    'shop-of-horrors',
    '50cent',
    '99',
    '404',
    'staffan',
    'stafford',
    'rooted',
    'homer',
    'modesty',
    'teammate',
    'cheerskate',
    'नीला',
    'модель',
    'r2d2',
    'user-friendly',
    'the-artist',
    'helping',
    'support-ukraine',
    'officially',
    'statik',
    'searching',
  ])('is not %j', (name) => expect(isReservedName(name)).toBe(false))

  test('takes no time to find in a long text', () => {
    for (const piece of ['new', 'admin', '1', '0', 'l', 'the-']) isReservedName(piece.repeat(100_000))
    for (const piece of ['new', '1', '0', 'live', 'user']) isReservedName(piece.repeat(60).slice(0, 59) + '!')
  })
})

test.each([
  ['paypal', 'раураl'],
  ['paypal', 'раураӏ'],
  ['nila', 'nılа'],
  ['scope', 'ѕсоре'],
  ['BEKA', 'ВЕКА'],
  ['home', 'ᴴome'],
  ['zoe\u0308', 'zoë'],
  ['nila', 'ＮＩＬＡ'],
  ['google', 'ɡᴏᴏgle'],
])('%j and %j look alike', (one, other) => expect(usernameKey(one)).toBe(usernameKey(other)))

test.each([
  ['jose', 'josé'],
  ['нила', 'nila'],
  ['nila', 'ni-la'],
  ['आशा', 'आश'],
])('%j and %j are two names', (one, other) => expect(usernameKey(one)).not.toBe(usernameKey(other)))

test('a key is its own key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(usernameKey(usernameKey(name))).toBe(usernameKey(name))
    }),
    { numRuns: 2000 },
  )
})

test('scripts that are written together may stand in one word', () => {
  for (const name of [
    'ABC漢字かなカナ',
    'ㄅㄆ漢字A',
    '한글漢字A',
    'ครูJenny',
    'DJ-Маша',
    'ñandú',
    'Ελένη',
    'a1क',
  ])
    expect([name, mixesScripts(name)]).toEqual([name, false])
  for (const name of ['pаypal', 'Ηome', 'Маша漢', 'かな한', 'カㄅ', 'กΑ', 'aกक', 'Ꭺpple', 'աpple'])
    expect([name, mixesScripts(name)]).toEqual([name, true])
})

describe('a username that is chosen', () => {
  const answerTo = (typed: string) => {
    const parsed = z.safeParse(newUsername, typed)
    return parsed.success ? parsed.data : parsed.error.issues[0]?.message
  }
  test.each([
    ['ｎｉｌａ', 'nila'],
    ['\u200Bnila\u2060', 'nila'],
    ['ශ්\u200Dරී', 'ශ්රී'],
    ['zoe\u0308', 'zoë'],
    ['\u00A0nila\u3164', 'nila'],
  ])('%j is kept as %j', (typed, kept) => expect(answerTo(typed)).toBe(kept))
  test.each([
    ['\u3164\u200B', accountMessages.usernameRequired],
    ['\u0301', accountMessages.usernameLetterless],
    ['...', accountMessages.usernameLetterless],
    ['🎉', accountMessages.usernameFormat],
    ['nilа', fieldMessages.mixedScripts],
    ['Ad-min', accountMessages.usernameReserved],
  ])('%j is refused: %s', (typed, message) => expect(answerTo(typed)).toBe(message))
})
