import { describe, expect, test } from 'vitest'

import type { Language } from '#contract/languages.ts'
import { readPdfPositions, readPdfText } from '#server/testing/pdf-text.ts'

import { openSheet, SHEET_WIDTH, type TextStyle } from './document.ts'

const PAGE_WIDTH = 595.28

/** Where one text begins on the page, from the left. */
async function drawn(language: Language, style: TextStyle, text = 'Paid'): Promise<number> {
  const sheet = await openSheet({ title: '', author: '', createdAt: new Date(0), language })
  sheet.text(text, style)
  const [position = Number.NaN] = readPdfPositions(await sheet.finish())
  return position
}

describe('a sheet', () => {
  test('begins its lines at the side where the language does', async () => {
    const margin = (PAGE_WIDTH - SHEET_WIDTH) / 2
    const style = { x: 100, width: 80 }
    expect(await drawn('en', style)).toBeCloseTo(margin + 100)
    const start = await drawn('pseudo', style)
    const end = await drawn('pseudo', { ...style, align: 'end' })
    // From right to left, the same box is as far from the right margin, and `end` is its left side.
    expect(end).toBeCloseTo(PAGE_WIDTH - margin - 100 - 80)
    const textWidth =
      (await drawn('en', { align: 'start' })) + SHEET_WIDTH - (await drawn('en', { align: 'end' }))
    expect(start + textWidth).toBeCloseTo(PAGE_WIDTH - margin - 100)
  })

  test('draws no boxes for marks that only set a direction', async () => {
    const end: TextStyle = { align: 'end' }
    expect(await drawn('en', end, '\u200FPaid')).toBe(await drawn('en', end))
  })

  test('keeps its words readable for programs', async () => {
    const sheet = await openSheet({ title: '', author: '', createdAt: new Date(0), language: 'pseudo' })
    sheet.text('Paid by')
    expect(readPdfText(await sheet.finish())).toContain('Paid by')
  })
})
