import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { boundaryOf, readParts } from './form-parts.ts'

interface Told {
  name: string
  isFile: boolean
  contentType: string
  bytes: Buffer
}

/** As a connection brings it: in pieces that begin and end anywhere, each with memory of its own. */
async function* inPieces(body: Uint8Array, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const piece = Buffer.allocUnsafeSlow(Math.min(body.length - at, sizes[turn % sizes.length] ?? 1))
    piece.set(body.subarray(at, at + piece.length))
    at += piece.length
    yield piece
  }
}

async function read(
  body: Uint8Array | string,
  border: string,
  sizes: readonly number[] = [7],
): Promise<Told[]> {
  const told: Told[] = []
  for await (const { name, isFile, contentType, body: bytes } of readParts(
    inPieces(Buffer.from(body), sizes),
    border,
  )) {
    const pieces: Buffer[] = []
    for await (const piece of bytes) pieces.push(Buffer.from(piece))
    told.push({ name, isFile, contentType, bytes: Buffer.concat(pieces) })
  }
  return told
}

const FORM = [
  '--x',
  'Content-Disposition: form-data; name="content"',
  '',
  '<p>Hello</p>',
  '--x',
  'content-disposition: form-data; name="image"; filename="a;b.png"',
  'Content-Type: image/png',
  '',
  'bytes\r\n--',
  '--x--',
  'and after it',
].join('\r\n')

describe('the parts of a form', () => {
  test('are read from pieces of any size', async () => {
    for (let size = 1; size <= FORM.length; size += 1)
      expect(await read(FORM, 'x', [size])).toEqual([
        { name: 'content', isFile: false, contentType: 'text/plain', bytes: Buffer.from('<p>Hello</p>') },
        { name: 'image', isFile: true, contentType: 'image/png', bytes: Buffer.from('bytes\r\n--') },
      ])
  })

  test('match what FormData writes, byte for byte', async () => {
    // Bytes that look like a border are where a reader goes wrong.
    const byte = fc.constantFrom(0x0d, 0x0a, 0x2d, 0x62, 0x00, 0xff)
    const bytes = fc.uint8Array({ maxLength: 300 }).map((most) => most)
    const tricky = fc.array(byte, { maxLength: 300 }).map((list) => Uint8Array.from(list))
    const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(bytes, tricky), { maxLength: 4 }), sizes, async (files, pieces) => {
        const form = new FormData()
        form.set('note', 'a text')
        for (const [index, file] of files.entries())
          form.set(`file${index}`, new File([file], 'f.bin', { type: 'video/webm' }))
        const sent = new Response(form)
        const border = boundaryOf(sent.headers.get('content-type') ?? '') ?? ''
        const told = await read(new Uint8Array(await sent.arrayBuffer()), border, pieces)
        expect(told.map(({ bytes: kept }) => kept.toString('hex'))).toEqual([
          Buffer.from('a text').toString('hex'),
          ...files.map((file) => Buffer.from(file).toString('hex')),
        ])
      }),
    )
  })

  test('are skipped when nobody reads them', async () => {
    const names: string[] = []
    for await (const { name } of readParts(inPieces(Buffer.from(FORM), [5]), 'x')) names.push(name)
    expect(names).toEqual(['content', 'image'])
  })

  test.each([
    ['nothing at all', ''],
    ['no last border', FORM.slice(0, FORM.indexOf('--x--'))],
    ['a part that breaks off', FORM.slice(0, 30)],
    ['a part without a name', '--x\r\ncontent-disposition: form-data\r\n\r\na\r\n--x--'],
    ['a part that is no form data', '--x\r\ncontent-disposition: attachment; name="a"\r\n\r\na\r\n--x--'],
    ['a head without an end', `--x\r\nname: ${'a'.repeat(20_000)}`],
    ['a border that goes on', '--xy\r\ncontent-disposition: form-data; name="a"\r\n\r\na\r\n--x--'],
  ])('are refused: %s', async (_, body) => {
    await expect(read(body, 'x')).rejects.toMatchObject({ spec: { code: 'bad_request' } })
  })
})

test('the border is named in the content type', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc')
  expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b')
  expect(boundaryOf('Multipart/Form-Data;boundary=abc; x=y')).toBe('abc')
  expect(boundaryOf('multipart/form-data')).toBeNull()
  expect(boundaryOf('text/plain; boundary=abc')).toBeNull()
})
