import fs from 'node:fs'
import path from 'node:path'

interface Glyph {
  advance: number
  outline: string
}

/** Words as a drawing: no font has to be installed on the server. */
export interface OutlinedText {
  /** SVG path data elements, baseline at y = 0, starting at x = 0. */
  svg: string
  widthPx: number
}

const EM = 1000

const glyphs = new Map<string, Glyph>()
const kerning = new Map<string, number>()
readOutlines(path.join(import.meta.dirname, 'fraunces-outlines.tsv'))

/** Whether every character can be drawn. The display font is Latin; names in other scripts are left to the picture. */
export function canOutline(text: string): boolean {
  return text !== '' && Array.from(text.normalize('NFC')).every((character) => glyphs.has(character))
}

/** A line of text in the display font, cut with "…" where it would be wider than `maxWidthPx`. */
export function outlineText(text: string, sizePx: number, maxWidthPx: number): OutlinedText {
  const characters = Array.from(text.normalize('NFC'))
  const whole = layOut(characters, sizePx)
  if (whole.widthPx <= maxWidthPx) return whole
  let [fits, tooMany] = [1, characters.length]
  while (tooMany - fits > 1) {
    const shown = Math.floor((fits + tooMany) / 2)
    if (layOut(shortened(characters, shown), sizePx).widthPx > maxWidthPx) tooMany = shown
    else fits = shown
  }
  return layOut(shortened(characters, fits), sizePx)
}

/** The largest size, within the bounds, at which a text is no wider than `maxWidthPx`. */
export function fittingSizePx(
  text: string,
  bounds: { minPx: number; maxPx: number },
  maxWidthPx: number,
): number {
  const widthPx = layOut(Array.from(text.normalize('NFC')), bounds.maxPx).widthPx
  return Math.max(
    bounds.minPx,
    Math.min(bounds.maxPx, Math.floor((bounds.maxPx * maxWidthPx) / Math.max(1, widthPx))),
  )
}

function shortened(characters: readonly string[], count: number): string[] {
  const kept = characters.slice(0, count)
  while (kept.at(-1) === ' ') kept.pop()
  return [...kept, '…']
}

function layOut(characters: readonly string[], sizePx: number): OutlinedText {
  const scale = sizePx / EM
  let x = 0
  const paths: string[] = []
  for (const [at, character] of characters.entries()) {
    const glyph = glyphs.get(character)
    if (!glyph) continue
    if (glyph.outline) paths.push(`<path transform="translate(${x} 0)" d="${glyph.outline}"/>`)
    x += glyph.advance + (kerning.get(character + (characters[at + 1] ?? '')) ?? 0)
  }
  return { svg: `<g transform="scale(${scale})">${paths.join('')}</g>`, widthPx: x * scale }
}

function readOutlines(file: string): void {
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [key = '', advance = '0', outline] = line.split('\t')
    if (outline === undefined) kerning.set(key, Number(advance))
    else glyphs.set(String.fromCodePoint(Number.parseInt(key, 16)), { advance: Number(advance), outline })
  }
}
