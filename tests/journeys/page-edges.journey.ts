import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { PAGES } from './pages.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson } from './steps.ts'

interface Edge {
  left: number
  top: number
}

/** Opens a page, and waits until everything on it has come. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('.animate-breathe')).toHaveCount(0)
}

/** Where the title begins, in CSS pixels. */
async function titleEdge(page: Page): Promise<Edge> {
  const box = await page.getByRole('main').getByRole('heading', { level: 1 }).boundingBox()
  return { left: box?.x ?? -1, top: box?.y ?? -1 }
}

test('the title of every screen begins at the same place', async ({ page, mailbox, allowError }) => {
  // Chromium's message for the case and the grievance that don't exist.
  allowError(/status of 404/)
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })
  const expected: { width: number; edge: Edge }[] = []
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/studio')
    expected.push({ width, edge: await titleEdge(page) })
  }
  for (const address of PAGES) {
    await open(page, address.replace(':pageHandle', asha.username))
    for (const { width, edge } of expected) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => titleEdge(page), `${address} at ${width} px`).toEqual(edge)
    }
  }
})
