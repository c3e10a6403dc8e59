import { describe, expect, it } from 'vitest'

import { findUrl, redirectFor } from './routes.ts'

function lead(address: string, isSignedIn: boolean): string | null {
  const { pathname, search, hash } = new URL(address, 'https://cheers.example')
  return redirectFor({ pathname, search, hash }, isSignedIn)
}

describe('a signed-in person', () => {
  it.each(['/', '/login', '/signup'])('is led from %s to /explore', (path) => {
    expect(lead(path, true)).toBe('/explore')
  })

  it('continues where they were before logging in', () => {
    expect(lead('/login?next=%2Fasha%3Fplan%3Dtipsy', true)).toBe('/asha?plan=tipsy')
    expect(lead('/login?next=https%3A%2F%2Fevil.example', true)).toBe('/explore')
  })

  it.each([
    '/no/such/page',
    '/login/posts/x',
    '/asha/posts',
    '/asha/posts/x/y',
    '/pricing',
    '/asha.html',
    '/a%20b',
  ])('is led from %s, which is no page, to /explore', (path) => {
    expect(lead(path, true)).toBe('/explore')
  })

  it.each([
    '/explore',
    '/subscriptions',
    '/payout',
    '/create',
    '/payment-success/1',
    '/studio',
    '/you',
    '/studio/posts',
    '/studio/members',
    '/studio/insights',
    '/asha',
    '/asha/posts/rain',
    '/asha/write/new',
    // Which leads on by itself whoever was signed in before.
    '/activate-account/abc',
    '/forgot-password',
    '/about',
  ])('may see %s', (path) => {
    expect(lead(path, true)).toBeNull()
  })
})

describe('a signed-out visitor', () => {
  it.each([
    '/',
    '/login',
    '/signup',
    '/activate-account/abc',
    '/confirm-follow/abc',
    '/reset-password/abc',
    '/asha',
    '/explore',
    '/terms-and-conditions',
  ])('may see %s', (path) => {
    expect(lead(path, false)).toBeNull()
  })

  it('logs in first to see a members’ page, and comes back to it', () => {
    expect(lead('/subscriptions', false)).toBe('/login?next=%2Fsubscriptions')
    expect(lead('/asha/write/new', false)).toBe('/login?next=%2Fasha%2Fwrite%2Fnew')
    expect(lead('/payment-success/1?from=mail#top', false)).toBe(
      '/login?next=%2Fpayment-success%2F1%3Ffrom%3Dmail%23top',
    )
  })

  it('is not redirected from an unknown address', () => {
    expect(lead('/no/such/page', false)).toBeNull()
    expect(findUrl('/no/such/page')).toBeNull()
    expect(findUrl('/pricing')).toBeNull()
  })
})
