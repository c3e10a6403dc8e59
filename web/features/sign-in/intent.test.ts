import { expect, it } from 'vitest'

import { intentIn } from './intent.ts'
import { loginPath } from './own-path.ts'

const planId = '01890a5d-ac96-774b-bcce-b302099a8057'

it.each([
  ['/create', { kind: 'create' }],
  ['/create?plan=pro', { kind: 'create' }],
  [`/asha?join=${planId}`, { kind: 'join', pageHandle: 'asha', wish: { planId, interval: 'monthly' } }],
  [
    `/asha/posts/rain?join=${planId}&interval=yearly`,
    { kind: 'join', pageHandle: 'asha', wish: { planId, interval: 'yearly' } },
  ],
  ['/asha?follow=1', { kind: 'follow', pageHandle: 'asha' }],
  ['/asha/posts/rain#comments', { kind: 'talk', pageHandle: 'asha' }],
  ['/asha/community/kitchen', { kind: 'talk', pageHandle: 'asha' }],
  ['/asha/membership', { kind: 'visit', pageHandle: 'asha' }],
  ['/asha', { kind: 'visit', pageHandle: 'asha' }],
  ['/settings', null],
  ['/payment-success/1', null],
  ['/explore?search=songs', null],
  ['https://evil.example/asha', null],
  [null, null],
])('whoever is on the way to %s reads so', (next, intent) => {
  expect(intentIn(new URL(loginPath(next), 'https://cheers.example').search)).toEqual(intent)
})
