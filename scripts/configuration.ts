import fs from 'node:fs'

import { GOOGLES_PREFIXES, OUR_PREFIXES } from '#server/platform/known-settings.ts'
import { SETTINGS } from '#server/platform/settings.ts'

import { ROOT } from './steps.ts'

export const CONFIGURATION_PAGE = `${ROOT}/docs/configuration.md`

/* Writes docs/configuration.md: `npx node scripts/configuration.ts`. */

/** The page, as Markdown. */
export function writeConfiguration(): string {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  const rows = SETTINGS.map(
    ({ names, byDefault, meaning, accepted }) =>
      `| ${code(names)} | ${byDefault} | ${meaning} | ${accepted} |`,
  )
  return `# Configuration

Every setting is an environment variable, read once at the start. What is missing, wrong or incomplete is listed in one message, and
nothing starts. A name that begins with ${code(OUR_PREFIXES)} but isn't here counts as wrong: it is nearly
always a typing mistake. Names that Google's own programs read (${code(GOOGLES_PREFIXES)} …) are ignored.

This page is written by \`npx node scripts/configuration.ts\` from \`server/platform/settings.ts\`. For development, nothing has to be set;
[self-hosting](self-hosting.md) says what production needs.

| variable | default | meaning | accepted |
|---|---|---|---|
${rows.join('\n')}
`
}

if (import.meta.main) fs.writeFileSync(CONFIGURATION_PAGE, writeConfiguration())
