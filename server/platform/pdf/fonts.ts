import fs from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The scripts our documents are written in; each is a file of its own. */
type Script = 'latin' | 'latin-ext' | 'greek' | 'cyrillic' | 'vietnamese' | 'devanagari'
export type Weight = 400 | 700

const SCRIPTS: readonly Script[] = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'devanagari']

function fileOf(script: Script, weight: Weight): string {
  const family = script === 'devanagari' ? 'noto-sans-devanagari' : 'noto-sans'
  return require.resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`)
}

/** Every font file by the name that documents use, read on first use. */
export function readFont(name: string): Buffer {
  const known = read.get(name)
  if (known) return known
  const [script, weight] = name.split(' ')
  const bytes = fs.readFileSync(fileOf((script ?? 'latin') as Script, weight === '700' ? 700 : 400))
  read.set(name, bytes)
  return bytes
}
const read = new Map<string, Buffer>()

export function fontNames(): string[] {
  return SCRIPTS.flatMap((script) => [`${script} 400`, `${script} 700`])
}

/* Where each file has its glyphs, according to the `unicode-range` in the packages' style sheets. */
function scriptOf(point: number): Script | null {
  if (point >= 0x900 && point <= 0x97f) return 'devanagari'
  if (point === 0x20b9 || (point >= 0x1cd0 && point <= 0x1cf9) || (point >= 0xa8e0 && point <= 0xa8ff))
    return 'devanagari'
  if (point >= 0x370 && point <= 0x3ff) return 'greek'
  if (point >= 0x400 && point <= 0x45f) return 'cyrillic'
  if ((point >= 0x1ea0 && point <= 0x1ef9) || point === 0x20ab) return 'vietnamese'
  if ((point >= 0x100 && point <= 0x2ba) || (point >= 0x1e00 && point <= 0x1e9f)) return 'latin-ext'
  if ((point >= 0x20a0 && point <= 0x20c0) || point === 0x2113)
    return point === 0x20ac ? 'latin' : 'latin-ext'
  // Spaces and joiners stay with the preceding text: Devanagari is shaped across its joiners.
  if (point === 0x20 || point === 0x200c || point === 0x200d) return null
  return 'latin'
}

export interface Run {
  font: string
  text: string
}

/** Without the marks that set a text's direction: the sheet knows its own, and the fonts would draw a box for each. */
function withoutMarks(text: string): string {
  return text.replaceAll('\u200E', '').replaceAll('\u200F', '')
}

/** A text cut where the font has to change. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const character of withoutMarks(text).normalize('NFC')) {
    const script = scriptOf(character.codePointAt(0) ?? 0)
    const last = runs.at(-1)
    const font = script === null ? (last?.font ?? `latin ${weight}`) : `${script} ${weight}`
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

/** Letters, digits and signs that the bundled fonts have. */
const DRAWN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Mn} -~\u00A0-\u00FF\u2010-\u2027\u2030-\u205E\u20AC\u20B9]+$/u

/** Whether a text can be drawn. Names in other scripts are left to the picture. */
export function canDraw(text: string): boolean {
  return DRAWN.test(text.normalize('NFC'))
}
