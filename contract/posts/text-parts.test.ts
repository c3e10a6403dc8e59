import { describe, expect, it } from 'vitest'

import { mediaIdsInText, partsOfText, pollIdsInText } from './text-parts.ts'

describe('the parts of a text', () => {
  it('are its words and the pictures between them', () => {
    expect(
      partsOfText(
        '<p>One</p>\n<figure data-media="a b"><figcaption>Both &amp; more</figcaption></figure>\n<p>Two</p><figure data-media="c"></figure>',
      ),
    ).toEqual([
      { kind: 'words', html: '<p>One</p>\n' },
      { kind: 'pictures', mediaIds: ['a', 'b'], captionHtml: 'Both &amp; more' },
      { kind: 'words', html: '\n<p>Two</p>' },
      { kind: 'pictures', mediaIds: ['c'], captionHtml: '' },
    ])
  })

  it('are one where there are no pictures, and none where there is nothing', () => {
    expect(partsOfText('<p>One</p>')).toEqual([{ kind: 'words', html: '<p>One</p>' }])
    expect(partsOfText('')).toEqual([])
  })

  it('are polls, too, each on its own', () => {
    const html = '<p>One</p><figure data-poll="p"></figure><figure data-media="a"></figure><p>Two</p>'
    expect(partsOfText(html)).toEqual([
      { kind: 'words', html: '<p>One</p>' },
      { kind: 'poll', pollId: 'p' },
      { kind: 'pictures', mediaIds: ['a'], captionHtml: '' },
      { kind: 'words', html: '<p>Two</p>' },
    ])
    expect(pollIdsInText(html + html)).toEqual(['p'])
  })

  it('name each picture once', () => {
    const figure = '<figure data-media="a b"></figure>'
    expect(mediaIdsInText(figure + figure)).toEqual(['a', 'b'])
  })

  it('are read in a single pass', () => {
    const hostile = '<figure data-media="'.repeat(100_000)
    expect(partsOfText(hostile).length).toBeGreaterThan(0)
  })
})
