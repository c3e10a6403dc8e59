import type { Page } from '@playwright/test'

/*
 * Finds our own texts that don't fit where they stand: in the pseudo-language they are 40 % longer, and without a plain
 * letter, so that what people wrote, which may be cut, isn't taken for ours.
 */

/** Runs in the page; the types of these scripts are those of Node. */
const CUT_TEXTS = `(() => {
  const cut = []
  const isOurs = (text) => /[\\u00c0-\\u024f]/.test(text) && !/[A-Za-z]{4,}/.test(text)
  const isUnseen = (box) => box.width <= 1 || box.height <= 1
  const hides = (style) => style.overflowX === 'hidden' || style.overflowX === 'clip'
  for (const element of document.body.querySelectorAll('*')) {
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim()
    if (!isOurs(text) || element.closest('svg, option, noscript, script')) continue
    for (let around = element, steps = 0; around && steps < 3; around = around.parentElement, steps++) {
      if (isUnseen(around.getBoundingClientRect())) break
      const isTooWide = around.scrollWidth > around.clientWidth + 1
      const isTooHigh = around.scrollHeight > around.clientHeight + 3
      if (around.clientWidth > 0 && hides(getComputedStyle(around)) && (isTooWide || isTooHigh)) {
        cut.push(text)
        break
      }
    }
  }
  const pen = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll('select, input[placeholder]')) {
    const text = field.matches('select') ? field.selectedOptions[0]?.label ?? '' : field.value === '' ? field.placeholder : ''
    const style = getComputedStyle(field)
    if (!isOurs(text) || isUnseen(field.getBoundingClientRect()) || style.opacity === '0') continue
    pen.font = style.font
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    if (pen.measureText(text).width > room + 1) cut.push(text)
  }
  return cut
})()`

/** Texts of ours that are visible in part only. */
export async function cutOn(page: Page): Promise<string[]> {
  return [...new Set(await page.evaluate<string[]>(CUT_TEXTS))]
}
