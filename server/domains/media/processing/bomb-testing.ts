import { crc32, createDeflate } from 'node:zlib'

import { aClip } from '#server/platform/media-files/clip-testing.ts'

export interface Bomb {
  name: string
  kind: 'image' | 'video' | 'audio'
  /** The file name its sender gives. */
  fileName: string
  bytes: Buffer<ArrayBuffer>
  /** `harmless`: rewritten, or served as what it is and nothing else. */
  expected: 'refused' | 'harmless'
}

/** Files that aren't what they seem, or cost more than their size suggests. */
export async function listBombs(): Promise<Bomb[]> {
  const image = (name: string, bytes: Buffer<ArrayBuffer>, expected: Bomb['expected'], fileName = 'a.png') =>
    ({ name, kind: 'image', fileName, bytes, expected }) as const
  const gif = aGifOf(20, 8, 8)
  return [
    image('a PNG of 30,000 × 30,000', await aPngOf(30_000, 30_000), 'refused'),
    image('a PNG of 196 megapixels', await aPngOf(14_000, 14_000), 'refused'),
    image('a PNG of 49,000,000 × 1', await aPngOf(49_000_000, 1), 'refused'),
    image('a GIF of 10,000 frames', aGifOf(10_000, 2000, 2000), 'harmless', 'a.gif'),
    image(
      'an SVG with a script',
      textOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'refused',
    ),
    image('an SVG of entities', textOf(entitySvg()), 'refused', 'a.svg'),
    image('a GIF that is a script too', aPolyglot(), 'harmless', 'a.js'),
    image('a picture called a program', gif, 'harmless', 'photo.jpg.php'),
    image('a picture with a null byte in its name', gif, 'harmless', 'photo.php\0.gif'),
    image(
      'a script with the first bytes of a PNG',
      Buffer.concat([PNG_MAGIC, textOf('alert(1)')]),
      'refused',
    ),
    image('a page called a picture', textOf('<!doctype html><script>alert(1)</script>'), 'refused'),
    {
      name: 'a video with a page behind it',
      kind: 'video',
      fileName: 'a.html',
      bytes: Buffer.concat([aClip(), textOf('<html><script>alert(1)</script></html>')]),
      expected: 'harmless',
    },
    {
      name: 'a page that begins like a video',
      kind: 'video',
      fileName: 'a.mp4',
      bytes: Buffer.concat([
        textOf('\0\0\0\x18ftypisom\0\0\0\0isommp42'),
        textOf('<html><script>alert(1)</script>'),
      ]),
      expected: 'refused',
    },
    {
      name: 'a playlist that names a file of the server',
      kind: 'video',
      fileName: 'a.mp4',
      bytes: textOf('#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
      expected: 'refused',
    },
    {
      name: 'an MP4 whose index says it has four billion entries',
      kind: 'video',
      fileName: 'a.mp4',
      bytes: aHollowMp4(),
      expected: 'refused',
    },
  ]
}

const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function textOf(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(text, 'latin1')
}

/** A black PNG, one bit a pixel: some hundred kilobytes for gigabytes of decoded picture. */
export async function aPngOf(widthPx: number, heightPx: number): Promise<Buffer<ArrayBuffer>> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  header[8] = 1
  const deflate = createDeflate({ level: 9 })
  const packed: Buffer[] = []
  deflate.on('data', (part: Buffer) => packed.push(part))
  const row = Buffer.alloc(1 + Math.ceil(widthPx / 8))
  for (let y = 0; y < heightPx; y++)
    if (!deflate.write(row)) await new Promise((resolve) => deflate.once('drain', resolve))
  deflate.end()
  await new Promise((resolve) => deflate.once('end', resolve))
  return Buffer.concat([
    PNG_MAGIC,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(packed)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Frames of one pixel each on a canvas of any size. */
function aGifOf(frames: number, widthPx: number, heightPx: number, comment = ''): Buffer<ArrayBuffer> {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0', 'latin1')
  screen.writeUInt16LE(widthPx, 6)
  screen.writeUInt16LE(heightPx, 8)
  const palette = Buffer.from([0, 0, 0, 255, 255, 255])
  const said = comment === '' ? '' : `!\xfe${String.fromCharCode(comment.length)}${comment}\0`
  const frame = '!\xf9\x04\0\x05\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0'
  return Buffer.concat([screen, palette, textOf(said), textOf(frame.repeat(frames)), textOf(';')])
}

/** Read as a script, the width of its canvas begins a comment which its own comment ends: then comes `alert(1)`. */
function aPolyglot(): Buffer<ArrayBuffer> {
  return aGifOf(1, 0x2a2f, 8, '*/=1;alert(1)//')
}

/** Each name expands to ten of the one before. */
function entitySvg(): string {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`
}

function aHollowMp4(): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(aClip({ isPlayable: false }))
  for (let at = bytes.indexOf('stsz'); at !== -1; at = bytes.indexOf('stsz', at + 4))
    bytes.writeUInt32BE(0xff_ff_ff_ff, at + 12)
  return bytes
}
