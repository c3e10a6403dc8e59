import type { Page } from '@playwright/test'

/*
 * Finds texts that don't fit where they stand: in the pseudo-language ours are 40 % longer, and without a plain letter,
 * so that what people wrote, which may be cut, isn't taken for ours.
 */

/** Runs in the page; the types of these scripts are those of Node. */
const CUT_TEXTS = `(() => {
  const cut = []
  const isOurs = (text) => /[\\u00c0-\\u024f]/.test(text) && !/[A-Za-z]{4,}/.test(text)
  const isUnseen = (box) => box.width <= 1 || box.height <= 1
  const hides = (style) => style.overflowX === 'hidden' || style.overflowX === 'clip'
  const ownText = (element) =>
    [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim()
  for (const element of document.body.querySelectorAll('*')) {
    const text = ownText(element)
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

/** As above. Whoever wrote them: texts beside the window, outside what they stand in, or on each other. */
const MISPLACED_TEXTS = `(() => {
  const found = []
  const width = document.documentElement.clientWidth
  const scrolls = (style) => style.overflowX === 'auto' || style.overflowX === 'scroll'
  const lines = []
  // A space at the end of a line hangs out.
  const HANGING_PX = 8
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    const text = node.data.trim()
    if (text === '' || element.closest('svg, option, noscript, script, style, textarea, video, [aria-hidden=true], .sr-only')) continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })) continue
    let isFree = true
    let clip = { left: -1e6, right: 1e6, top: -1e6, bottom: 1e6 }
    let mayLeave = false
    for (let around = element; around; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.position === 'fixed' || style.position === 'sticky' || style.position === 'absolute') isFree = false
      if (scrolls(style)) mayLeave = true
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
        const box = around.getBoundingClientRect()
        clip = {
          left: Math.max(clip.left, box.left),
          right: Math.min(clip.right, box.right),
          top: Math.max(clip.top, box.top),
          bottom: Math.min(clip.bottom, box.bottom),
        }
      }
    }
    const range = document.createRange()
    range.selectNodeContents(node)
    let box = element
    while (getComputedStyle(box).display === 'inline' || getComputedStyle(box).display === 'contents') box = box.parentElement
    const outer = box.getBoundingClientRect()
    for (const rect of range.getClientRects()) {
      if (rect.width <= 1 || rect.height <= 1) continue
      const isClipped = rect.right <= clip.left || rect.left >= clip.right || rect.bottom <= clip.top || rect.top >= clip.bottom
      if (isClipped) continue
      const left = Math.max(rect.left, clip.left)
      const right = Math.min(rect.right, clip.right)
      if (!mayLeave && (left < -1 || right > width + 1)) found.push('beside the window: ' + text)
      else if (left < outer.left - HANGING_PX || right > outer.right + HANGING_PX) found.push('outside its box: ' + text)
      const [top, bottom] = [Math.max(rect.top, clip.top), Math.min(rect.bottom, clip.bottom)]
      if (isFree) lines.push({ rect: { left, right, top, bottom, height: bottom - top }, text, node })
    }
  }
  if (document.documentElement.scrollWidth > width + 1) found.push('the page is wider than its window')
  lines.sort((one, other) => one.rect.top - other.rect.top)
  for (let at = 0; at < lines.length; at++)
    for (let next = at + 1; next < lines.length && lines[next].rect.top < lines[at].rect.bottom; next++) {
      const [one, other] = [lines[at], lines[next]]
      if (one.node === other.node) continue
      const x = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const y = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
      const lowest = Math.min(one.rect.height, other.rect.height)
      if (x > 3 && y > lowest / 3) found.push('on each other: ' + one.text + ' / ' + other.text)
    }
  return found
})()`

/** Texts of ours that are visible in part only, and texts that stand where they shouldn't. */
export async function cutOn(page: Page): Promise<string[]> {
  const cut = await page.evaluate<string[]>(CUT_TEXTS)
  return [...new Set([...cut, ...(await misplacedOn(page))])]
}

/** Texts that stand where they shouldn't, in any language. */
export async function misplacedOn(page: Page): Promise<string[]> {
  return [...new Set(await page.evaluate<string[]>(MISPLACED_TEXTS))]
}
