import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { rewriteCaptions } from './captions.ts'

describe('captions', () => {
  test('keep their times, places and plain marks', () => {
    const text =
      'WEBVTT - Our film\r\n\r\n1\r\n00:01.000 --> 00:02.500 line:90% align:start\r\n<b>Hello</b> &amp; good evening\r\n'
    expect(rewriteCaptions(text)).toBe(
      'WEBVTT\n\n00:01.000 --> 00:02.500 line:90% align:start\n<b>Hello</b> &amp; good evening\n',
    )
  })

  test('lose styles, regions, notes, classes and voices', () => {
    const text = `WEBVTT

STYLE
::cue { background: url(https://evil.example/x) }

NOTE a word to the editor

REGION
id:fred

00:00:01.000 --> 00:00:02.000 region:fred position:10%
<v Asha><c.loud>One</c> &lt;two&gt; <script>three</script>
`
    expect(rewriteCaptions(text)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 position:10%\nOne &lt;two&gt; three\n',
    )
  })

  test.each([
    '',
    'WEBVTTX\n\n00:01.000 --> 00:02.000\nx\n',
    '1\n00:00:01,000 --> 00:00:02,000\nSubRip\n',
    '<html><script>alert(1)</script>',
    'WEBVTT\n\nno cue\n',
    'WEBVTT\n\n00:02.000 --> 00:01.000\nbackwards\n',
  ])('are refused when they are malformed: %j', (text) => {
    expect(rewriteCaptions(text)).toBeNull()
  })

  test('never carry another tag or address, whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', 'b', '/', '&lt;', '&gt;', ' ', 'script', '\n', '-->') }),
        (body) => {
          const rewritten = rewriteCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\nx${body}\n`) ?? ''
          const rest = rewritten.replace(/<\/?[biu]>/g, '').replace(/^\S+ --> \S+$/gm, '')
          expect(rest).not.toMatch(/[<>]/)
        },
      ),
    )
  })
})

describe('captions made to keep the server busy', () => {
  const cue = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`

  test('are read in one pass: a hundred thousand unclosed brackets', () => {
    const hostile = '<'.repeat(1_000_000)
    expect(rewriteCaptions(cue(hostile))).toBe(cue('&lt;'.repeat(1_000_000)))
    expect(
      rewriteCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000 ${' \t'.repeat(400_000)}x\nHello\n`),
    ).not.toBeNull()
  })

  test('have at most a hundred thousand lines', () => {
    expect(rewriteCaptions(`WEBVTT\n${'\n'.repeat(90_000)}00:01.000 --> 00:02.000\nHello\n`)).not.toBeNull()
    expect(rewriteCaptions(`WEBVTT\n${'\n'.repeat(100_000)}00:01.000 --> 00:02.000\nHello\n`)).toBeNull()
  })
})
