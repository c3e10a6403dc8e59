import { expect, it } from 'vitest'

import { addressOf } from './kept-address.ts'
import { isOwnAddress } from './own-address.ts'

/** As the server asks: the path of the address under which a page would be kept. */
function mayKeepAt(url: string, post: { path: string } | undefined): boolean {
  return isOwnAddress(new URL(addressOf(url, false), 'http://localhost').pathname, post)
}

const post = { path: '/asha/posts/rain-tea' }

it('keeps a post under its canonical address, however the link was tracked', () => {
  expect(mayKeepAt('/asha/posts/rain-tea', post)).toBe(true)
  expect(mayKeepAt('/asha/posts/rain-tea?utm_source=mail', post)).toBe(true)
  const hindi = { path: `/asha/posts/${encodeURIComponent('चाय')}` }
  expect(mayKeepAt(hindi.path, hindi)).toBe(true)
})

it.each([
  '/asha/posts/01890a5d-ac96-774b-bcce-b302099a8057',
  '/asha/posts/Rain-Tea',
  '/Asha/posts/rain-tea',
  '/asha/posts/rain-tea/',
  '/asha/posts/%72ain-tea',
  '//asha/posts/rain-tea',
])('does not keep a post under another address that leads to it: %s', (url) => {
  // Slashes at the beginning are read as one, so the last is the canonical address itself.
  expect(mayKeepAt(url, post)).toBe(url === '//asha/posts/rain-tea')
})

it('keeps other pages under their path', () => {
  expect(mayKeepAt('/asha', undefined)).toBe(true)
})
