import { describe, expect, test } from 'vitest'

import { checkConditions, isRangeOf, readHttpDate } from './conditions.ts'

const ETAG = '"ours"'
const WHEN = 'Fri, 20 Nov 2026 10:00:00 GMT'
const BEFORE = 'Fri, 20 Nov 2026 09:59:59 GMT'
const AFTER = 'Fri, 20 Nov 2026 10:00:01 GMT'
const ours = { etag: ETAG, modifiedAt: new Date(WHEN) }
const undated = { etag: ETAG, modifiedAt: null }

describe('conditions are evaluated in the order of RFC 9110', () => {
  test.each<[Record<string, string>, string]>([
    [{}, 'go-on'],
    // If-Match: strong tags alone, and before If-Unmodified-Since.
    [{ 'if-match': ETAG }, 'go-on'],
    [{ 'if-match': `"x", ${ETAG}` }, 'go-on'],
    [{ 'if-match': '*' }, 'go-on'],
    [{ 'if-match': '"x"' }, 'failed'],
    [{ 'if-match': `W/${ETAG}` }, 'failed'],
    [{ 'if-match': ETAG, 'if-unmodified-since': BEFORE }, 'go-on'],
    [{ 'if-match': '"x"', 'if-unmodified-since': AFTER }, 'failed'],
    [{ 'if-unmodified-since': BEFORE }, 'failed'],
    [{ 'if-unmodified-since': WHEN }, 'go-on'],
    [{ 'if-unmodified-since': AFTER }, 'go-on'],
    [{ 'if-unmodified-since': 'yesterday' }, 'go-on'],
    // If-None-Match: weak tags too, and before If-Modified-Since.
    [{ 'if-none-match': ETAG }, 'not-modified'],
    [{ 'if-none-match': `"x",W/${ETAG}` }, 'not-modified'],
    [{ 'if-none-match': '*' }, 'not-modified'],
    [{ 'if-none-match': '"x"' }, 'go-on'],
    [{ 'if-none-match': '"x"', 'if-modified-since': AFTER }, 'go-on'],
    [{ 'if-none-match': ETAG, 'if-modified-since': BEFORE }, 'not-modified'],
    [{ 'if-modified-since': BEFORE }, 'go-on'],
    [{ 'if-modified-since': WHEN }, 'not-modified'],
    [{ 'if-modified-since': AFTER }, 'not-modified'],
    [{ 'if-modified-since': '2026-11-20T10:00:00Z' }, 'go-on'],
    // Both kinds: what has to match comes before what must not.
    [{ 'if-match': ETAG, 'if-none-match': ETAG }, 'not-modified'],
    [{ 'if-match': '"x"', 'if-none-match': ETAG }, 'failed'],
    [{ 'if-match': ETAG, 'if-modified-since': WHEN }, 'not-modified'],
    [{ 'if-unmodified-since': BEFORE, 'if-modified-since': WHEN }, 'failed'],
    [{ 'if-unmodified-since': WHEN, 'if-none-match': ETAG }, 'not-modified'],
  ])('%o: %s', (headers, answer) => {
    expect(checkConditions(headers, ours)).toBe(answer)
  })

  test('dates are ignored for a version without one', () => {
    expect(checkConditions({ 'if-modified-since': AFTER }, undated)).toBe('go-on')
    expect(checkConditions({ 'if-unmodified-since': BEFORE }, undated)).toBe('go-on')
    expect(isRangeOf({ 'if-range': WHEN }, undated)).toBe(false)
  })
})

describe('a range belongs to the current version', () => {
  test.each<[string | undefined, boolean]>([
    [undefined, true],
    [ETAG, true],
    [`W/${ETAG}`, false],
    ['"x"', false],
    [WHEN, true],
    [BEFORE, false],
    // Later than ours isn't the same as ours.
    [AFTER, false],
    ['nonsense', false],
  ])('If-Range: %s', (ifRange, isOurs) => {
    expect(isRangeOf(ifRange === undefined ? {} : { 'if-range': ifRange }, ours)).toBe(isOurs)
  })
})

describe('a date', () => {
  test.each<[string, string | undefined]>([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
    ['Friday, 20-Nov-26 10:00:00 GMT', '2026-11-20T10:00:00.000Z'],
    ['Sun, 06 Nov 1994 08:49:37 +0530', undefined],
    ['Sun, 06 Nov 1994 25:49:37 GMT', undefined],
    ['', undefined],
  ])('%s', (text, iso) => {
    expect(readHttpDate(text)?.toISOString()).toBe(iso)
  })
})
