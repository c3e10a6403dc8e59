import { describe, expect, test } from 'vitest'

import { sanitizePost } from './sanitize.ts'

const linked = (href: string, text = href) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer ugc">${text}</a>`

describe('a web address in a text', () => {
  test.each([
    ['see https://example.com/a?b=1&amp;c=2 now', `see ${linked('https://example.com/a?b=1&amp;c=2')} now`],
    ['(https://example.com/a).', `(${linked('https://example.com/a')}).`],
    ['https://example.com/a_(b)', linked('https://example.com/a_(b)')],
    ['“https://example.com/x”, he said', `“${linked('https://example.com/x')}”, he said`],
    ['www.example.com!', `${linked('https://www.example.com', 'www.example.com')}!`],
    ['&lt;https://example.com&gt;', `&lt;${linked('https://example.com')}&gt;`],
    ['https://example.com/a&amp;', linked('https://example.com/a&amp;')],
    ['https://उदाहरण.भारत/चाय', linked('https://उदाहरण.भारत/चाय')],
  ])('%s becomes a link', (text, html) => {
    expect(sanitizePost(`<p>${text}</p>`)).toBe(`<p>${html}</p>`)
  })

  test.each([
    'javascript:alert(1) and ftp://example.com',
    'http://localhost and https://',
    'https://bank.example@evil.example/',
    'awww.example.com',
    `https://example.com/${'a'.repeat(3000)}`,
  ])('%s stays text', (text) => {
    expect(sanitizePost(`<p>${text}</p>`)).toBe(`<p>${text}</p>`)
  })

  test('is left alone inside links and code', () => {
    for (const html of [
      `<p>${linked('https://a.example', '<b>https://b.example</b>')}</p>`,
      '<p><code>https://a.example</code></p>',
      '<pre><b>https://a.example</b></pre>',
    ])
      expect(sanitizePost(html)).toBe(html)
    expect(sanitizePost(`<p><code>x</code> https://a.example</p>`)).toBe(
      `<p><code>x</code> ${linked('https://a.example')}</p>`,
    )
  })

  test('is the same when the post is cleaned again', () => {
    const once = sanitizePost('<p>https://example.com/a?b=1&c=2, (www.example.com)</p>')
    expect(sanitizePost(once)).toBe(once)
  })

  test('cannot leave its attribute', () => {
    const html = sanitizePost(`<p>https://example.com/"onmouseover="alert(1) https://example.com/'x='</p>`)
    expect(html).not.toMatch(/<a[^>]* onmouseover/)
    expect(html).toContain(`href="https://example.com/'x="`)
  })

  test('takes time by the length of the text only', () => {
    for (const text of [
      'https://a.b/' + ')'.repeat(250_000),
      'http://'.repeat(35_000),
      'www.'.repeat(60_000),
    ])
      expect(sanitizePost(`<p>${text}</p>`).length).toBeGreaterThan(200_000)
  })
})
