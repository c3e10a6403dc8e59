import { describe, expect, test } from 'vitest'

import { renderBlocks } from '../blocks.ts'
import { sanitizePost, textOfPost } from '../sanitize.ts'
import { blocksOfHtml } from './blocks-of-html.ts'

const blocksOf = (html: string) => blocksOfHtml(sanitizePost(html)).blocks

describe('a post that was sent as HTML can be edited', () => {
  test('with its paragraphs, headings and links', () => {
    expect(blocksOf('<h2>Tea</h2><p>Brew it <b>strong</b>,<br>serve it &lt;hot&gt;.</p>')).toEqual([
      { type: 'header', data: { text: 'Tea', level: 2 } },
      { type: 'paragraph', data: { text: 'Brew it <b>strong</b>,<br>serve it &#60;hot&#62;.' } },
    ])
  })

  test('with its pictures and their captions', () => {
    const id = '0199f0c4-6d1e-7c53-9a7e-000000000064'
    expect(
      blocksOf(`<p>One</p><figure data-media="${id}"><figcaption>A &lt;kiln&gt;</figcaption></figure>two`),
    ).toEqual([
      { type: 'paragraph', data: { text: 'One' } },
      { type: 'pictures', data: { mediaIds: [id], caption: 'A <kiln>' } },
      { type: 'paragraph', data: { text: 'two' } },
    ])
    expect(blocksOf('<figure><figcaption>Words alone</figcaption></figure>')).toEqual([
      { type: 'paragraph', data: { text: 'Words alone' } },
    ])
  })

  test('with its lists, one in another', () => {
    expect(
      blocksOf('<ol><li>Boil</li><li>Pour<ul><li>Slowly</li></ul></li></ol><ul><li>Milk</li></ul>'),
    ).toEqual([
      {
        type: 'list',
        data: {
          style: 'ordered',
          items: [
            { content: 'Boil', items: [] },
            { content: 'Pour', items: [{ content: 'Slowly', items: [] }] },
          ],
        },
      },
      { type: 'list', data: { style: 'unordered', items: [{ content: 'Milk', items: [] }] } },
    ])
  })

  test.each([
    'Only words',
    '<blockquote>She said</blockquote>and left<hr><pre><code>let x = 1</code></pre>',
    '<p>One</p>two<p>three</p>',
    '<ul><li><p>First</p><p>still first</p></li><li>Second</li></ul>after',
    '<p><a href="https://tea.example">A <i>link</i></a> & more</p>',
    '<ul>loose<li>item</li></ul>',
    '<h3>Head<ul><li>inside</li></ul></h3>',
  ])('without losing a word: %s', (html) => {
    const cleaned = sanitizePost(html)
    const again = sanitizePost(renderBlocks(blocksOfHtml(cleaned)))
    const words = (of: string) => textOfPost(of.replaceAll('<', ' <')).split(/\s+/)
    expect(words(again)).toEqual(words(cleaned))
    // Once it has blocks, it stays as it is.
    expect(sanitizePost(renderBlocks(blocksOfHtml(again)))).toBe(again)
  })
})
