import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson } from './steps.ts'

/** Where the borders between the four colours lie in a picture, in fractions of it. */
const BORDER_X = 0.4
const BORDER_Y = 0.55

/** Red and green above blue and yellow. */
async function quadrants(width: number, height: number): Promise<Buffer> {
  const [left, top] = [Math.round(width * BORDER_X), Math.round(height * BORDER_Y)]
  const part = (background: string, x: number, y: number) => ({
    input: { create: { width: x, height: y, channels: 3 as const, background } },
  })
  return sharp({ create: { width, height, channels: 3, background: '#dc1e1e' } })
    .composite([
      { ...part('#1ebe3c', width - left, top), left, top: 0 },
      { ...part('#283cdc', left, height - top), left: 0, top },
      { ...part('#f0d228', width - left, height - top), left, top },
    ])
    .png()
    .toBuffer()
}

interface Picture {
  data: Buffer
  info: { width: number; height: number; channels: number }
}

const read = (bytes: Buffer): Promise<Picture> =>
  sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/** How many of some places have another colour in one picture than in the other; beside a border both may be right. */
function differences(one: Picture, other: Picture, places: readonly (readonly [number, number])[]): number {
  const at = ({ data, info }: Picture, x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return [...data.subarray(start, start + 3)]
  }
  return places.filter(([x, y]) => {
    const [a, b] = [at(one, x, y), at(other, x, y)]
    return a.some((channel, index) => Math.abs(channel - (b[index] ?? 0)) > 40)
  }).length
}

/** A grid over a picture; `isRound`: only what lies in the circle. */
function grid(isRound: boolean): [number, number][] {
  const steps = Array.from({ length: 24 }, (_, index) => (index + 0.5) / 24)
  return steps.flatMap((x) =>
    steps
      .map((y): [number, number] => [x, y])
      .filter(([, y]) => !isRound || Math.hypot(x - 0.5, y - 0.5) < 0.46),
  )
}

async function drag(page: Page, frame: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await frame.boundingBox()
  if (!box) throw new Error('The frame is not shown')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by.x / 2, y + by.y / 2)
  await page.mouse.move(x + by.x, y + by.y)
  await page.mouse.up()
}

/** What the frame shows, without what is drawn over it. */
async function shown(frame: Locator): Promise<Picture> {
  await frame.evaluate((element) =>
    element.querySelectorAll('[aria-hidden=true]').forEach((line) => line.setAttribute('hidden', '')),
  )
  return read(await frame.screenshot({ animations: 'disabled' }))
}

async function stored(page: Page, path: string | null): Promise<Picture> {
  const answer = await page.context().request.get(path ?? '')
  expect(answer.ok()).toBe(true)
  return read(await answer.body())
}

test('what is in the frame is what is stored, for a banner and an avatar', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const dialog = page.getByRole('dialog')
  const frame = dialog.getByRole('application')
  const photo = await quadrants(1800, 1500)

  const banner = await test.step('a banner is dragged, and zoomed by the wheel', async () => {
    await page
      .getByLabel('Banner image', { exact: true })
      .setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: photo })
    await expect(frame).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Use this picture' })).toBeEnabled()
    await expectAccessible(page)
    await frame.hover()
    await page.mouse.wheel(0, -120)
    await drag(page, frame, { x: 60, y: -25 })
    await expect(dialog.getByRole('status')).not.toContainText('Zoom 100 %')
    const seen = await shown(frame)
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await expect(dialog).toBeHidden()
    return seen
  })

  const avatar = await test.step('an avatar is placed by the keyboard alone', async () => {
    await page
      .getByLabel('Profile image', { exact: true })
      .setInputFiles({ name: 'avatar.png', mimeType: 'image/png', buffer: photo })
    await expect(frame).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Use this picture' })).toBeEnabled()
    for (const key of ['+', '+', '+', '+', 'Shift+ArrowRight', 'ArrowRight', 'Shift+ArrowUp', 'ArrowDown'])
      await page.keyboard.press(key)
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('146')
    const seen = await shown(frame)
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await expect(dialog).toBeHidden()
    return seen
  })

  await test.step('it can be adjusted where it was left, and cancelled', async () => {
    await page.getByRole('button', { name: 'Change profile image' }).click()
    await page.getByRole('menuitem', { name: 'Adjust the picture for Profile image' }).click()
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('146')
    await page.keyboard.press('0')
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('100')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('saved, both are what the frames showed', async () => {
    const saving = page.waitForResponse((response) => response.url().includes('/creator/update/'))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const saved = (await (await saving).json()) as { bannerImage: string; profileImage: string }
    // A colour is another one at a border only: some of 576 places lie on one.
    expect(differences(await stored(page, saved.bannerImage), banner, grid(false))).toBeLessThan(24)
    expect(differences(await stored(page, saved.profileImage), avatar, grid(true))).toBeLessThan(24)
    // The placing did move something: the middle of the picture would have been another.
    const middle = await sharp(photo).resize(256, 256, { fit: 'cover' }).png().toBuffer()
    expect(
      differences(await stored(page, saved.profileImage), await read(middle), grid(true)),
    ).toBeGreaterThan(48)
  })
})

test('a file that is no picture is refused in the dialog, and a small one says so', async ({
  openBrowser,
  mailbox,
  allowError,
}) => {
  // The browser's tools look at the file that could not be shown.
  allowError(/Connecting to 'blob:/)
  const nila = aPerson('Nila Bose')
  const page = await openBrowser()
  await signUpUnseen(page, nila, mailbox)
  await page.goto('/settings')
  const field = page.getByLabel('Profile image', { exact: true })
  const dialog = page.getByRole('dialog')
  await field.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a JPEG, PNG, WebP, AVIF or GIF image.')
  await expect(dialog.getByRole('button', { name: 'Use this picture' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await field.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: await quadrants(40, 40) })
  await expect(dialog.getByText('will look blurred')).toBeVisible()
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
})
