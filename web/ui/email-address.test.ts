import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { EmailAddress } from './email-address.tsx'

/** The pieces between which the address may break, and whether each of them stays whole. */
function piecesOf(address: string): [string, boolean][] {
  const html = renderToStaticMarkup(createElement(EmailAddress, null, address))
  return html.split('<wbr/>').map((part) => [part.replace(/<[^<>]*>/g, ''), part.includes('nowrap')])
}

it.each<[string, string[]]>([
  ['nadia@example.com', ['nadia@', 'example', '.com']],
  ['anna-lena.o@mail.co.uk', ['anna-lena', '.o@', 'mail', '.co', '.uk']],
  ['a@b', ['a@', 'b']],
])('%s breaks only after its @ and before its dots', (address, pieces) => {
  expect(piecesOf(address)).toEqual(pieces.map((piece) => [piece, true]))
})

it('a piece longer than a narrow screen may break, so that the page stays as wide as it is', () => {
  expect(piecesOf(`${'a'.repeat(40)}@example.com`)[0]).toEqual([`${'a'.repeat(40)}@`, false])
})
