import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { PAGES } from './pages.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson } from './steps.ts'

const WIDTHS = [1280, 390] as const

/** Where the title of a page begins at each width, in CSS pixels. */
async function titleEdges(page: Page, address: string): Promise<{ left: number; top: number }[]> {
  await page.goto(address)
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  // What loads after the page moves nothing: it is measured when everything has come.
  await expect(page.getByRole('main').locator('.animate-breathe')).toHaveCount(0)
  const edges = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const box = await title.boundingBox()
    edges.push({ left: box?.x ?? -1, top: box?.y ?? -1 })
  }
  return edges
}

test('the title of every screen begins at the same place', async ({ page, mailbox, allowError }) => {
  // Chromium's message for the case and the grievance that don't exist.
  allowError(/status of 404/)
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })
  const expected = await titleEdges(page, '/studio')
  for (const address of PAGES)
    expect(await titleEdges(page, address.replace(':pageHandle', asha.username)), address).toEqual(expected)
})
