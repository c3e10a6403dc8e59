import { expect, test } from 'vitest'

import { blockReader, parseBlock } from './event-stream.ts'

test('events are read however the network cuts them', () => {
  const text =
    'event: following\ndata: {"user:1":4}\n\n:\n\nid: user:1:5\nevent: access\ndata: {"a":": "}\n\nid: us'
  for (const size of [1, 7, text.length]) {
    const blocks: string[] = []
    const read = blockReader((block) => blocks.push(block))
    for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size))
    expect(blocks.map(parseBlock)).toEqual([
      { id: '', name: 'following', data: '{"user:1":4}' },
      { id: '', name: '', data: undefined },
      { id: 'user:1:5', name: 'access', data: '{"a":": "}' },
    ])
  }
})
