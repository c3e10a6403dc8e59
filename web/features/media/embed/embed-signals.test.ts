import { describe, expect, test } from 'vitest'

import { greetingsFor, wordOf } from './embed-signals.ts'

describe('a provider’s player', () => {
  test.each([
    ['youtube', '{"event":"onError","info":150,"id":1}', 'failed'],
    ['youtube', '{"event":"onReady","info":null,"id":1}', 'lives'],
    ['youtube', '{"event":"infoDelivery","info":{"playerState":-1}}', 'lives'],
    ['vimeo', '{"event":"ready"}', 'lives'],
    ['vimeo', { method: 'ping' }, 'lives'],
    ['vimeo', '{"event":"error","data":{"name":"NotFoundError","message":"…"}}', 'failed'],
    ['vimeo', '{"event":"error","data":{"method":"ready","name":"PrivacyError"}}', 'failed'],
    ['vimeo', '{"event":"error","data":{"method":"setVolume","name":"TypeError"}}', 'lives'],
    ['twitch', '{"event":"error"}', null],
    ['youtube', 'not JSON', null],
    ['youtube', null, null],
    ['vimeo', '{"event":7}', null],
  ] as const)('of %s says %o: %s', (provider, data, word) => {
    expect(wordOf(provider, data)).toBe(word)
  })

  test('is greeted where it answers', () => {
    expect(greetingsFor('youtube')).toEqual([{ event: 'listening', id: 1, channel: 'widget' }])
    expect(greetingsFor('vimeo')).toHaveLength(2)
    expect(greetingsFor('twitch')).toBeNull()
  })
})
