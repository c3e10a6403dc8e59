import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { isLanguage } from '#contract/languages.ts'

import { renderPage } from './mails/page.ts'
import { samples } from './mails/samples.ts'

/*
 * `npx node scripts/mails.ts`: every letter of the product on one page, to be looked at. With `--language pseudo` in the
 * language of tests, in which a text that was never translated is seen at once.
 */

const { values } = parseArgs({ options: { language: { type: 'string', default: 'en' } } })
const { language } = values
if (!isLanguage(language)) throw new Error(`There is no language “${language}”.`)

const folder = path.join(import.meta.dirname, '../mails', language === 'en' ? '' : language)
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const file = path.join(folder, 'all.html')
await writeFile(file, renderPage(samples, language))
console.log(`${samples.length} mails: ${pathToFileURL(file).href}`)
