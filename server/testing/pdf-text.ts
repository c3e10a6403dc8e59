import { inflateSync } from 'node:zlib'

/**
 * The texts of a PDF as pdfkit writes it, one a line in the order they were drawn: glyph numbers, which the ToUnicode
 * table of their font turns back into letters.
 */
export function readPdfText(file: Buffer): string {
  const objects = new Map(
    [...file.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(
      ([, id = '', body = '']) => [id, body],
    ),
  )
  const tables = new Map<string, Map<string, string>>()
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g))
      tables.set(name, lettersOf(streamOf(objects.get(refOf(objects.get(id), 'ToUnicode')))))
  const texts: string[] = []
  for (const body of objects.values()) {
    const content = streamOf(objects.get(refOf(body, 'Contents')))
    for (const [, font = '', glyphs = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf\n\[(.*?)\] TJ/g)) {
      const table = tables.get(font)
      const codes = [...glyphs.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      texts.push(codes.map((code) => table?.get(code) ?? '�').join(''))
    }
  }
  return texts.join('\n')
}

/** How far from the left edge each text of a PDF begins, in points, in the order they were drawn. */
export function readPdfPositions(file: Buffer): number[] {
  const bodies = [...file.toString('latin1').matchAll(/\d+ 0 obj\n([\s\S]*?)\nendobj/g)]
  return bodies.flatMap(([, body]) =>
    [...streamOf(body).matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm\n/g)].map(([, x]) => Number(x)),
  )
}

function refOf(body: string | undefined, key: string): string {
  return new RegExp(`/${key} (\\d+) 0 R`).exec(body ?? '')?.[1] ?? ''
}

function streamOf(body: string | undefined): string {
  const stream = /stream\n([\s\S]*?)\nendstream/.exec(body ?? '')?.[1]
  return stream === undefined ? '' : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
}

/** From the number of a glyph, in four hex digits, to its characters. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, from = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/g))
    for (const [index, [, units = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const code = (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0')
      const utf16 = (units.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))
      letters.set(code, String.fromCharCode(...utf16))
    }
  return letters
}
