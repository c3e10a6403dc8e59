import { describe, expect, it } from 'vitest'

import { leadingTo, returnPath } from './return-path.ts'

describe('a person on their way to a page is sent on', () => {
  it.each([
    '/create',
    '/create?plan=pro',
    '/explore',
    '/settings?tab=billing',
    '/subscriptions?change=asha',
    '/asha?join=01890a5d-ac96-774b-bcce-b302099a8057&interval=yearly',
    '/asha#membership',
    '/payout/statements/2026-03',
    '/payment-success/01890a5d-ac96-774b-bcce-b302099a8057',
    '/receipts/01890a5d-ac96-774b-bcce-b302099a8057',
  ])('to %s', (path) => {
    expect(returnPath(path)).toBe(path)
  })
})

describe('but not', () => {
  it.each([
    ['to another site', 'https://evil.example/asha'],
    ['to another site by two slashes', '//evil.example/asha'],
    ['to another site by a backslash', '/\\evil.example'],
    ['to another site by dots', '/..//evil.example'],
    ['to another site by a tab', '/\t/evil.example'],
    ['to a script', 'javascript:alert(1)'],
    ['to a call', '/api/auth/logout'],
    ['to a file', '/media/x'],
    ['in circles', '/login?next=/login'],
    ['to a used link', '/activate-account/abc'],
    ['to an unsubscribe link', '/unsubscribe/abc'],
    ['with anything odd behind it', '/asha?x=<script>'],
    ['so far', `/asha?x=${'a'.repeat(400)}`],
    ['nowhere', ''],
  ])('%s', (_, path) => {
    expect(returnPath(path)).toBeNull()
  })

  it('when nothing was asked for', () => {
    expect(returnPath(null)).toBeNull()
    expect(returnPath(undefined)).toBeNull()
  })
})

it('an address carries the path, but only a path of ours', () => {
  expect(leadingTo('/login', '/asha?join=1#membership')).toBe('/login?next=%2Fasha%3Fjoin%3D1%23membership')
  expect(leadingTo('https://cheers.example/activate-account/t', '//evil.example')).toBe(
    'https://cheers.example/activate-account/t',
  )
})
