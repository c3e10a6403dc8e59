import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const WEB = path.join(import.meta.dirname, '../web')
/** Where lines run from right to left, these would point the wrong way. */
const POINTS_ALONG_THE_LINE = /Left|Right|^(?:ExternalLink$|List|LogIn|LogOut|Redo|Reply|Send|Undo)/
const IMPORT = /import \{([^}]*)\} from 'lucide-react'/

async function iconsInUse(): Promise<Set<string>> {
  const names = await fs.readdir(WEB, { recursive: true })
  const files = names.filter((name) => name.endsWith('.tsx') || name.endsWith('.ts'))
  const texts = await Promise.all(files.map((file) => fs.readFile(path.join(WEB, file), 'utf8')))
  const imported = texts.flatMap((text) => (IMPORT.exec(text)?.[1] ?? '').split(','))
  return new Set(imported.map((part) => part.trim().split(' ')[0] ?? '').filter((name) => name !== ''))
}

/** "ChevronLeft" is `lucide-chevron-left` in the page. */
function classOf(icon: string): string {
  return `.lucide-${icon.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()}`
}

test('every icon that points along the line turns round where lines run from right to left', async () => {
  const css = await fs.readFile(path.join(WEB, 'ui/direction.css'), 'utf8')
  const [rule = ''] = /\[dir='rtl'\]\s*:is\([^)]*\)/.exec(css) ?? []
  const turned = [...(await iconsInUse())].filter((icon) => POINTS_ALONG_THE_LINE.test(icon)).toSorted()
  expect(turned).toContain('ChevronLeft')
  expect(turned.filter((icon) => !new RegExp(`\\${classOf(icon)}\\b(?!-)`).test(rule))).toEqual([])
})
