import {
  chance,
  curve,
  type Drawing,
  glow,
  gradient,
  ground,
  type Point,
  sheet,
  skyline,
  times,
} from './hand.ts'

/* What Tomás draws on the way: hills behind hills, maps, borders. */

const INK = '#1d1836'
const PLUM = '#4a3a6b'
const APRICOT = '#f4b98a'
const BONE = '#f5e8d2'
const SIGNAL = '#d9573b'
const MOSS = '#5d6f52'

const WIDE = { width: 1600, height: 900 }

/** Hills behind hills, each paler than the one before it, with mist in the valleys. */
function hills(
  { width, height }: { width: number; height: number },
  colours: readonly string[],
  { top, seed, rough }: { top: number; seed: number; rough: number },
): string {
  return colours
    .map((colour, index) => {
      const part = index / Math.max(1, colours.length - 1)
      const y = height * (top + (0.94 - top) * part)
      const line = skyline(width, {
        y,
        height: height * rough * (1 - part * 0.45),
        seed: seed + index * 17,
        steps: 44,
      })
      return `<defs>${gradient(`h${seed}${index}`, [
        [0, colour],
        [1, colour, index === colours.length - 1 ? 1 : 0.78],
      ])}</defs>${ground(line, height, `url(#h${seed}${index})`)}`
    })
    .join('')
}

function sky(
  size: { width: number; height: number },
  stops: readonly (readonly [number, string])[],
  sun: { x: number; y: number; size: number; colour: string },
): string {
  return `<defs>${gradient('air', stops)}${glow('halo', [
    [0, sun.colour, 0.75],
    [1, sun.colour, 0],
  ])}</defs>${sheet(size, 'url(#air)')}<circle cx="${sun.x}" cy="${sun.y}" r="${sun.size * 3.4}" fill="url(#halo)"/><circle cx="${sun.x}" cy="${sun.y}" r="${sun.size}" fill="${sun.colour}"/>`
}

/** He, with his stick and his pack. */
function walker(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${INK}"><circle cx="0" cy="-60" r="8"/><path d="M-14 -62 h26 l-4 -6 h-4 l-3 -7 h-8 l-2 7Z"/><path d="M-7 -50 C-4 -54 8 -54 9 -48 L8 -20 L14 2 H8 L2 -16 L-8 2 H-14 L-6 -22Z"/><rect x="-20" y="-50" width="13" height="26" rx="5"/><path d="M8 -42 L20 -28 M20 -44 L24 2" stroke="${INK}" stroke-width="3" stroke-linecap="round"/></g>`
}

/** Evening, for the head of the page. */
export function dusk(): Drawing {
  const size = { width: 2240, height: 560 }
  return {
    ...size,
    shapes: `${sky(
      size,
      [
        [0, '#43386f'],
        [0.5, '#a8708f'],
        [0.85, APRICOT],
      ],
      { x: 1380, y: 250, size: 62, colour: '#ffe7bd' },
    )}${hills(size, ['#b48aa3', '#93719a', '#6f5a88', PLUM, '#332a54', INK], { top: 0.5, seed: 12, rough: 0.5 })}${walker(1560, 470, 0.9)}`,
  }
}

/** A map of heights: the lines where a landscape made of waves passes each level. */
export function contours(): Drawing {
  const random = chance(91)
  const bumps = Array.from({ length: 9 }, () => ({
    x: random(0, 1600),
    y: random(0, 900),
    reach: random(150, 380),
    tall: random(0.5, 1.3),
  }))
  const heightAt = (x: number, y: number) =>
    bumps.reduce(
      (sum, bump) => sum + bump.tall * Math.exp(-((x - bump.x) ** 2 + (y - bump.y) ** 2) / bump.reach ** 2),
      0,
    ) +
    Math.sin(x / 190 + y / 270) * 0.06
  const levels = times(20, (level) => {
    const at = 0.12 + level * 0.085
    const isMain = level % 5 === 0
    return `<path d="${crossings(heightAt, at)}" fill="none" stroke="${isMain ? '#8a5a3a' : '#b98a5c'}" stroke-opacity="${isMain ? 0.9 : 0.6}" stroke-width="${isMain ? 3 : 1.6}" stroke-linecap="round"/>`
  })
  const way: Point[] = [
    [90, 770],
    [260, 640],
    [330, 480],
    [520, 430],
    [640, 560],
    [840, 590],
    [960, 440],
    [900, 290],
    [1080, 200],
    [1280, 270],
    [1390, 160],
  ]
  const stops = [way[0], way[3], way[6], way[10]]
  return {
    ...WIDE,
    shapes: `<defs>${glow('green', [
      [0, '#c9d1a4', 0.9],
      [1, '#c9d1a4', 0],
    ])}</defs>${sheet(WIDE, '#f2e4c8')}${bumps.map(({ x, y, reach }) => `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${reach.toFixed(0)}" fill="url(#green)"/>`).join('')}
      <path d="M-20 210 C240 260 300 90 560 150 S900 40 1010 -20" fill="none" stroke="#8fb4bd" stroke-width="20" stroke-linecap="round"/>${levels}
      <path d="${curve(way)}" fill="none" stroke="${SIGNAL}" stroke-width="9" stroke-linecap="round" stroke-dasharray="2 20"/>
      ${stops.map((stop) => (stop ? `<circle cx="${stop[0]}" cy="${stop[1]}" r="17" fill="${BONE}" stroke="${SIGNAL}" stroke-width="7"/>` : '')).join('')}
      <g transform="translate(1460 770)" fill="none" stroke="${INK}" stroke-width="4"><circle r="62"/><path d="M0 -84 L15 0 L0 84 L-15 0Z" fill="${INK}"/><path d="M-84 0 L0 12 L84 0 L0 -12Z"/></g>`,
  }
}

const CELL = 20

/** Where a surface passes a level, as short lines in a grid (marching squares). */
function crossings(heightAt: (x: number, y: number) => number, level: number): string {
  let path = ''
  for (let y = 0; y < WIDE.height; y += CELL)
    for (let x = 0; x < WIDE.width; x += CELL) {
      const corners = [
        [x, y],
        [x + CELL, y],
        [x + CELL, y + CELL],
        [x, y + CELL],
      ] as const
      const found: Point[] = []
      for (const [index, from] of corners.entries()) {
        const to = corners[(index + 1) % 4] ?? from
        const [one, two] = [heightAt(...from) - level, heightAt(...to) - level]
        if (one < 0 === two < 0) continue
        const part = one / (one - two)
        found.push([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part])
      }
      const [start, end] = found
      if (start && end)
        path += `M${start[0].toFixed(1)} ${start[1].toFixed(1)}L${end[0].toFixed(1)} ${end[1].toFixed(1)}`
    }
  return path
}

/** A bar across a road, and somebody to check it. */
export function border(): Drawing {
  const stripes = times(
    9,
    (stripe) =>
      `<path d="M${600 + stripe * 84} 0 h42 l-18 40 h-42Z" fill="${stripe % 2 ? SIGNAL : SIGNAL}"/>`,
  )
  return {
    ...WIDE,
    shapes: `${sky(
      WIDE,
      [
        [0, '#8fb0bf'],
        [0.62, '#f1dfc0'],
      ],
      { x: 430, y: 330, size: 70, colour: '#fff3d6' },
    )}${hills(WIDE, ['#b6b7a6', '#94a088', MOSS], { top: 0.56, seed: 33, rough: 0.2 })}
      <path d="M640 900 L770 640 H830 L1080 900Z" fill="#dcc7a2"/><path d="M800 660 L812 720 M818 750 L834 900" stroke="${BONE}" stroke-width="8"/>
      <g transform="translate(0 610)"><rect x="560" y="6" width="800" height="40" rx="6" fill="${BONE}"/><g transform="translate(0 6)">${stripes}</g></g>
      <rect x="500" y="560" width="74" height="200" rx="8" fill="${INK}"/><rect x="1350" y="590" width="26" height="170" fill="${INK}"/>
      <g transform="translate(250 480)"><path d="M0 280 V60 L90 0 L180 60 V280Z" fill="${BONE}"/><path d="M-22 74 L90 -14 L202 74" fill="none" stroke="${SIGNAL}" stroke-width="24" stroke-linejoin="round"/><rect x="46" y="110" width="88" height="74" fill="${PLUM}"/><path d="M90 110 v74 M46 147 h88" stroke="${BONE}" stroke-width="6"/></g>
      <g transform="translate(935 768)" fill="${INK}"><path d="M-70 -52 C-40 -66 20 -64 44 -58 L60 -92 C66 -104 92 -104 98 -88 L122 -78 C124 -66 110 -60 94 -60 L80 -26 L84 20 H68 L58 -18 C30 -10 -20 -10 -42 -20 L-52 20 H-68 L-66 -20 C-92 -40 -96 -80 -88 -100 C-84 -80 -80 -60 -70 -52Z"/><path d="M64 -96 l4 -26 l16 18Z"/></g>
      <ellipse cx="945" cy="792" rx="110" ry="10" fill="${INK}" fill-opacity="0.25"/>`,
  }
}

/** A white road between cypresses. */
export function cypresses(): Drawing {
  const random = chance(17)
  const tree = (x: number, y: number, tall: number) =>
    `<path d="M${x} ${y} C${x - tall * 0.17} ${y - tall * 0.3} ${x - tall * 0.1} ${y - tall * 0.8} ${x} ${y - tall} C${x + tall * 0.1} ${y - tall * 0.8} ${x + tall * 0.17} ${y - tall * 0.3} ${x} ${y}Z" fill="#2f4a3c"/><path d="M${x} ${y} C${x + tall * 0.17} ${y - tall * 0.3} ${x + tall * 0.1} ${y - tall * 0.8} ${x} ${y - tall}Z" fill="#1f3530"/><path d="M${x} ${y} l${tall * 0.9} ${tall * 0.16} l${-tall * 0.5} 0Z" fill="${INK}" fill-opacity="0.18"/>`
  const rows = times(9, (at) => tree(1010 - at * 66 + random(-12, 12), 640 + at * 22, 120 + at * 26))
  return {
    ...WIDE,
    shapes: `${sky(
      WIDE,
      [
        [0, '#e9a36b'],
        [0.5, '#f7d9a2'],
      ],
      { x: 1180, y: 280, size: 96, colour: '#fff0c9' },
    )}${hills(WIDE, ['#d9a377', '#c58f5f', '#b08650', '#8d7f4a'], { top: 0.5, seed: 58, rough: 0.26 })}
      <path d="M1060 620 C1140 650 960 690 900 740 C820 800 900 840 760 900 H1080 C1100 820 1040 800 1080 750 C1120 700 1180 650 1090 620Z" fill="${BONE}"/>${rows}${walker(968, 760, 1.1)}`,
  }
}

/** Postcards home: twelve small evenings. */
export function stamps(): Drawing {
  const skies = ['#f4b98a', '#8fb0bf', '#e9a36b', '#6f5a88', '#c9d1a4', '#d9573b', '#f1dfc0', '#93719a']
  const rows = times(2, (row) =>
    times(4, (column) => {
      const [x, y, seed] = [110 + column * 355, 70 + row * 395, row * 4 + column]
      const edge = times(40, (hole) => {
        const part = hole % 10
        const [left, top] =
          hole < 20
            ? [x + part * 33.5 + 8, y + (hole < 10 ? 0 : 360)]
            : [x + (hole < 30 ? 0 : 318), y + part * 38 + 10]
        return `<circle cx="${left}" cy="${top}" r="9" fill="#cdb99a"/>`
      })
      const colour = skies[seed] ?? APRICOT
      const dark = [PLUM, MOSS, '#7a4a35', INK][seed % 4] ?? PLUM
      const line = (down: number, more: number) =>
        skyline(270, { y: y + down, height: 90, seed: seed * 7 + more, steps: 12 }).map(
          ([left, top]): Point => [left + x + 24, top],
        )
      return `<rect x="${x + 8}" y="${y + 12}" width="318" height="360" fill="#000" fill-opacity="0.16"/><rect x="${x}" y="${y}" width="318" height="360" fill="${BONE}"/>${edge}
        <rect x="${x + 24}" y="${y + 24}" width="270" height="312" fill="${colour}"/><circle cx="${x + 90 + (seed % 3) * 60}" cy="${y + 120}" r="34" fill="#fff3d6"/>
        ${ground(line(230, 1), y + 336, dark, 'fill-opacity="0.5"')}${ground(line(276, 2), y + 336, dark, 'fill-opacity="0.75"')}${ground(line(320, 3), y + 336, dark)}`
    }),
  )
  return {
    ...WIDE,
    shapes: `${sheet(WIDE, '#cdb99a')}<g transform="rotate(-2 800 450)">${rows}</g><g fill="none" stroke="${INK}" stroke-opacity="0.45" stroke-width="7"><circle cx="1230" cy="470" r="116"/><circle cx="1230" cy="470" r="86"/><path d="M900 420 q60 -34 120 0 t120 0 M900 470 q60 -34 120 0 t120 0 M900 520 q60 -34 120 0 t120 0"/></g>`,
  }
}

/** A page of the sketchbook: ink, wash, and a line of the day. */
export function sketch(which: 'ferry' | 'chapel' | 'bread' | 'night'): Drawing {
  const size = { width: 1200, height: 1500 }
  const wash = { ferry: '#8fb0bf', chapel: APRICOT, bread: '#dca548', night: '#6f5a88' }[which]
  const ink = `fill="none" stroke="${INK}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"`
  const random = chance(which.length * 13 + which.charCodeAt(0))
  const washes = times(4, (layer) => {
    const points = Array.from({ length: 13 }, (_, step): Point => {
      const angle = (Math.min(step, 12) / 12) * Math.PI * 2
      const reach = step === 12 || step === 0 ? 1 : random(0.8, 1.14)
      return [
        600 + layer * 14 + Math.cos(angle) * (470 - layer * 74) * reach,
        770 + layer * 26 + Math.sin(angle) * (400 - layer * 66) * reach,
      ]
    })
    return `<path d="${curve(points)}Z" fill="${layer === 3 ? '#fff' : wash}" fill-opacity="${[0.34, 0.36, 0.34, 0.2][layer]}"/>`
  })
  const subject = {
    ferry: `<path d="M250 900 H930 L870 1010 H330Z M360 900 V800 H780 V900 M430 800 V720 H690 V800 M600 720 V600 M600 620 q70 -40 130 10 M400 850 h60 M500 850 h60 M600 850 h60 M700 850 h40 M190 1060 q60 -30 120 0 t120 0 t120 0 t120 0 t120 0 t120 0"/>`,
    chapel: `<path d="M400 1040 V740 L600 590 L800 740 V1040Z M600 590 V480 M560 520 h80 M540 1040 V900 C540 830 660 830 660 900 V1040 M600 700 m-34 0 a34 34 0 1 0 68 0 a34 34 0 1 0 -68 0 M250 1040 H960 M300 1040 C270 900 300 780 330 720 C360 780 390 900 360 1040"/>`,
    bread: `<path d="M300 900 C300 740 900 740 900 900 C900 990 300 990 300 900Z M430 800 l50 90 M560 780 l50 100 M690 790 l44 90 M230 980 H990 M760 700 V540 C760 500 860 500 860 540 V700 C860 760 760 760 760 700Z M780 540 h60"/>`,
    night: `<path d="M240 1040 H980 M330 1040 V820 L480 700 L630 820 V1040 M630 860 H860 V1040 M420 1040 V930 H520 V1040 M700 920 h80 v60 h-80Z M420 840 h100 M780 560 a90 90 0 1 0 60 150 a110 110 0 0 1 -60 -150Z"/>`,
  }[which]
  const scribble = times(
    3,
    (line) =>
      `<path d="${curve(Array.from({ length: 22 }, (_, step): Point => [230 + step * (34 - line * 5), 1230 + line * 62 + (step % 2 ? -12 : 10) * ((step * 7 + line) % 4 > 1 ? 1 : 0.3)]))}" fill="none" stroke="${INK}" stroke-opacity="0.7" stroke-width="4" stroke-linecap="round"/>`,
  )
  return {
    ...size,
    shapes: `${sheet(size, '#f3e8d3')}${washes}
      <g ${ink}>${subject}</g>${scribble}<path d="M70 0 V1500" stroke="#000" stroke-opacity="0.08" stroke-width="30"/>`,
  }
}

/** Where he is going, for a circle. */
export function summit(): Drawing {
  const size = { width: 512, height: 512 }
  return {
    ...size,
    shapes: `${sky(
      size,
      [
        [0, '#43386f'],
        [0.8, APRICOT],
      ],
      { x: 330, y: 190, size: 64, colour: '#ffe7bd' },
    )}${hills(size, ['#93719a', PLUM, INK], { top: 0.56, seed: 5, rough: 0.36 })}${walker(190, 420, 1.9)}`,
  }
}
