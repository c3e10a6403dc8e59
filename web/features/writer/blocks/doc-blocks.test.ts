import { describe, expect, it, test } from 'vitest'

import { htmlOfBlocks, htmlToEdit } from './block-html.ts'
import { blocksOfDoc, contentOf } from './doc-blocks.ts'

const text = (words: string, ...marks: { type: string; attrs?: Record<string, unknown> }[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})

describe('what stands in the editor', () => {
  it('becomes the blocks that posts are sent as', () => {
    const link = { type: 'link', attrs: { href: 'https://tea.example/?a=1&b=2' } }
    expect(
      blocksOfDoc({
        type: 'doc',
        content: [
          { type: 'heading', attrs: { level: 3 }, content: [text('Tea & more')] },
          {
            type: 'paragraph',
            content: [
              text('Hot ', { type: 'bold' }),
              text('tea', link, { type: 'italic' }),
              { type: 'hardBreak' },
            ],
          },
          {
            type: 'orderedList',
            content: [
              {
                type: 'listItem',
                content: [
                  { type: 'paragraph', content: [text('Boil')] },
                  {
                    type: 'bulletList',
                    content: [
                      { type: 'listItem', content: [{ type: 'paragraph', content: [text('Wait')] }] },
                    ],
                  },
                ],
              },
            ],
          },
          {
            type: 'blockquote',
            content: [
              { type: 'paragraph', content: [text('One')] },
              { type: 'paragraph', content: [text('Two')] },
            ],
          },
          { type: 'codeBlock', content: [text('a < b')] },
          { type: 'horizontalRule' },
          { type: 'postButton', attrs: { text: 'Buy a cup', link: 'https://shop.example/' } },
          { type: 'linkCard', attrs: { link: 'https://a.example', title: 'A', description: '' } },
          { type: 'paragraph' },
          { type: 'paragraph' },
        ],
      }).blocks,
    ).toEqual([
      { type: 'header', data: { text: 'Tea &#38; more', level: 3 } },
      {
        type: 'paragraph',
        data: { text: '<b>Hot </b><a href="https://tea.example/?a=1&#38;b=2"><i>tea</i></a><br>' },
      },
      {
        type: 'list',
        data: {
          style: 'ordered',
          items: [{ content: 'Boil', meta: {}, items: [{ content: 'Wait', meta: {}, items: [] }] }],
        },
      },
      { type: 'quote', data: { text: 'One<br>Two', caption: '' } },
      { type: 'code', data: { code: 'a < b' } },
      { type: 'delimiter', data: {} },
      { type: 'button', data: { text: 'Buy a cup', link: 'https://shop.example/' } },
      { type: 'linkTool', data: { link: 'https://a.example', meta: { title: 'A' } } },
    ])
  })
})

describe('the blocks of a post', () => {
  it('become what the editor reads, those of the quick dialog too', () => {
    expect(
      htmlOfBlocks({
        blocks: [
          { id: 'x1', type: 'paragraph', data: { text: 'Hot <b>tea</b>' } },
          { type: 'header', data: { text: 'Large', level: 1 } },
          {
            type: 'list',
            data: { style: 'unordered', meta: {}, items: [{ content: 'a', meta: {}, items: [] }, 'b'] },
          },
          { type: 'quote', data: { text: 'Slow' } },
          { type: 'code', data: { code: '<i>' } },
          { type: 'delimiter', data: {} },
          { type: 'linkTool', data: { link: 'https://a.example/"', meta: { title: 'A <b>', image: {} } } },
          { type: 'button', data: { text: 'Go', link: 'https://a.example' } },
        ],
      }),
    ).toBe(
      '<p>Hot <b>tea</b></p><h2>Large</h2><ul><li><p>a</p></li><li><p>b</p></li></ul>' +
        '<blockquote><p>Slow</p></blockquote><pre><code>&#60;i&#62;</code></pre><hr>' +
        '<a class="link-card" href="https://a.example/&#34;"><span class="link-card-title">A &#60;b&#62;</span></a>' +
        '<a class="post-button" href="https://a.example">Go</a>',
    )
  })
})

describe('pictures and the line', () => {
  it('become blocks, as far as the server has the pictures', () => {
    const doc = {
      type: 'doc',
      content: [
        { type: 'pictures', attrs: { keys: 'one two', caption: 'Both' } },
        { type: 'pictures', attrs: { keys: 'two', caption: 'On its way' } },
        { type: 'paywall' },
        { type: 'poll', attrs: { pollId: 'poll-1' } },
        { type: 'paragraph' },
      ],
    }
    expect(blocksOfDoc(doc, (key) => (key === 'one' ? 'id-1' : null)).blocks).toEqual([
      { type: 'pictures', data: { mediaIds: ['id-1'], caption: 'Both' } },
      { type: 'paywall', data: {} },
      { type: 'poll', data: { pollId: 'poll-1' } },
    ])
  })

  it('become what the editor reads', () => {
    expect(
      htmlOfBlocks({
        blocks: [
          { type: 'pictures', data: { mediaIds: ['a', 'b'], caption: '<i>' } },
          { type: 'paywall', data: {} },
          { type: 'poll', data: { pollId: 'poll-1' } },
        ],
      }),
    ).toBe(
      '<figure data-media="a b"><figcaption>&#60;i&#62;</figcaption></figure><hr class="writer-paywall"><figure data-poll="poll-1"></figure>',
    )
  })
})

test('a list that does not begin at 1 comes and goes as it is', () => {
  const items = [{ content: 'Fire', meta: {}, items: [] }]
  const list = { type: 'list', data: { style: 'ordered', meta: { start: 4 }, items } }
  expect(htmlOfBlocks({ blocks: [list] })).toBe('<ol start="4"><li><p>Fire</p></li></ol>')
  const item = { type: 'listItem', content: [{ type: 'paragraph', content: [text('Fire')] }] }
  const doc = { type: 'doc', content: [{ type: 'orderedList', attrs: { start: 4 }, content: [item] }] }
  expect(blocksOfDoc(doc).blocks).toEqual([list])
})

describe('a stored block', () => {
  const stored = { id: 'x"1', type: 'paragraph', data: { text: 'Hot tea' }, tunes: { align: { to: 'end' } } }
  const block = JSON.stringify({ id: stored.id, tunes: stored.tunes })
  const node = { type: 'paragraph', attrs: { block }, content: [text('Hot tea')] }

  it('keeps its id and its tunes in the editor', () => {
    expect(htmlToEdit({ blocks: [stored, { type: 'delimiter', data: {} }] })).toBe(
      '<p data-block="{&#34;id&#34;:&#34;x\\&#34;1&#34;,&#34;tunes&#34;:{&#34;align&#34;:{&#34;to&#34;:&#34;end&#34;}}}">Hot tea</p><hr>',
    )
    expect(blocksOfDoc({ type: 'doc', content: [node] }).blocks).toEqual([stored])
  })

  it('is sent with the time and the version, and a new one with an id of its own', () => {
    const doc = { type: 'doc', content: [node, { type: 'paragraph', content: [text('New')] }] }
    const { time, blocks, version } = contentOf({ getJSON: () => doc }, () => null)
    expect(time).toBeGreaterThan(0)
    expect(version).toBe('2.31.7')
    expect(blocks).toEqual([
      stored,
      { id: expect.stringMatching(/^[0-9a-f]{10}$/), type: 'paragraph', data: { text: 'New' } },
    ])
  })
})
