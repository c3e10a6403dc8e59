import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { POST_CONTENT_MAX_BYTES } from '#contract/posts/limits.ts'
import { createPost, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { threadWorkedMs } from '#server/testing/seen-time.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { HOSTILE_CONTENT } from './hostile-content.ts'
import { isNestedTooDeep, sanitizePost, textOfPost } from './sanitize.ts'

const TAGS = new Set(
  `p br h2 h3 h4 h5 h6 ul ol li blockquote pre code hr a b strong i em u s mark sub sup span img`.split(' '),
)
/** Where addresses may lead is checked separately. */
const ATTRIBUTES: Record<string, Record<string, RegExp>> = {
  a: {
    href: /^/,
    class: /^link-card$/,
    target: /^_blank$/,
    rel: /^noopener noreferrer ugc$/,
  },
  img: { src: /^/, alt: /^/, loading: /^lazy$/, referrerpolicy: /^no-referrer$/ },
  span: { class: /^link-card-(?:title|text)$/ },
  ol: { start: /^\d+$/ },
}

/**
 * The parts of an HTML text beyond plain words and the few tags a post may have. It reads the narrowest possible
 * grammar, so that no parser, however lenient, can see anything else in a text that passes.
 */
function findUnsafeParts(html: string): string[] {
  const unsafe: string[] = []
  const words = html.replace(
    /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)( \/)?>/g,
    (token, _, tag, attributes) => {
      if (!TAGS.has(tag)) unsafe.push(token)
      for (const [, name = '', value = ''] of String(attributes).matchAll(/ ([a-z]+)="([^"<>]*)"/g)) {
        const isAllowed = ATTRIBUTES[tag]?.[name]?.test(value) ?? false
        if (!isAllowed || hasForeignScheme(name, value)) unsafe.push(`${tag} ${name}="${value}"`)
      }
      const isOutgoing = tag === 'a' && token.startsWith('<a')
      if (isOutgoing && !/ target="_blank" rel="noopener noreferrer ugc"/.test(token)) unsafe.push(token)
      return ''
    },
  )
  if (/[<>]/.test(words)) unsafe.push(words)
  return unsafe
}

/** As browsers read an address: entities decoded, spaces and control characters dropped. */
function hasForeignScheme(attribute: string, value: string): boolean {
  if (attribute !== 'href' && attribute !== 'src') return false
  const decoded = value
    .replace(/&#x([0-9a-f]+);?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);?/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&colon;', ':')
    .replaceAll('&Tab;', '')
    .replaceAll('&NewLine;', '')
    .replaceAll('&amp;', '&')
  const bare = Array.from(decoded, (character) => (character <= ' ' ? '' : character)).join('')
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(bare) ?? []
  return bare.startsWith('//') || (scheme !== undefined && !/^(?:https?|mailto)$/i.test(scheme))
}

describe('the check of this test', () => {
  test('finds what it is looking for', () => {
    for (const html of [
      '<script>x</script>',
      '<p onclick="x">y</p>',
      '<img src=x>',
      '<a href="javascript:x" target="_blank" rel="noopener noreferrer ugc">y</a>',
      '<a href="java&#9;script:x" target="_blank" rel="noopener noreferrer ugc">y</a>',
      '<a href="https://ok.example/">y</a>',
      '<!-- x -->',
      'a < b',
    ])
      expect([html, findUnsafeParts(html).length]).not.toEqual([html, 0])
    expect(findUnsafeParts('<p>Tea &lt;3 <b>hot</b></p><ol start="3"><li>x</li></ol><br />')).toEqual([])
  })
})

function inBlocks(payload: string) {
  return {
    blocks: [
      { type: 'paragraph', data: { text: `words ${payload}` } },
      { type: 'header', data: { text: payload, level: 3 } },
      {
        type: 'list',
        data: { style: payload, items: [{ content: payload, items: [{ content: payload }] }] },
      },
      {
        type: 'linkTool',
        data: {
          link: payload.replace(/^.*?(?:href|src)=["' ]*([^"'>]+).*$/s, '$1'),
          meta: { title: payload, description: payload, image: { url: payload } },
        },
      },
      { type: 'linkTool', data: { link: `https://ok.example/"${payload}` } },
    ],
  }
}

describe('a post that arrives hostile is shown harmless', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test.each([
    ['blocks', inBlocks],
    ['a text of blocks', (payload: string) => JSON.stringify(inBlocks(payload))],
    ['HTML', (payload: string) => `<p>words</p>${payload}`],
    ['HTML within tags', (payload: string) => `<p>words <b>${payload}</b></p>`],
  ])('sent as %s', async (_, contentOf) => {
    expect(HOSTILE_CONTENT.length).toBeGreaterThanOrEqual(40)
    const owner = await aUser(app.db)
    const { handle } = await aCreator(app.db, owner.id)
    const session = await aSession(app.db, app.platform, owner.id)
    for (const payload of HOSTILE_CONTENT) {
      const content = contentOf(payload)
      const answer = await app.call(createPost, { content }, { as: session })
      expect([payload, answer.status]).toEqual([payload, 200])
    }
    const { body } = await app.call(getPostsByPageHandle, { pageHandle: handle, limit: 100 })
    expect(body).toHaveLength(HOSTILE_CONTENT.length)
    const unsafe = body.flatMap((post) => findUnsafeParts(post.content))
    expect(unsafe).toEqual([])
    for (const post of body) expect(post.content).toContain('words')
  })
})

describe('cleaning', () => {
  const piece = fc.oneof(
    fc.constantFrom(...HOSTILE_CONTENT),
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '<!--',
      '-->',
      '</',
      '/>',
      '<a href="',
      '<b>',
      '</b>',
      '<svg>',
      '</svg>',
    ),
    fc.string({ maxLength: 5 }),
  )
  const mixture = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

  test('leaves nothing unsafe of any mixture of hostile pieces, and loses no word when repeated', () => {
    fc.assert(
      fc.property(mixture, (html) => {
        const clean = sanitizePost(html)
        expect(findUnsafeParts(clean)).toEqual([])
        const again = sanitizePost(clean)
        expect(findUnsafeParts(again)).toEqual([])
        expect(textOfPost(again)).toBe(textOfPost(clean))
      }),
      { numRuns: 500 },
    )
  })

  test('keeps what writers use', () => {
    const html =
      '<h2>A</h2><p>b <b>c</b> <i>d</i> <mark>e</mark> <code>f</code></p><ul><li>g<ul><li>h</li></ul></li></ul><blockquote>i</blockquote>'
    expect(sanitizePost(html)).toBe(html)
  })

  test.each([
    ['<a href="https://ok.example/">x</a>', 'https://ok.example/'],
    ['<a href="http://ok.example/" target="_top" rel="opener">x</a>', 'http://ok.example/'],
    ['<a href="mailto:asha@example.com">x</a>', 'mailto:asha@example.com'],
  ])('sends the link %s elsewhere without a trace', (html, href) => {
    expect(sanitizePost(html)).toBe(`<a href="${href}" target="_blank" rel="noopener noreferrer ugc">x</a>`)
  })

  test('names pictures by their ids, nine at most, and by nothing else', () => {
    const ids = Array.from({ length: 10 }, (_, index) => `0199f0c4-6d1e-7c53-9a7e-00000000006${index}`)
    expect(sanitizePost(`<figure class="x" data-media="${ids.join(' ')}" onclick="x()"></figure>`)).toBe(
      `<figure data-media="${ids.slice(0, 9).join(' ')}"></figure>`,
    )
    expect(sanitizePost(`<figure data-media="x&quot;&gt;<b ../secret ${ids[0]} ${ids[0]}">A</figure>`)).toBe(
      `<figure data-media="${ids[0]}">A</figure>`,
    )
    expect(sanitizePost('<figure data-media="x" data-other="y">A</figure>')).toBe('<figure>A</figure>')
  })

  test('names a poll by its id, and by nothing else', () => {
    const id = '0199f0c4-6d1e-7c53-9a7e-000000000060'
    expect(sanitizePost(`<figure data-poll="${id}" data-media="${id}" onclick="x()"></figure>`)).toBe(
      `<figure data-poll="${id}"></figure>`,
    )
    expect(sanitizePost('<figure data-poll="x&quot;&gt;<script>"></figure>')).toBe('<figure></figure>')
  })

  test('writes every link in one way, whatever it replaces', () => {
    expect(sanitizePost('<a href=""<link rel="stylesheet" href="https://evil.example/x.css">')).toBe(
      '<a target="_blank" rel="noopener noreferrer ugc"></a>',
    )
  })

  test('finds nesting that would keep the parser busy before parsing all of it', () => {
    const depths = [1, 20, 199, 200].map((depth) => '<b>'.repeat(depth) + 'x' + '</b>'.repeat(depth))
    expect(depths.map(isNestedTooDeep)).toEqual([false, false, false, false])
    // Paragraphs, items and line breaks end each other; they are long, not deep.
    for (const part of ['<p>x', '<li>x', '<br>', '<b>x</b>'])
      expect(isNestedTooDeep(part.repeat(5000))).toBe(false)
    for (const part of ['<b>', '<b><i>', '<ul><li>', '<svg>', '<div></p>', '<q title="'])
      expect([part, isNestedTooDeep(part.repeat(2000))]).toEqual([part, !part.endsWith('"')])
  })

  test('handles the longest possible hostile text without holding everyone up', () => {
    const repeated = ['<b>', '<a href="', '<', '<p a=1 ', '<!--', '&', '<li>x', '<b></i>', '</b>', '<b><svg>']
    for (const part of repeated) {
      const html = part.repeat(POST_CONTENT_MAX_BYTES / part.length)
      // This thread's processor time, not how long it waited for others on a busy machine.
      const before = threadWorkedMs()
      if (!isNestedTooDeep(html)) textOfPost(sanitizePost(html))
      const tookMs = threadWorkedMs() - before
      expect(tookMs, `${part} took ${tookMs.toFixed()} ms`).toBeLessThan(4000)
    }
  })
})
