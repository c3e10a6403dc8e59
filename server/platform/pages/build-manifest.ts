import fs from 'node:fs/promises'
import * as z from 'zod/mini'

/** Vite's manifest of a build: sources and the files made of them. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)

export type BuildManifest = z.infer<typeof manifestSchema>

export async function readBuildManifest(file: string): Promise<BuildManifest> {
  return z.parse(manifestSchema, JSON.parse(await fs.readFile(file, 'utf8')))
}

/**
 * Links that make the browser fetch the chunks of these sources, and their imports, in parallel with the entry and not
 * after it. Chunks of the entry itself are in the template already.
 */
export function chunkPreloads(manifest: BuildManifest, sources: readonly string[]): string {
  return scriptFiles(manifest, sources)
    .beside.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">\n    `)
    .join('')
}

/** The scripts of a page with these sources: those every page begins with, and those it loads besides them. */
export function scriptFiles(
  manifest: BuildManifest,
  sources: readonly string[],
): { atEntry: string[]; beside: string[] } {
  const atEntry = new Set<string>()
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) collect(manifest, name, atEntry)
  const wanted = new Set<string>()
  for (const source of sources) collect(manifest, source, wanted)
  return { atEntry: [...atEntry], beside: [...wanted].filter((file) => !atEntry.has(file)) }
}

/** What every page is written in; the browser would find them only after the stylesheet. Others are loaded where they are used. */
const FONTS_FIRST = new Set(['ui/fonts/fraunces-display.woff2', 'ui/fonts/figtree-text.woff2'])

export function fontPreloads(manifest: BuildManifest): string {
  return Object.entries(manifest)
    .filter(([source]) => FONTS_FIRST.has(source))
    .map(
      ([, { file }]) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />
    `,
    )
    .join('')
}

function collect(manifest: BuildManifest, name: string, into: Set<string>): void {
  const chunk = manifest[name]
  if (!chunk || into.has(chunk.file)) return
  into.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, into)
}
