import type { Language } from '#contract/languages.ts'
import { conventionsOf } from '#contract/locale.ts'

import { fontNames, readFont, runsOf, type Weight } from './fonts.ts'

/* An A4 document for receipts and statements: texts in several scripts, rules, rows and pages. */

const MARGIN = 56
const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - 72

const INK = '#26231d'
const FAINT = '#6b665b'
const LINE = '#d9d3c4'
const BRAND = '#174a34'
const COLORS = { ink: INK, faint: FAINT, brand: BRAND } as const

export interface TextStyle {
  size?: number
  weight?: Weight
  color?: keyof typeof COLORS
  /** By default at the side where lines begin: left, or right in a language written from right to left. */
  align?: 'start' | 'end'
  /** From the margin where lines begin, in points. */
  x?: number
  /** By default the rest of the line. */
  width?: number
}

export interface Sheet {
  /** Writes a text at the present height, wrapped to its width; returns its height. Doesn't move down. */
  text(text: string, style?: TextStyle): number
  /** Moves down. */
  down(points: number): void
  rule(): void
  /** Begins a new page when fewer than this many points are left; returns whether it did. */
  ensure(points: number): boolean
  /** The finished file. */
  finish(): Promise<Buffer>
}

/** The width between the margins, in points. */
export const SHEET_WIDTH = WIDTH

/** A sheet to write on. The library, fourteen megabytes, is loaded for the first one. */
export async function openSheet(info: {
  title: string
  author: string
  createdAt: Date
  language: Language
}): Promise<Sheet> {
  const { default: PdfKit } = await import('pdfkit')
  const document = new PdfKit({
    size: 'A4',
    margin: MARGIN,
    autoFirstPage: true,
    lang: conventionsOf(info.language).tag,
    displayTitle: true,
    info: {
      Title: info.title,
      Author: info.author,
      CreationDate: info.createdAt,
      ModDate: info.createdAt,
    },
  })
  for (const name of fontNames()) document.registerFont(name, readFont(name))
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  const isMirrored = conventionsOf(info.language).direction === 'rtl'
  let y = MARGIN

  function widthOf(text: string, size: number, weight: Weight): number {
    return runsOf(text, weight).reduce(
      (sum, run) => sum + document.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    )
  }

  function linesOf(text: string, size: number, weight: Weight, width: number): string[] {
    const lines: string[] = []
    for (const paragraph of text.split('\n')) {
      let line = ''
      for (const word of piecesOf(paragraph, size, weight, width)) {
        const longer = line === '' ? word : `${line} ${word}`
        if (line !== '' && widthOf(longer, size, weight) > width) {
          lines.push(line)
          line = word
        } else line = longer
      }
      lines.push(line)
    }
    return lines
  }

  /** Words; one wider than a line is cut into parts that fit. */
  function piecesOf(paragraph: string, size: number, weight: Weight, width: number): string[] {
    return paragraph.split(/ +/).flatMap((word) => {
      if (widthOf(word, size, weight) <= width) return [word]
      const parts = ['']
      for (const { segment } of graphemes.segment(word)) {
        const longer = `${parts.at(-1) ?? ''}${segment}`
        if (widthOf(longer, size, weight) > width) parts.push(segment)
        else parts[parts.length - 1] = longer
      }
      return parts
    })
  }

  return {
    text(text, style = {}) {
      const { size = 10.5, weight = 400, color = 'ink', align = 'start', x = 0 } = style
      const width = style.width ?? WIDTH - x
      const left = MARGIN + (isMirrored ? WIDTH - x - width : x)
      const isAtRight = (align === 'end') !== isMirrored
      const lineHeight = size * 1.45
      const lines = linesOf(text, size, weight, width)
      for (const [index, line] of lines.entries()) {
        let at = left + (isAtRight ? width - widthOf(line, size, weight) : 0)
        for (const run of runsOf(line, weight)) {
          document.font(run.font).fontSize(size).fillColor(COLORS[color])
          // The fonts have one baseline, but not one height.
          document.text(run.text, at, y + index * lineHeight + size, {
            lineBreak: false,
            baseline: 'alphabetic',
          })
          at += document.widthOfString(run.text)
        }
      }
      return lines.length * lineHeight
    },
    down(points) {
      y += points
    },
    rule() {
      document
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + WIDTH, y)
        .lineWidth(0.75)
        .strokeColor(LINE)
        .stroke()
    },
    ensure(points) {
      if (y + points <= BOTTOM) return false
      document.addPage()
      y = MARGIN
      return true
    },
    finish() {
      document.end()
      return finished
    },
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
