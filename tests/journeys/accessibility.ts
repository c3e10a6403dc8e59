import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'

import { expect } from './journey.ts'

/** The rules whose outcome depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * No axe violations (WCAG A and AA, and its best practices) in the page as it is now, frames included. After a change of
 * theme alone, the rules about colours are enough.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules === 'colours' && { runOnly: COLOUR_RULES }),
  }
  await page.evaluate(hasSettled)
  const hasFrames = page.frames().length > 1
  const violations = hasFrames
    ? (await new AxeBuilder({ page }).options(options).analyze()).violations
    : await violationsIn(page, options)
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
  }))
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** Colours in the middle of a transition are nobody's choice. */
async function hasSettled(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
  // Cancelled ones are over, too; in content that isn't rendered they never end.
  const settled = Promise.allSettled(passing.map(({ finished }) => finished))
  await Promise.race([settled, new Promise((resolve) => void setTimeout(resolve, 1000))])
}

/** The builder injects its half megabyte twice at each check, and opens a page of its own to combine frames. */
async function violationsIn(page: Page, options: RunOptions): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (given) => {
    const injected = window as unknown as { axe: typeof axe }
    return (await injected.axe.run(document, given)).violations
  }, options)
}
