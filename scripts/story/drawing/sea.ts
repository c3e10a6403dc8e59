import { chance, type Drawing, glow, gradient, ground, skyline, times } from './hand.ts'

/* What Asha sees and what her songs look like: the coast, the rain, the lamps. */

export const NIGHT = '#0d2529'
export const DEEP = '#143b3f'
export const CREAM = '#f4e8cb'
export const LAMP = '#f7c968'
export const CORAL = '#e27a54'

interface Weather {
  sky: readonly (readonly [at: number, colour: string])[]
  sun: { x: number; y: number; size: number; colour: string }
  /** From the farthest to the nearest. */
  hills: readonly string[]
  water: readonly [far: string, near: string]
}

const DUSK: Weather = {
  sky: [
    [0, '#12333a'],
    [0.45, '#3d6d6c'],
    [0.78, '#c9a878'],
    [1, '#f0c98e'],
  ],
  sun: { x: 0.7, y: 0.46, size: 0.13, colour: '#fbe6b4' },
  hills: ['#7f9c8e', '#4f7c76', '#2b5c5b'],
  water: ['#5f8a80', '#0f2e33'],
}
const DAWN: Weather = {
  sky: [
    [0, '#7fa6a6'],
    [0.5, '#dcc6a8'],
    [1, '#f3a98a'],
  ],
  sun: { x: 0.36, y: 0.4, size: 0.11, colour: '#fff0cf' },
  hills: ['#b99c92', '#8d7f84', '#5b6673'],
  water: ['#d9a68f', '#3f5664'],
}
const RAIN: Weather = {
  sky: [
    [0, '#26474c'],
    [0.6, '#5f8583'],
    [1, '#a3bdb0'],
  ],
  sun: { x: 0.62, y: 0.3, size: 0.1, colour: '#dbe6d4' },
  hills: ['#7c9b94', '#527874', '#2f5557'],
  water: ['#7b9c94', '#17363b'],
}
const NIGHTFALL: Weather = {
  sky: [
    [0, '#081a20'],
    [0.6, '#15393f'],
    [1, '#3f6a66'],
  ],
  sun: { x: 0.24, y: 0.26, size: 0.06, colour: CREAM },
  hills: ['#24504f', '#163c3f', '#0d2a2f'],
  water: ['#2c5c5a', '#071a1f'],
}

/** The bay: sky, sun, hills that fade into the mist, and light on the water. */
function bay(
  { width, height }: { width: number; height: number },
  { sky, sun, hills, water }: Weather,
  seed: number,
): string {
  const random = chance(seed)
  const horizon = height * 0.62
  const [x, y, size] = [sun.x * width, sun.y * height, sun.size * height]
  const far = hills.map((colour, index) =>
    ground(
      skyline(width, {
        y: horizon + index * height * 0.012,
        height: height * (0.3 - index * 0.07),
        seed: seed + index * 11,
      }),
      horizon + height * 0.03,
      colour,
      `fill-opacity="${0.75 + index * 0.1}"`,
    ),
  )
  const glints = times(150, (index) => {
    const depth = random() ** 1.7
    const spread = size * (0.5 + depth * 2.6)
    const length = random(10, 60) * (0.4 + depth) * (height / 560)
    const at = x + (random() + random() + random() - 1.5) * spread - length / 2
    const down = horizon + height * 0.012 + depth * (height - horizon)
    return `<rect x="${at.toFixed(0)}" y="${down.toFixed(0)}" width="${length.toFixed(0)}" height="${(1.5 + depth * height * 0.008).toFixed(1)}" rx="4" fill="${sun.colour}" fill-opacity="${(0.75 - depth * 0.5 - (index % 3) * 0.1).toFixed(2)}"/>`
  })
  const swell = times(46, (index) => {
    const depth = index / 46
    const down = horizon + depth ** 1.5 * (height - horizon)
    const from = random(-0.1, 0.9) * width
    const length = random(0.08, 0.3) * width
    return `<path d="M${from.toFixed(0)} ${down.toFixed(0)} q${(length / 2).toFixed(0)} ${(-3 - depth * 10).toFixed(0)} ${length.toFixed(0)} 0" fill="none" stroke="${index % 2 ? water[0] : '#000'}" stroke-opacity="${index % 2 ? 0.28 : 0.12}" stroke-width="${1 + depth * 4}" stroke-linecap="round"/>`
  })
  return `<defs>${gradient('sky', sky)}${gradient('water', [
    [0, water[0]],
    [1, water[1]],
  ])}${glow('halo', [
    [0, sun.colour, 0.7],
    [0.35, sun.colour, 0.22],
    [1, sun.colour, 0],
  ])}</defs>
    <rect width="${width}" height="${horizon + 4}" fill="url(#sky)"/>
    <circle cx="${x}" cy="${y}" r="${size * 3.6}" fill="url(#halo)"/><circle cx="${x}" cy="${y}" r="${size}" fill="${sun.colour}"/>
    ${far.join('')}
    <rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#water)"/>${swell}${glints}`
}

/** A fishing boat with its lantern; `size` is its length. */
function boat(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 120})">
    <path d="M-60 -6 C-30 4 34 4 62 -12 C54 16 38 22 8 22 H-26 C-46 22 -56 12 -60 -6Z" fill="${NIGHT}"/>
    <path d="M-34 -2 v-22 h26 v20Z" fill="${NIGHT}"/><path d="M8 0 V-86" stroke="${NIGHT}" stroke-width="4"/>
    <path d="M8 -84 C34 -60 40 -34 38 -16 L12 -8Z" fill="${CORAL}"/>
    <circle cx="-21" cy="-16" r="5" fill="${LAMP}"/><circle cx="-21" cy="-16" r="20" fill="${LAMP}" fill-opacity="0.22"/>
    <path d="M-30 40 h18 M-27 50 h12 M-24 60 h7" stroke="${LAMP}" stroke-opacity="0.6" stroke-width="4" stroke-linecap="round"/></g>`
}

export function rain(
  { width, height }: { width: number; height: number },
  count: number,
  seed: number,
): string {
  const random = chance(seed)
  return times(count, () => {
    const [x, y, length] = [random(0, width), random(-40, height), random(24, 78) * (height / 560)]
    return `<path d="M${x.toFixed(0)} ${y.toFixed(0)} l${(-length * 0.22).toFixed(0)} ${length.toFixed(0)}" stroke="#eaf3ea" stroke-opacity="${random(0.06, 0.24).toFixed(2)}" stroke-width="${random(1, 2.4).toFixed(1)}" stroke-linecap="round"/>`
  })
}

/** Houses on the shore, some with a light. */
function town({ width, height }: { width: number; height: number }, from: number, to: number): string {
  const random = chance(31)
  const horizon = height * 0.625
  const unit = height / 560
  let x = from * width
  let houses = ''
  while (x < to * width) {
    const [wide, tall] = [random(26, 54) * unit, random(18, 62) * unit]
    const roof = random() > 0.4 ? `l${wide / 2} ${-12 * unit} l${wide / 2} ${12 * unit}` : `h${wide}`
    houses += `<path d="M${x.toFixed(0)} ${horizon} v${-tall} ${roof} v${tall}Z" fill="${DEEP}"/>`
    if (random() > 0.35) {
      const [left, up] = [x + wide * random(0.2, 0.6), horizon - tall * random(0.35, 0.8)]
      houses += `<rect x="${left.toFixed(0)}" y="${up.toFixed(0)}" width="${6 * unit}" height="${8 * unit}" rx="1" fill="${LAMP}"/>
        <rect x="${(left + 1).toFixed(0)}" y="${horizon + 8 * unit}" width="${4 * unit}" height="${random(16, 50) * unit}" rx="2" fill="${LAMP}" fill-opacity="0.28"/>`
    }
    x += wide + random(-2, 4) * unit
  }
  return houses
}

/** The harbour while it rains, for the head of her page. */
export function harbour(): Drawing {
  const size = { width: 2240, height: 560 }
  return {
    ...size,
    shapes: `${bay(size, DUSK, 5)}${town(size, 0.44, 0.6)}${boat(1130, 452, 150)}${boat(1840, 402, 84)}${boat(1360, 388, 60)}${rain(size, 150, 3)}`,
  }
}

export function ferryAtDawn(): Drawing {
  const size = { width: 1500, height: 1000 }
  return { ...size, shapes: `${bay(size, DAWN, 22)}${boat(980, 760, 210)}${gulls(11, 420, 250)}` }
}

export function ferryInRain(): Drawing {
  const size = { width: 1500, height: 1000 }
  return {
    ...size,
    shapes: `${bay(size, RAIN, 41)}${town(size, 0.08, 0.5)}${rain(size, 190, 8)}${rail(size)}`,
  }
}

export function ferryAtNight(): Drawing {
  const size = { width: 1500, height: 1000 }
  return {
    ...size,
    shapes: `${bay(size, NIGHTFALL, 63)}${town(size, 0.3, 0.92)}${boat(520, 780, 190)}${boat(1130, 700, 90)}`,
  }
}

export function ferryAtDusk(): Drawing {
  const size = { width: 1500, height: 1000 }
  return { ...size, shapes: `${bay(size, DUSK, 77)}${gulls(7, 900, 260)}${rail(size)}` }
}

/** The ferry's rail, near and dark. */
function rail({ width, height }: { width: number; height: number }): string {
  const top = height * 0.84
  return `<path d="M0 ${top} C${width * 0.4} ${top - 26} ${width * 0.7} ${top - 10} ${width} ${top + 24}" fill="none" stroke="${NIGHT}" stroke-width="26"/>
    <path d="M0 ${top + 92} C${width * 0.4} ${top + 70} ${width * 0.7} ${top + 84} ${width} ${top + 116}" fill="none" stroke="${NIGHT}" stroke-width="12"/>
    ${times(6, (post) => `<rect x="${70 + post * 270}" y="${top - 22}" width="16" height="${height}" fill="${NIGHT}"/>`)}`
}

function gulls(seed: number, x: number, y: number): string {
  const random = chance(seed)
  return times(7, () => {
    const [left, up, size] = [x + random(-260, 260), y + random(-120, 120), random(14, 34)]
    return `<path d="M${left} ${up} q${size / 2} ${-size / 2} ${size} 0 q${size / 2} ${-size / 2} ${size} 0" fill="none" stroke="${DEEP}" stroke-width="${size / 7}" stroke-linecap="round"/>`
  })
}
