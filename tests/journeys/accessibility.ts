import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { Result, RunOptions } from 'axe-core'

import { expect } from './journey.ts'

/** Less than half of `axe.source`; bringing it into a page is a good part of each check. */
const AXE_SOURCE = fs.readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Base UI's hidden ends of a menu: they take the focus only to pass it on. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]'

/** The rules whose outcome depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * No axe violations (WCAG A and AA, and its best practices) in the page as it is now, frames included. After a change of
 * theme alone, the rules about colours are enough.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    ...(rules === 'colours' && { runOnly: COLOUR_RULES }),
  }
  await page.evaluate(hasSettled)
  const hasFrames = page.frames().length > 1
  const violations = hasFrames
    ? (await new AxeBuilder({ page, axeSource: AXE_SOURCE }).exclude(FOCUS_GUARDS).options(options).analyze())
        .violations
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

/** The builder injects its source twice at each check, and opens a page of its own to combine frames. */
async function violationsIn(page: Page, options: RunOptions): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE)
  return page.evaluate(
    async ({ given, guards }) => {
      const injected = window as unknown as { axe: typeof axe }
      return (await injected.axe.run({ exclude: [guards] }, given)).violations
    },
    { given: options, guards: FOCUS_GUARDS },
  )
}
