import fs from 'node:fs/promises'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan } from './steps.ts'

test.slow()

test('two files for two plans are written full-page, and each member downloads what is theirs', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await signUpCreator(asha, creator, mailbox, [
    { name: 'Tipsy', price: '5', description: 'Songs' },
    { name: 'Buzzed', price: '9', description: 'Stems' },
  ])
  const ravi = await openBrowser()
  await signUpUnseen(ravi, aPerson('Ravi Menon'), mailbox)
  await joinPlan(ravi, handle, 'Tipsy')

  await test.step('writing', async () => {
    await asha.goto(`/${handle}/write/new`)
    await asha.waitForURL(/write\/[0-9a-f-]{36}$/)
    await asha.getByLabel('Title').fill('The stems of Monsoon')
    await asha
      .getByLabel('Add files', { exact: true })
      .last()
      .setInputFiles([
        { name: 'sketch.pdf', mimeType: 'application/pdf', buffer: Buffer.from('a sketch') },
        { name: 'stems.zip', mimeType: 'application/zip', buffer: Buffer.from('all the stems') },
      ])
    const stems = asha.getByRole('list', { name: 'Files in this post' }).getByRole('listitem').last()
    await expect(stems.getByText(/Uploaded$/)).toBeVisible({ timeout: 30_000 })
    await stems.getByText('For everyone who can read the post', { exact: true }).click()
    await stems.getByRole('checkbox', { name: /^Buzzed/ }).check()
    await expect(stems.getByText('Only for Buzzed')).toBeVisible()
    await expectAccessible(asha)
    await expect(asha.getByText('Saved', { exact: true })).toBeVisible({ timeout: 30_000 })
    await asha.reload()
    await expect(stems.getByText('Only for Buzzed')).toBeVisible()
    await expect(stems.getByText(/Uploaded$/)).toBeVisible()
  })

  await test.step('as others would see them', async () => {
    await asha.getByRole('button', { name: 'Preview' }).click()
    const preview = asha.getByRole('dialog', { name: 'Preview' })
    await preview.getByLabel('As seen by').selectOption({ label: 'A member of Tipsy' })
    await expect(preview.getByRole('button', { name: 'Download sketch.pdf' })).toBeVisible()
    await expect(preview.getByRole('button', { name: 'Download stems.zip' })).toHaveCount(0)
    await preview.getByLabel('As seen by').selectOption({ label: 'A member of Buzzed' })
    await expect(preview.getByRole('button', { name: 'Download stems.zip' })).toBeVisible()
    await asha.keyboard.press('Escape')
  })

  await test.step('publishing for members', async () => {
    await asha.getByRole('button', { name: 'Publish', exact: true }).click()
    const panel = asha.getByRole('dialog', { name: 'Publish this post' })
    await panel
      .getByLabel('Who can read it', { exact: true })
      .selectOption({ label: 'Tipsy and up, $5/month' })
    await panel.getByRole('button', { name: 'Publish now' }).click()
    await asha.waitForURL(`**/${handle}`)
  })

  await test.step('a member of the cheaper plan has one of them', async () => {
    await ravi.goto(`/${handle}`)
    await ravi.getByRole('link', { name: 'The stems of Monsoon' }).first().click()
    await expect(ravi.getByRole('heading', { level: 1, name: 'The stems of Monsoon' })).toBeVisible()
    await expect(ravi.getByRole('button', { name: 'Download stems.zip' })).toHaveCount(0)
    await expect(ravi.getByText('For Buzzed')).toBeVisible()
    const downloading = ravi.waitForEvent('download')
    await ravi.getByRole('button', { name: 'Download sketch.pdf' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('sketch.pdf')
    expect(await fs.readFile(await download.path(), 'utf8')).toBe('a sketch')
  })

  await test.step('a visitor learns that there are two', async () => {
    const visitor = await openBrowser()
    await visitor.goto(`/${handle}`)
    const post = visitor.getByRole('article').filter({ hasText: 'The stems of Monsoon' })
    await expect(post.getByText('2 files')).toBeVisible()
    await expect(visitor.getByText('sketch.pdf')).toHaveCount(0)
  })

  await test.step('the download is counted for its creator', async () => {
    await expect(async () => {
      await asha.reload()
      await expect(asha.getByText(/1 download$/)).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 20_000 })
  })
})
