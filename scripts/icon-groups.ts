import fs from 'node:fs'
import path from 'node:path'

/** What the bundler knows of a module. */
interface ModuleInfo {
  isEntry: boolean
  /** Files that import it statically. */
  importers: readonly string[]
}

interface Graph {
  getModuleInfo(id: string): ModuleInfo | null
}

const ICON = /node_modules\/lucide-react\/.*\/icons\/([a-z0-9-]+)\.m?js$/
const WEB = path.join(import.meta.dirname, '../web')
/** How a part that the server renders is named: see `lazyScreen`. */
const RENDERED = /import\.meta\.env\.SSR && '([^']+)'/g
const ICON_IMPORT = /import \{([^}]+)\} from 'lucide-react'/g

/**
 * Divides icons that several files use: those in pages the server renders, which every visitor loads, and those that
 * only members' screens and parts have, in a file that comes with the first of these. Icons are imported by name from
 * one module, so the bundler can't tell who uses which; the sources can.
 */
export function iconGroup(): (id: string, graph: Graph) => string | null {
  const { rendered, usersByIcon } = readSources()
  return (id, graph) => {
    const file = ICON.exec(id)?.[1]
    if (file === undefined) return null
    // An icon that is imported under another name than its file's stays with those of every page.
    const users = usersByIcon.get(pascalCase(file))
    return !users || users.some((user) => isReached(user, graph, rendered, new Set()))
      ? 'icons'
      : 'members-icons'
  }
}

/** Whether a module is part of a page that the server renders, or of the entry itself. */
function isReached(id: string, graph: Graph, rendered: ReadonlySet<string>, seen: Set<string>): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  if (!info) return false
  if (info.isEntry || rendered.has(id)) return true
  return info.importers.some((importer) => isReached(importer, graph, rendered, seen))
}

function readSources(): { rendered: Set<string>; usersByIcon: Map<string, string[]> } {
  const rendered = new Set<string>()
  const usersByIcon = new Map<string, string[]>()
  for (const name of fs.readdirSync(WEB, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue
    const file = path.join(WEB, name)
    const source = fs.readFileSync(file, 'utf8')
    for (const [, module = ''] of source.matchAll(RENDERED)) rendered.add(path.join(WEB, module))
    for (const [, icons = ''] of source.matchAll(ICON_IMPORT))
      for (const icon of icons.split(',').map((each) => each.trim().split(' ')[0] ?? ''))
        usersByIcon.set(icon, [...(usersByIcon.get(icon) ?? []), file])
  }
  return { rendered, usersByIcon }
}

function pascalCase(file: string): string {
  return file
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
