import { expect, it } from 'vitest'

import { leadingTo, returnPath } from '#contract/accounts/return-path.ts'

import { wayBackTo } from './way-back.ts'

const post = { _id: '01890a5d-ac96-774b-bcce-b302099a8057', creatorId: { pageHandle: 'asha' } }

it('leads back to a post by its address', () => {
  expect(wayBackTo({ ...post, path: '/asha/posts/rain-tea' })).toBe('/asha/posts/rain-tea')
})

it('leads back to a post whose title is in another script, which no sign-in link carries', () => {
  const path = `/asha/posts/${encodeURIComponent('चाय-और-बारिश')}`
  expect(returnPath(path)).toBeNull()
  const back = wayBackTo({ ...post, path })
  expect(back).toBe(`/asha/posts/${post._id}`)
  expect(leadingTo('/login', back)).toBe(`/login?next=${encodeURIComponent(back)}`)
})
