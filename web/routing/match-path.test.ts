import { describe, expect, it } from 'vitest'

import { matchPath } from './match-path.ts'

describe('a path and its pattern', () => {
  it.each([
    ['/', '/', {}],
    ['/:pageHandle', '/asha', { pageHandle: 'asha' }],
    ['/:pageHandle', '/Asha/', { pageHandle: 'Asha' }],
    ['/:pageHandle/posts/:address', '/asha/POSTS/rain', { pageHandle: 'asha', address: 'rain' }],
    ['/search', '/Search', {}],
  ])('%s fits %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toStrictEqual(params)
  })

  it.each([
    ['/', '/asha'],
    ['/:pageHandle', '/'],
    ['/:pageHandle', '/asha/posts'],
    ['/:pageHandle/posts/:address', '/asha/posts'],
    ['/:pageHandle/posts/:address', '/asha/posts/rain/more'],
  ])('%s does not fit %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeNull()
  })

  it('has parameters decoded once', () => {
    expect(matchPath('/:name', '/a%20b%2Fc')).toStrictEqual({ name: 'a b/c' })
    expect(matchPath('/:name', '/100%2525')).toStrictEqual({ name: '100%25' })
  })

  it('keeps what cannot be decoded', () => {
    expect(matchPath('/:name', '/%E0%A4')).toStrictEqual({ name: '%E0%A4' })
  })
})
