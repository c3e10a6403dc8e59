import sharp from 'sharp'

/** A picture in shapes: SVG without its frame. */
export interface Drawing {
  width: number
  height: number
  shapes: string
}

export type Point = readonly [x: number, y: number]

/** Numbers from 0 to 1, the same ones for the same seed: the story looks alike on every machine. */
export function chance(seed: number): (from?: number, to?: number) => number {
  let state = seed >>> 0
  return (from = 0, to = 1) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * (to - from)
  }
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

/** A curve through all of the points, as the commands after the first point. */
function through(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0]
  return points
    .slice(1)
    .map((end, index) => {
      const [before, start, after] = [at(index - 1), at(index), at(index + 2)]
      const one: Point = [start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6]
      const two: Point = [end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6]
      return `C${[one, two, end].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' ')}`
    })
    .join('')
}

export function curve(points: readonly Point[]): string {
  const [first = [0, 0]] = points
  return `M${first[0].toFixed(1)} ${first[1].toFixed(1)}${through(points)}`
}

/** Hills, waves of a coast, clouds: a line from left to right that rises and falls at several scales at once. */
export function skyline(
  width: number,
  { y, height, seed, steps = 28 }: { y: number; height: number; seed: number; steps?: number },
): Point[] {
  const random = chance(seed)
  const waves = [1, 2.3, 5.1].map((rate, index) => ({
    rate: rate * random(0.8, 1.3),
    phase: random(0, 6.3),
    size: [0.55, 0.3, 0.15][index] ?? 0,
  }))
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const part = step / steps
    const rise = waves.reduce(
      (sum, { rate, phase, size }) => sum + size * Math.sin(part * 6.3 * rate + phase),
      0,
    )
    return [part * width, y - height * (0.5 + rise / 2)]
  })
}

/** The ground below a skyline. */
export function ground(points: readonly Point[], bottom: number, fill: string, more = ''): string {
  return `<path d="${curve(points)}V${bottom}H${points[0]?.[0] ?? 0}Z" fill="${fill}" ${more}/>`
}

/** A fill that changes from top to bottom, or along the way given. */
export function gradient(
  id: string,
  stops: readonly (readonly [at: number, colour: string, opacity?: number])[],
  way = 'x1="0" y1="0" x2="0" y2="1"',
): string {
  return `<linearGradient id="${id}" ${way}>${stopsOf(stops)}</linearGradient>`
}

export function glow(
  id: string,
  stops: readonly (readonly [at: number, colour: string, opacity?: number])[],
  way = '',
): string {
  return `<radialGradient id="${id}" ${way}>${stopsOf(stops)}</radialGradient>`
}

function stopsOf(stops: readonly (readonly [at: number, colour: string, opacity?: number])[]): string {
  return stops
    .map(
      ([at, colour, opacity = 1]) =>
        `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('')
}

export function sheet({ width, height }: Pick<Drawing, 'width' | 'height'>, fill: string, more = ''): string {
  return `<rect width="${width}" height="${height}" fill="${fill}" ${more}/>`
}

const GRAIN_SIZE = 256

/** The drawing as a picture, printed on paper: its grain takes the coldness out of flat colour. `scale` 1 is its own size. */
export async function paint({ width, height, shapes }: Drawing, scale = 1): Promise<Buffer> {
  const [widthPx, heightPx] = [Math.round(width * scale), Math.round(height * scale)]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`
  return sharp(Buffer.from(svg))
    .flatten()
    .composite([
      {
        input: grain(),
        raw: { width: GRAIN_SIZE, height: GRAIN_SIZE, channels: 4 },
        tile: true,
        blend: 'overlay',
      },
    ])
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

function grain(): Buffer {
  const random = chance(7)
  const bytes = Buffer.alloc(GRAIN_SIZE * GRAIN_SIZE * 4)
  for (let at = 0; at < bytes.length; at += 4) {
    const light = (random() + random() + random()) / 3
    bytes.fill(light > 0.5 ? 255 : 0, at, at + 3)
    bytes[at + 3] = Math.round(Math.abs(light - 0.5) * 110)
  }
  return bytes
}
