import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { ROOT } from './steps.ts'
import { callRows } from './spec-coverage/calls.ts'
import { entityRows } from './spec-coverage/entities.ts'
import { messageRows } from './spec-coverage/messages.ts'
import type { Place, Row, Section } from './spec-coverage/row.ts'
import { rightRows } from './spec-coverage/rights.ts'
import { accountScreenRows } from './spec-coverage/screens-account.ts'
import { creatorScreenRows } from './spec-coverage/screens-creator.ts'
import { siteScreenRows } from './spec-coverage/screens-site.ts'
import { stateRows } from './spec-coverage/states.ts'
import { validationRows } from './spec-coverage/validation.ts'
import { constantRows } from './spec-coverage/constants.ts'

/*
 * `npm run spec-coverage` writes docs/spec-coverage.md: every sentence of the specification with where it is
 * implemented and which test shows it. With --check, a step of `npm run check`, it writes nothing and fails when a
 * file, a symbol or a test that is named is not there any more, or when the page is not what the rows say.
 */

const PAGE = path.join(ROOT, 'docs/spec-coverage.md')

const SECTIONS: readonly Section[] = [
  { title: '2. Screens: the site, entry and layout', rows: siteScreenRows },
  { title: '2. Screens: creating and running a page', rows: creatorScreenRows },
  { title: '2. Screens: memberships, money and settings', rows: accountScreenRows },
  { title: '3. Entities and their fields', rows: entityRows },
  { title: '4. States and transitions', rows: stateRows },
  { title: '5. Validation rules', rows: validationRows },
  { title: '6. Roles and permissions', rows: rightRows },
  { title: '7. Calls', rows: callRows },
  { title: '8. Error catalogue', rows: messageRows },
  { title: '9. Business constants and limits', rows: constantRows },
]

const texts = new Map<string, string | null>()

function readText(file: string): string | null {
  const known = texts.get(file)
  if (known !== undefined) return known
  const full = path.join(ROOT, file)
  const text = fs.existsSync(full) ? fs.readFileSync(full, 'utf8') : null
  texts.set(file, text)
  return text
}

/** What is wrong with a row; nothing when all it names is there. */
function problemsOf({ says, where, tests }: Row): string[] {
  return [
    ...where.flatMap((place) => problemOfPlace(place, (text) => text.includes(place.find))),
    ...tests.flatMap((place) => problemOfTest(place)),
  ].map((problem) => `“${says}”: ${problem}`)
}

function problemOfPlace({ file, find }: Place, isThere: (text: string) => boolean): string[] {
  const text = readText(file)
  if (text === null) return [`there is no ${file}`]
  return isThere(text) ? [] : [`${file} has no ${find}`]
}

function problemOfTest(place: Place): string[] {
  if (!/\.(?:test|journey)\.tsx?$/.test(place.file)) return [`${place.file} holds no tests`]
  // Titles and sentences stand in quotes; one may go on where the row ends.
  return problemOfPlace(place, (text) => ["'", '"', '`'].some((quote) => text.includes(quote + place.find)))
}

function write(): string {
  const parts = SECTIONS.map(({ title, rows }) =>
    [
      `## ${title}`,
      '',
      '| the specification says | implemented in | shown by |',
      '|---|---|---|',
      ...rows.map(line),
      '',
    ].join('\n'),
  )
  const count = SECTIONS.reduce((sum, { rows }) => sum + rows.length, 0)
  return `${INTRODUCTION.replace('COUNT', String(count))}\n${parts.join('\n')}`
}

const INTRODUCTION = `# What the specification says, and where it is

Written by \`npm run spec-coverage\` from \`scripts/spec-coverage/\`; \`npm run check\` fails when it is old, or when a file,
a symbol or a test named here is gone. COUNT sentences.
`

function line({ says, where, tests }: Row): string {
  return `| ${cell(says)} | ${where.map(placeText).join('<br>')} | ${tests.map(placeText).join('<br>')} |`
}

function placeText({ file, find }: Place): string {
  return `[${path.basename(file)}](../${file}): ${cell(find)}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}

const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
const problems = SECTIONS.flatMap(({ rows }) => rows.flatMap(problemsOf))
const page = write()
if (!values.check) fs.writeFileSync(PAGE, page)
else if (readText('docs/spec-coverage.md') !== page)
  problems.push('docs/spec-coverage.md is old: run `npm run spec-coverage`')
for (const problem of problems) console.log(problem)
if (problems.length > 0) {
  console.log('Say in scripts/spec-coverage/ where it is now, then run `npm run spec-coverage`.')
  process.exitCode = 1
}
