import { expect, test } from 'vitest'

import { type Letter, layOut } from './layout.ts'

const OURS = 'https://cheers.example/forgot-password'

/** A letter in which a stranger wrote every text. */
function letterWith(text: string): Letter {
  return {
    to: { name: text, address: 'nila@example.org' },
    subject: `News of ${text}`,
    greeting: `Hello ${text},`,
    paragraphs: [`${text} published a post.`, `Choose a password: ${OURS}`],
    about: { picture: null, title: text, paragraphs: [text] },
    rows: [[text, text]],
    items: [{ text, detail: text, url: 'https://cheers.example/read' }],
    afterItems: `${text} has more.`,
    action: { label: `Read ${text}`, url: 'https://cheers.example/read' },
    footnote: `${text} says hello.`,
    why: 'account',
    addresses: [OURS],
  }
}

/** Everything in a mail that its reader sees or a mail program looks for links in, without our own part. */
function textsOf(text: string): string[] {
  const mail = layOut(letterWith(text))
  const without = (part: string) => part.replaceAll(OURS, '').replaceAll('https://cheers.example/read', '')
  return [mail.to.name, mail.subject, mail.text, mail.html].map(without)
}

test.each([
  'Click https://evil.example to win',
  'HTTP://EVIL.EXAMPLE/x',
  'www.evil.example',
  'evil.example',
  'evil.io/path',
  'evil。example',
  'evil．example',
  'me@evil.example',
  'mailto:me@evil.example',
  `${OURS}.evil.example`,
])('%s in a name becomes no link in any part of a mail', (name) => {
  for (const part of textsOf(name)) {
    expect(part).not.toMatch(/:\/\/\S/)
    expect(part).not.toMatch(/[\p{L}\p{N}][.。．](?:evil|example|io)/iu)
    expect(part).not.toMatch(/mailto:\S/)
  }
})

test("line breaks and marks that reverse the writing direction don't reach past the name", () => {
  for (const part of textsOf('Asha\r\nBcc: all@example.org\n\n\u202EYour account is locked\u2028\u0000')) {
    for (const hidden of ['\u0000', '\u2028', '\u202E']) expect(part).not.toContain(hidden)
    expect(part).not.toMatch(/^(?:Bcc|Your account)/m)
  }
})

test('addresses of ours stay as they are, and names keep their dots', () => {
  const { text, html } = layOut(letterWith('J. R. Rao'))
  expect(text).toContain(`Choose a password: ${OURS}`)
  expect(html).toContain('href="https://cheers.example/read"')
  expect(text).toContain('Hello J. R. Rao,')
})

test('says which language a mail is in, and which way it runs', () => {
  expect(layOut(letterWith('Nila')).html).toContain('<html lang="en" dir="ltr">')
  const { html, text } = layOut(letterWith('Nila'), 'pseudo')
  expect(html).toContain('<html lang="en-x-pseudo" dir="rtl">')
  expect(html).not.toContain('getting this email')
  expect(text).toContain('Cheers')
})

test('a short fact stands beside its label, whatever else is listed', () => {
  const rows = [
    ['How we heard of what is in question here', 'Somebody reported it'],
    ['Due', '8 March 2026 at 12:00 UTC'],
  ] as const
  const { html } = layOut({ ...letterWith('Nila'), rows })
  expect(html).toMatch(/question here<\/span><br>/)
  expect(html).toMatch(/Due<\/td><td[^>]*><span[^>]*>8 March 2026/)
})

test('what a letter is about stands below what it says, with its picture', () => {
  const picture = 'https://cheers.example/media/p/1/w960'
  const about = { picture, title: 'The <kiln>', paragraphs: ['It takes', 'eleven hours'] }
  const { text, html } = layOut({ ...letterWith('Asha'), about })
  expect(text).toContain('\n\nThe <kiln>\n\nIt takes\n\neleven hours\n\n')
  expect(html).toContain(`<img src="${picture}" alt=""`)
  expect(html).toContain('The &#60;kiln&#62;')
})
