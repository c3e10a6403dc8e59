import path from 'node:path'
import { expect, test } from 'vitest'

import { iconGroup } from './icon-groups.ts'

const WEB = path.join(import.meta.dirname, '../web')
const iconFile = (name: string) => `/node_modules/lucide-react/dist/esm/icons/${name}.mjs`

/** A graph in which nothing imports anything, but for what is given: by whom a file is imported. */
function graphOf(importers: Record<string, string[]>) {
  return {
    getModuleInfo: (id: string) => ({
      isEntry: false,
      importers: (importers[path.relative(WEB, id)] ?? []).map((each) => path.join(WEB, each)),
    }),
  }
}

test('an icon of a page that the server renders is in every visitor’s file, through whatever imports it', () => {
  const graph = graphOf({ 'features/post-marks/mark-buttons.tsx': ['screens/post/post.tsx'] })
  expect(iconGroup()(iconFile('heart'), graph)).toBe('icons')
})

test('an icon that only members’ parts have is in theirs', () => {
  expect(iconGroup()(iconFile('pin-off'), graphOf({}))).toBe('members-icons')
})

test('an icon that is imported under another name stays with those of every page, and other modules are in neither', () => {
  expect(iconGroup()(iconFile('renamed-icon'), graphOf({}))).toBe('icons')
  expect(iconGroup()('/node_modules/zod/index.js', graphOf({}))).toBeNull()
})
