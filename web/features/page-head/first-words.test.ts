import { describe, expect, it } from 'vitest'

import { firstWords } from './first-words.ts'

describe('the first words of a post', () => {
  it('are without mark-up', () => {
    expect(firstWords('<h2>Tea &amp; <b>rain</b></h2>\n<p>It  fell.</p>', 80)).toBe('Tea & rain It fell.')
    expect(firstWords('<p><img src="x" alt=""></p>', 80)).toBe('')
  })

  it('end with a whole word', () => {
    expect(firstWords('<p>It rained all day in Pune</p>', 12)).toBe('It rained…')
    expect(firstWords(`<p>${'a'.repeat(20)}</p>`, 12)).toBe(`${'a'.repeat(12)}…`)
  })
})
