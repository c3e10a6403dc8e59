import { describe, expect, it } from 'vitest'

import { cleanPasted } from './paste-cleaner.ts'

describe('text pasted from Google Docs', () => {
  it('keeps headings, bold, italic and links, and loses its spans and styles', () => {
    expect(
      cleanPasted(
        `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-6f5e1d0a-7fff-93c5"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;">Firing the kiln</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">It takes </span><span style="font-size:11pt;font-weight:700;">eleven hours</span><span style="font-size:11pt;font-style:italic;"> at least</span><span style="font-size:11pt;">, as </span><a href="https://example.com/kiln?a=1&amp;b=2" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;text-decoration:underline;">the manual</span></a><span style="font-size:11pt;"> says.</span></p><br /><p dir="ltr"><span>Next week more.</span></p></b>`,
      ),
    ).toBe(
      '<h2>Firing the kiln</h2><p>It takes <b>eleven hours</b><i> at least</i>, as ' +
        '<a href="https://example.com/kiln?a=1&#38;b=2">the manual</a> says.</p><p>Next week more.</p>',
    )
  })

  it('keeps lists, those inside lists too', () => {
    expect(
      cleanPasted(
        `<b style="font-weight:normal;"><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-size:11pt;">Clay</span></p></li><ul><li dir="ltr" aria-level="2"><p role="presentation"><span>Stoneware</span></p></li></ul><li aria-level="1"><p role="presentation"><span>Glaze</span></p></li></ul><ol><li><p><span>Mix</span></p></li></ol></b>`,
      ),
    ).toBe(
      '<ul><li><p>Clay</p><ul><li><p>Stoneware</p></li></ul></li><li><p>Glaze</p></li></ul><ol><li><p>Mix</p></li></ol>',
    )
  })
})

describe('text pasted from Word', () => {
  const word = (body: string) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri"} --></style></head><body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->${body}<!--EndFragment--></body></html>`

  it('loses comments, classes, styles and empty paragraphs', () => {
    expect(
      cleanPasted(
        word(
          `<h2 style='mso-pagination:widow-orphan'>Glazes<o:p></o:p></h2>\r\n\r\n<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Celadon</b> is <i>green</i>,\r\nmostly.<o:p></o:p></p>\r\n<p class=MsoNormal><o:p>&nbsp;</o:p></p>`,
        ),
      ),
    ).toBe('<h3>Glazes</h3><p><b>Celadon</b> is <i>green</i>, mostly.</p>')
  })

  it('turns its indented paragraphs back into lists, without the bullets it writes as text', () => {
    const item = (level: number, marker: string, text: string) =>
      `<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
    expect(
      cleanPasted(
        word(item(1, '·', 'Wedge') + item(2, 'o', 'Twice') + item(1, '·', 'Throw') + item(1, '1.', 'First')),
      ),
    ).toBe(
      '<ul><li><p>Wedge</p><ul><li><p>Twice</p></li></ul></li><li><p>Throw</p></li></ul><ol><li><p>First</p></li></ol>',
    )
  })
})

describe('text pasted from a web page', () => {
  it('brings no script, no picture and no link that runs', () => {
    expect(
      cleanPasted(
        `<div class="post"><script>alert(1)</script><img src="https://x.example/1.gif" onerror="alert(1)"><p onclick="x()">Tea <a href="javascript:alert(1)">now</a></p></div>`,
      ),
    ).toBe('<p>Tea now</p>')
  })

  it('keeps quotes, code with its lines, and dividers', () => {
    expect(
      cleanPasted(
        '<blockquote><p>Slow is <em>smooth</em>.</p></blockquote><pre class="hl"><code><span>a &lt; b</span>\n  c</code></pre><hr><p>End</p>',
      ),
    ).toBe(
      '<blockquote><p>Slow is <i>smooth</i>.</p></blockquote><pre><code>a &#60; b\n  c</code></pre><hr><p>End</p>',
    )
  })

  it('is read even when it is nothing but nesting', () => {
    expect(cleanPasted('<b><i>'.repeat(300)).length).toBe(0)
    expect(cleanPasted('<div>'.repeat(2000)).length).toBe(0)
  })
})

describe('text pasted from chats and social sites', () => {
  it.each([
    'white-space: pre-wrap',
    'white-space:pre-wrap;',
    'white-space-collapse: preserve; text-wrap-mode: wrap',
    'WHITE-SPACE: break-spaces !important',
    'white-space: pre-line',
    'white-space-collapse: preserve-breaks',
    'white-space: pre',
  ])('keeps its line breaks, and makes paragraphs of what empty lines part: %s', (style) => {
    expect(
      cleanPasted(
        `<div style="${style}"><span>Doors at 7.\nMusic at 8.\r\n\n<b>Bring\nchairs</b> &amp; tea</span></div>`,
      ),
    ).toBe('<p>Doors at 7.<br>Music at 8.</p><p><b>Bring<br>chairs</b> &#38; tea</p>')
  })

  it('keeps line breaks in a list and in a heading', () => {
    expect(cleanPasted('<ul style="white-space: pre-wrap"><li>one\ntwo</li></ul>')).toBe(
      '<ul><li><p>one<br>two</p></li></ul>',
    )
    expect(cleanPasted('<h1 style="white-space: pre-wrap">one\n\ntwo</h1>')).toBe('<h2>one<br><br>two</h2>')
  })

  it('takes line breaks of the mark-up for spaces where they are no more than that', () => {
    expect(
      cleanPasted('<div style="white-space: pre-wrap">a\nb<p style="white-space: normal">c\n  d</p></div>'),
    ).toBe('<p>a<br>b</p><p>c d</p>')
    expect(cleanPasted('<p style="color: red; white-space: nowrap">c\n  d</p>')).toBe('<p>c d</p>')
  })

  it('keeps indents, of preserved spaces and of no-break and wide ones', () => {
    expect(cleanPasted('<div style="white-space: pre-wrap">if so:\n    stop\n\tgo</div>')).toBe(
      '<p>if so:<br>\u00A0\u00A0\u00A0 stop<br>\u00A0\u00A0\u00A0 go</p>',
    )
    expect(cleanPasted('<p>&nbsp;&nbsp;&nbsp;roses are red</p><p>\u3000\u82B1</p>')).toBe(
      '<p>\u00A0\u00A0\u00A0roses are red</p><p>\u3000\u82B1</p>',
    )
    expect(cleanPasted('<p>&nbsp;</p><p>a</p>')).toBe('<p>a</p>')
  })

  it.each(['😀', '❤️', '👩🏽‍🚒', '🇮🇳', '1️⃣', '🎉🎉', '☕'])('keeps an emoji that is a picture: %s', (emoji) => {
    expect(
      cleanPasted(`<p>Hello <img class="emoji" src="https://x.example/1.png" alt="${emoji}"> you</p>`),
    ).toBe(`<p>Hello ${emoji} you</p>`)
  })

  it('brings no other picture, and none of its words', () => {
    expect(
      cleanPasted('<p>Hello <img src="https://x.example/1.png" alt="A boat 🚤"><img alt="42"> you</p>'),
    ).toBe('<p>Hello  you</p>')
  })
})

describe('a numbered list', () => {
  it('goes on counting where it did', () => {
    expect(cleanPasted('<ol start="4"><li>Fire</li><li>Wait</li></ol>')).toBe(
      '<ol start="4"><li><p>Fire</p></li><li><p>Wait</p></li></ol>',
    )
    expect(cleanPasted('<ol><li>Wedge<ol start="3"><li>Twice</li></ol></li></ol>')).toBe(
      '<ol><li><p>Wedge</p><ol start="3"><li><p>Twice</p></li></ol></li></ol>',
    )
    expect(cleanPasted('<ol start="x"><li>Fire</li></ol><ol start="-1"><li>Wait</li></ol>')).toBe(
      '<ol><li><p>Fire</p></li><li><p>Wait</p></li></ol>',
    )
  })
})
