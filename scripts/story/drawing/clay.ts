import { chance, curve, type Drawing, glow, gradient, type Point, sheet, times } from './hand.ts'

/* Imani's shelf: pots turned from a profile, glazed by dipping. */

const TABLE = '#8d6040'

interface Glaze {
  clay: string
  glaze: string
  /** Where it ends, from the rim (0) to the foot (1). */
  to: number
}

const COBALT: Glaze = { clay: '#c9926a', glaze: '#2f5d8c', to: 0.7 }
const CELADON: Glaze = { clay: '#b97c55', glaze: '#9dbba3', to: 0.8 }
const BONE: Glaze = { clay: '#a9694a', glaze: '#f1e6d0', to: 0.64 }
const IRON: Glaze = { clay: '#7f4a33', glaze: '#3e2a25', to: 0.75 }
const OCHRE: Glaze = { clay: '#9d5c3c', glaze: '#dca548', to: 0.55 }
const RUST: Glaze = { clay: '#c98d64', glaze: '#b4562f', to: 0.86 }
const GLAZES = [COBALT, BONE, RUST, CELADON, OCHRE, IRON, BONE, CELADON, COBALT, OCHRE]

/** Half the width at each height, from the foot to the rim, and how high it is. */
type Profile = readonly [tall: number, ...radii: number[]]

const JAR: Profile = [250, 62, 104, 128, 126, 92, 56, 60]
const BOTTLE: Profile = [330, 58, 84, 88, 62, 28, 20, 22, 34]
const BOWL: Profile = [120, 46, 74, 112, 140, 152]
const CUP: Profile = [140, 52, 66, 70, 70, 72]
const VASE: Profile = [290, 48, 58, 78, 98, 92, 58, 40, 62]
const MOON: Profile = [240, 54, 110, 134, 134, 108, 62, 58]
const PROFILES = [JAR, CUP, BOTTLE, BOWL, VASE, MOON, CUP, BOWL]

/** A pot standing at (x, y), with light from the left. */
function pot(
  x: number,
  y: number,
  profile: Profile,
  { clay, glaze, to }: Glaze,
  scale: number,
  seed: number,
): string {
  const [tall, ...radii] = profile
  const random = chance(seed)
  const id = `p${seed}`
  const side = radii.map((radius, index): Point => [radius, -(index / (radii.length - 1)) * tall])
  const left = side.map(([radius, up]): Point => [-radius, up])
  const rim = radii.at(-1) ?? 0
  const foot = radii[0] ?? 0
  const outline = `${curve(left)}L${rim} ${-tall}${curve(side.toReversed()).replace('M', 'L')}Z`
  const widest = Math.max(...radii)
  const drip = Array.from({ length: 10 }, (_, index): Point => [
    -widest - 8 + (index * (widest * 2 + 16)) / 9,
    -tall * (1 - to) + random(-0.05, 0.05) * tall,
  ])
  const speckles = times(34, () => {
    const [at, up] = [random(-0.9, 0.9) * widest, -random(0.04, 0.96) * tall]
    return `<circle cx="${at.toFixed(0)}" cy="${up.toFixed(0)}" r="${random(0.8, 2.2).toFixed(1)}" fill="#2a1a14" fill-opacity="${random(0.12, 0.4).toFixed(2)}"/>`
  })
  return `<g transform="translate(${x} ${y}) scale(${scale})">
    <defs><clipPath id="${id}"><path d="${outline}"/></clipPath>${gradient(
      `${id}s`,
      [
        [0, '#fff', 0.1],
        [0.24, '#fff', 0.34],
        [0.5, '#fff', 0],
        [0.62, '#20100a', 0.08],
        [1, '#20100a', 0.58],
      ],
      'x1="0" y1="0" x2="1" y2="0"',
    )}</defs>
    <ellipse cx="${foot * 0.7 + 22}" cy="3" rx="${foot * 1.9}" ry="11" fill="#2a160c" fill-opacity="0.3"/>
    <g clip-path="url(#${id})"><rect x="-200" y="${-tall - 10}" width="400" height="${tall + 20}" fill="${clay}"/>
      <path d="${curve(drip)}V${-tall - 12}H${-widest - 10}Z" fill="${glaze}"/><path d="${curve(drip)}" fill="none" stroke="#fff" stroke-opacity="0.3" stroke-width="4"/>
      ${speckles}<rect x="${-widest - 8}" y="${-tall - 10}" width="${widest * 2 + 16}" height="${tall + 20}" fill="url(#${id}s)"/></g>
    <ellipse cy="${-tall}" rx="${rim}" ry="${Math.max(4, rim * 0.1)}" fill="${glaze}"/><ellipse cy="${-tall + 1}" rx="${rim - 5}" ry="${Math.max(2, rim * 0.1 - 3)}" fill="#1c110c" fill-opacity="0.6"/>
    <ellipse cx="${-widest * 0.42}" cy="${-tall * 0.62}" rx="${widest * 0.07}" ry="${tall * 0.13}" fill="#fff" fill-opacity="0.28" transform="rotate(6)"/></g>`
}

/** Plaster in the light of a window. */
function wall({ width, height }: { width: number; height: number }, from: string, to: string): string {
  const panes = times(2, (pane) => {
    const x = width * 0.34 + pane * height * 0.62
    return `<path d="M${x} ${-height * 0.1} h${height * 0.54} l${-height * 0.62} ${height * 1.2} h${-height * 0.54}Z" fill="#fffaf0" fill-opacity="0.24"/>`
  })
  return `<defs>${gradient('plaster', [
    [0, from],
    [1, to],
  ])}</defs>${sheet({ width, height }, 'url(#plaster)')}${panes}`
}

function plank(y: number, width: number): string {
  return `<rect y="${y}" width="${width}" height="18" fill="${TABLE}"/><rect y="${y}" width="${width}" height="4" fill="#fff" fill-opacity="0.22"/><rect y="${y + 18}" width="${width}" height="26" fill="#2a160c" fill-opacity="0.13"/>`
}

/** A wall of shelves, for the head of the page. */
export function shelves(): Drawing {
  const size = { width: 2240, height: 560 }
  const row = (y: number, offset: number, scale: number) => {
    const random = chance(offset + 3)
    return times(14, (place) => {
      const at = place + offset
      return pot(
        80 + place * 164 + random(-16, 16),
        y,
        PROFILES[(at * 3) % PROFILES.length] ?? JAR,
        GLAZES[(at * 7) % GLAZES.length] ?? BONE,
        scale * random(0.86, 1.06),
        100 * offset + place,
      )
    })
  }
  return {
    ...size,
    shapes: `${wall(size, '#efdfc2', '#d6b78c')}${plank(262, 2240)}${row(264, 1, 0.66)}${plank(520, 2240)}${row(522, 5, 0.68)}`,
  }
}

/** Three pots and a twig on a table. */
export function stillLife(): Drawing {
  const size = { width: 1600, height: 900 }
  const twig = `<path d="M1090 330 C1110 220 1060 130 1130 40" fill="none" stroke="#4d3a2a" stroke-width="7" stroke-linecap="round"/>${times(
    11,
    (leaf) => {
      const part = leaf / 11
      const [x, y] = [1090 + Math.sin(part * 4) * 22 + part * 22, 300 - part * 260]
      return `<path d="M${x} ${y} q${leaf % 2 ? 44 : -44} -46 ${leaf % 2 ? 84 : -84} -18 q${leaf % 2 ? -34 : 34} 36 ${leaf % 2 ? -84 : 84} 18Z" fill="${leaf % 3 ? '#6f8560' : '#8da07a'}"/>`
    },
  )}`
  return {
    ...size,
    shapes: `${wall(size, '#e8d0ac', '#cfa678')}<rect y="700" width="1600" height="200" fill="${TABLE}"/><rect y="700" width="1600" height="6" fill="#fff" fill-opacity="0.3"/>
      ${twig}${pot(1090, 748, BOTTLE, IRON, 1.3, 901)}${pot(560, 770, MOON, BONE, 1.75, 902)}${pot(850, 806, BOWL, COBALT, 1.3, 903)}${pot(1300, 790, CUP, RUST, 1.15, 904)}`,
  }
}

/** The blue, tried a hundred times. */
export function tiles(): Drawing {
  const size = { width: 1600, height: 900 }
  const random = chance(71)
  const blues = [
    '#23466f',
    '#2f5d8c',
    '#3f76a3',
    '#5b93b0',
    '#86b0b4',
    '#a9c4b0',
    '#c7d2b8',
    '#7c9c8d',
    '#345b66',
  ]
  const rows = times(6, (row) =>
    times(11, (column) => {
      const [x, y] = [56 + column * 136, 46 + row * 136]
      const index = Math.min(
        blues.length - 1,
        Math.max(0, Math.round(column * 0.66 + random(-1.2, 1.2) + row * 0.25)),
      )
      const colour = blues[index] ?? '#2f5d8c'
      const line = [0, 1, 2, 3, 4].map((step): Point => [x - 4 + step * 32, y + 78 + random(-16, 22)])
      const id = `t${row}-${column}`
      return `<clipPath id="${id}"><rect x="${x}" y="${y}" width="120" height="120" rx="11"/></clipPath>
        <rect x="${x + 4}" y="${y + 6}" width="120" height="120" rx="11" fill="#000" fill-opacity="0.35"/>
        <g clip-path="url(#${id})"><rect x="${x}" y="${y}" width="120" height="120" fill="#c29068"/><path d="${curve(line)}V${y - 4}H${x - 4}Z" fill="${colour}"/>
        <path d="M${x} ${y + 16} q60 ${random(-14, 24).toFixed(0)} 120 0 v-20 h-120Z" fill="#fff" fill-opacity="0.16"/><path d="${curve(line)}" fill="none" stroke="#fff" stroke-opacity="0.4" stroke-width="3"/></g>
        <circle cx="${x + 60}" cy="${y + 102}" r="5" fill="#4a2f24" fill-opacity="0.6"/>`
    }),
  )
  return { ...size, shapes: `${sheet(size, '#4a3327')}${rows}` }
}

/** A bowl from above, its glaze pooled in the middle. */
export function blueBowl(): Drawing {
  const size = { width: 1600, height: 900 }
  const random = chance(88)
  const rings = times(22, (ring) => {
    const points = Array.from({ length: 25 }, (_, step): Point => {
      const angle = (step / 24) * Math.PI * 2
      const reach = 340 - ring * 15 + Math.sin(angle * 3 + ring) * 2.4 + (step % 24 ? random(-1.5, 1.5) : 0)
      return [800 + Math.cos(angle) * reach, 450 + Math.sin(angle) * reach]
    })
    return `<path d="${curve(points)}Z" fill="none" stroke="${ring % 3 ? '#d9ecf0' : '#0e2742'}" stroke-opacity="${ring % 3 ? 0.13 : 0.22}" stroke-width="${random(2, 7).toFixed(1)}"/>`
  })
  const weave = times(
    60,
    (thread) =>
      `<path d="M0 ${thread * 15.4} H1600" stroke="#fff" stroke-opacity="0.16" stroke-width="3"/><path d="M${thread * 27} 0 V900" stroke="#7a5a3a" stroke-opacity="0.1" stroke-width="3"/>`,
  )
  return {
    ...size,
    shapes: `<defs>${glow('pool', [
      [0, '#0f2b4b'],
      [0.34, '#1f4f80'],
      [0.7, '#3f7fae'],
      [0.9, '#8fbac0'],
      [1, '#c9b48a'],
    ])}${glow('shade', [
      [0.7, '#2a160c', 0.5],
      [1, '#2a160c', 0],
    ])}</defs>${sheet(size, '#d9bf97')}${weave}
      <circle cx="846" cy="496" r="450" fill="url(#shade)"/><circle cx="800" cy="450" r="372" fill="#b67b52"/><circle cx="800" cy="450" r="358" fill="url(#pool)"/>${rings}
      <path d="M560 300 C620 210 720 160 830 158" fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="16" stroke-linecap="round"/><circle cx="545" cy="342" r="9" fill="#fff" fill-opacity="0.5"/>`,
  }
}

/** The kiln at the top of its heat, through the open bricks. */
export function fire(): Drawing {
  const size = { width: 1600, height: 900 }
  const random = chance(14)
  const bricks = times(9, (row) =>
    times(9, (column) => {
      const x = column * 200 - (row % 2) * 100
      const y = row * 104
      const near = Math.max(0, 1 - Math.hypot(x + 100 - 800, (y + 50 - 470) * 1.2) / 760)
      return `<rect x="${x + 4}" y="${y + 4}" width="190" height="95" rx="5" fill="#4a2a20"/><rect x="${x + 4}" y="${y + 4}" width="190" height="95" rx="5" fill="#f0793a" fill-opacity="${(near * 0.75 * random(0.75, 1)).toFixed(2)}"/>`
    }),
  )
  return {
    ...size,
    shapes: `<defs>${glow('heat', [
      [0, '#fff3c4'],
      [0.4, '#ffc35c'],
      [0.8, '#f27a30'],
      [1, '#a8381c'],
    ])}${glow('air', [
      [0, '#ff9a3c', 0.55],
      [1, '#ff9a3c', 0],
    ])}</defs>${sheet(size, '#25140f')}${bricks}<ellipse cx="800" cy="470" rx="760" ry="560" fill="url(#air)"/>
      <path d="M480 740 V430 C480 170 1120 170 1120 430 V740Z" fill="url(#heat)"/>
      <g fill="#7a2a14"><path d="M560 740 C540 660 560 620 590 600 V580 H650 V600 C680 620 700 660 680 740Z"/><path d="M730 740 C700 620 740 560 770 530 V470 H822 V530 C850 560 890 620 862 740Z"/><path d="M900 740 C890 690 880 670 872 640 H1048 C1040 670 1030 690 1020 740Z"/></g>
      <rect x="450" y="740" width="700" height="34" fill="#2b1611"/><path d="M480 740 V430 C480 170 1120 170 1120 430 V740" fill="none" stroke="#ffdf9a" stroke-opacity="0.7" stroke-width="7"/>`,
  }
}

/** One pot by itself: pictures of a set. */
export function onePot(which: 'moon' | 'bottle' | 'cup' | 'vase'): Drawing {
  const size = { width: 1200, height: 1200 }
  const shown = {
    moon: [MOON, BONE, 2.9, '#c8745a', '#a5523c'],
    bottle: [BOTTLE, COBALT, 2.5, '#ead9b8', '#cdb083'],
    cup: [CUP, OCHRE, 3.6, '#7d9a8a', '#57766a'],
    vase: [VASE, CELADON, 2.75, '#3f4c5c', '#29333f'],
  } as const
  const [profile, glaze, scale, from, to] = shown[which]
  return {
    ...size,
    shapes: `${wall(size, from, to)}<rect y="960" width="1200" height="240" fill="#fff" fill-opacity="0.14"/>${pot(590, 1000, profile, glaze, scale, 950)}`,
  }
}

/** Her jar, for a circle. */
export function jar(): Drawing {
  return {
    width: 512,
    height: 512,
    shapes: `<rect width="512" height="512" fill="#e9d3ad"/><rect y="400" width="512" height="112" fill="${TABLE}"/>${pot(256, 424, JAR, COBALT, 1.32, 960)}`,
  }
}
