import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/* Writes the icons of the web manifest from the favicon's shapes: `node scripts/icons.ts`. The PNGs are committed. */

const FOLDER = path.join(import.meta.dirname, '../web/public/icons')

/** The favicon's own box, which its shapes fill. */
const BOX = { x: 2, y: 2.2, size: 28 }
const PAPER = '#fbfaf6'

const shapes = [
  ...(await fs.readFile(path.join(FOLDER, '../favicon.svg'), 'utf8')).matchAll(/class="(\w+)" d="([^"]+)"/g),
]
const COLOURS: Record<string, string> = { dark: '#175439', light: '#3f9a71', gold: '#dfb861' }

/** `share`: how much of the edge the mark takes. Maskable icons keep it within the inner 80 % circle. */
async function writeIcon(
  name: string,
  sizePx: number,
  share: number,
  background: string | null,
): Promise<void> {
  const edge = BOX.size / share
  const inset = (edge - BOX.size) / 2
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}"
    viewBox="${BOX.x - inset} ${BOX.y - inset} ${edge} ${edge}">
    ${background ? `<rect x="${BOX.x - inset}" y="${BOX.y - inset}" width="${edge}" height="${edge}" fill="${background}"/>` : ''}
    ${shapes.map(([, kind = '', d]) => `<path fill="${COLOURS[kind]}" d="${d}"/>`).join('')}</svg>`
  await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toFile(path.join(FOLDER, name))
}

await fs.mkdir(FOLDER, { recursive: true })
await writeIcon('icon-192.png', 192, 0.9, null)
await writeIcon('icon-512.png', 512, 0.9, null)
await writeIcon('maskable-512.png', 512, 0.56, PAPER)
await writeIcon('apple-touch-180.png', 180, 0.72, PAPER)
