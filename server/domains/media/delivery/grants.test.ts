import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { newId } from '#server/platform/ids.ts'

import { grantEnd, readGrant, writeGrant } from './grants.ts'

const KEY = 'a secret key for tests only, 32+'
const now = new Date('2026-06-15T12:03:20Z')
const mediaId = newId(now)
const viewerId = newId(now)
const grant = { viewerId, entitlement: 'member', expiresAt: grantEnd(now) } as const
const written = writeGrant(KEY, mediaId, grant)

function at(offsetMs: number): Date {
  return new Date(grant.expiresAt.getTime() + offsetMs)
}

describe('a grant', () => {
  test('opens its medium to its viewer until it ends', () => {
    expect(readGrant(KEY, mediaId, written, now)).toEqual(grant)
    expect(readGrant(KEY, mediaId, written, at(-1))).toEqual(grant)
    expect(readGrant(KEY, mediaId, written, at(0))).toBeNull()
  })

  test('lasts five to ten minutes', () => {
    fc.assert(
      fc.property(fc.date({ min: now, noInvalidDate: true, max: new Date('2100-01-01') }), (moment) => {
        const lastsMs = grantEnd(moment).getTime() - moment.getTime()
        expect(lastsMs).toBeGreaterThan(5 * 60_000 - 1)
        expect(lastsMs).toBeLessThanOrEqual(10 * 60_000)
      }),
    )
  })

  test('opens nothing else', () => {
    expect(readGrant(KEY, newId(now), written, now)).toBeNull()
    expect(readGrant('another secret key for tests, 32+', mediaId, written, now)).toBeNull()
  })

  test('cannot be changed in any character', () => {
    for (const position of written.split('').keys())
      for (const other of ['A', 'B', '_', '-', '9'])
        if (written[position] !== other)
          expect(
            readGrant(KEY, mediaId, written.slice(0, position) + other + written.slice(position + 1), now),
          ).toBeNull()
  })

  test('is recognised in no other form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String({ minLength: 70 })), (text) => {
        expect(readGrant(KEY, mediaId, text, now)).toBeNull()
      }),
    )
    for (const text of ['', '-', written.slice(1), `${written}A`, `${written}=`])
      expect(readGrant(KEY, mediaId, text, now)).toBeNull()
  })
})
