import { chance, curve, type Drawing, glow, gradient, ground, sheet, skyline, times } from './hand.ts'
import { CORAL, CREAM, DEEP, LAMP, NIGHT, rain } from './sea.ts'

/* Covers of Asha's songs, where she records them, and she. */

const TEAL = '#22595a'
const MIST = '#8fb5a6'

const WIDE = { width: 1600, height: 900 }

/** Drops on dark water: the cover of the record. */
export function ripples(): Drawing {
  const drops = [
    [1040, 430, 15, LAMP],
    [470, 620, 10, CREAM],
    [1330, 720, 7, CREAM],
    [330, 240, 6, MIST],
    [760, 180, 5, CREAM],
  ] as const
  const rings = drops.map(([x, y, count, colour]) =>
    times(count, (ring) => {
      const size = 16 + ring * 25 + ring ** 1.4 * 5
      return `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.46}" fill="none" stroke="${colour}" stroke-opacity="${(0.92 - (ring / count) * 0.8).toFixed(2)}" stroke-width="${(4.6 - (ring / count) * 3.2).toFixed(1)}"/>`
    }),
  )
  return {
    ...WIDE,
    shapes: `<defs>${gradient('pond', [
      [0, '#2d6a66'],
      [0.55, '#17454a'],
      [1, '#0a2328'],
    ])}${glow('lit', [
      [0, LAMP, 0.4],
      [1, LAMP, 0],
    ])}</defs>${sheet(WIDE, 'url(#pond)')}
      <ellipse cx="1040" cy="430" rx="640" ry="330" fill="url(#lit)"/>${rings.join('')}
      <circle cx="1040" cy="428" r="7" fill="${LAMP}"/>${rain(WIDE, 34, 12)}`,
  }
}

/** Folded boats on bands of water: "Paper Boats". */
export function paperBoats(): Drawing {
  const colours = ['#9fc0ae', '#6f9f94', '#477f7b', '#2f6566', '#1e4d51', '#12373c']
  const bands = colours.map((colour, band) => {
    const y = 330 + band * 105
    const crests = Array.from({ length: 17 }, (_, step) => {
      return [step * 125 - 80 - band * 41, y + (step % 2 ? -34 : 30) - (band % 2 ? 10 : 0)] as const
    })
    const boats = [
      folded(band === 1 ? [1180, y - 62, 0.72, CREAM, '#d8c59c', -5] : null),
      folded(band === 2 ? [420, y - 78, 1.05, CREAM, '#d8c59c', 5] : null),
      folded(band === 4 ? [960, y - 104, 1.5, CORAL, '#b9552f', -4] : null),
    ]
    return `${boats.join('')}${ground(crests, 900, colour)}<path d="${curve(crests)}" fill="none" stroke="${CREAM}" stroke-opacity="0.35" stroke-width="3"/>`
  })
  return {
    ...WIDE,
    shapes: `<defs>${gradient('air', [
      [0, '#f3dfb4'],
      [1, '#e9c693'],
    ])}</defs>${sheet(WIDE, 'url(#air)')}<circle cx="800" cy="300" r="190" fill="#f8efd6"/>${bands.join('')}`,
  }
}

function folded(
  boat: readonly [x: number, y: number, scale: number, light: string, shade: string, tilt: number] | null,
): string {
  if (!boat) return ''
  const [x, y, scale, light, shade, tilt] = boat
  return `<g transform="translate(${x} ${y}) rotate(${tilt}) scale(${scale})"><path d="M0 -108 L62 20 H-62Z" fill="${light}"/><path d="M0 -108 L62 20 H0Z" fill="${shade}"/>
    <path d="M-130 -26 L-62 20 L0 -6 L62 20 L130 -26 L78 56 H-78Z" fill="${light}"/><path d="M0 -6 L62 20 L130 -26 L78 56 H0Z" fill="${shade}"/></g>`
}

/** Five lines that become waves, with a song on them. */
export function staves(): Drawing {
  const random = chance(19)
  const line = (system: number, row: number) => (x: number) =>
    190 +
    system * 250 +
    row * 26 +
    Math.sin(x / 210 + system * 1.4) * (26 + system * 8) +
    Math.sin(x / 83 + row) * 2
  const systems = times(3, (system) => {
    const rows = times(5, (row) => {
      const points = Array.from(
        { length: 41 },
        (_, step) => [step * 42 - 40, line(system, row)(step * 42 - 40)] as const,
      )
      return `<path d="${curve(points)}" fill="none" stroke="${DEEP}" stroke-width="3" stroke-opacity="0.8"/>`
    })
    const notes = times(15, (note) => {
      const x = 120 + note * 98 + random(-18, 18)
      const y = line(system, 0)(x) + Math.round(random(-1, 8)) * 13
      const stem = random() > 0.45 ? -96 : 96
      const colour = system === 1 && note === 7 ? CORAL : NIGHT
      const flag = random() > 0.7 ? `q4 26 30 34` : ''
      return `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)})"><ellipse rx="18" ry="13" transform="rotate(-22)" fill="${colour}"/><path d="M${stem < 0 ? 16 : -16} 0 v${stem} ${stem < 0 ? flag : ''}" stroke="${colour}" stroke-width="4" fill="none"/></g>`
    })
    return rows + notes
  })
  return {
    ...WIDE,
    shapes: `${sheet(WIDE, '#f1e4c6')}<circle cx="1120" cy="400" r="280" fill="${LAMP}" fill-opacity="0.75"/><path d="M0 640 C400 560 700 760 1600 620 V900 H0Z" fill="${MIST}" fill-opacity="0.55"/>${systems}`,
  }
}

/** Lamps and their long reflections. */
export function lamps(): Drawing {
  const random = chance(44)
  const colours = [LAMP, '#ffe3a6', CORAL, '#f6a65f', '#cfe6c8']
  const lights = times(34, (index) => {
    const x = 30 + index * 47 + random(-20, 20)
    const size = random() ** 2 * 64 + 12
    const y = 380 - random(0, 90) - size * 0.6
    const colour = colours[Math.floor(random(0, colours.length))] ?? LAMP
    const length = random(140, 440)
    const streaks = times(9, (part) => {
      const wide = size * (0.55 + random(0, 0.7)) * (1 - part / 14)
      return `<rect x="${(x - wide / 2 + random(-7, 7)).toFixed(0)}" y="${(424 + (part * length) / 9).toFixed(0)}" width="${wide.toFixed(0)}" height="${(length / 15).toFixed(0)}" rx="8" fill="${colour}" fill-opacity="${(0.5 - part * 0.048).toFixed(2)}"/>`
    })
    return `${streaks}<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${size.toFixed(0)}" fill="${colour}" fill-opacity="${random(0.25, 0.6).toFixed(2)}"/><circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${(size * 0.92).toFixed(0)}" fill="none" stroke="${colour}" stroke-opacity="0.5" stroke-width="2"/>`
  })
  return {
    ...WIDE,
    shapes: `<defs>${gradient('dark', [
      [0, '#0a2026'],
      [0.46, '#1d4a4d'],
      [0.47, '#10323a'],
      [1, '#06161b'],
    ])}</defs>${sheet(WIDE, 'url(#dark)')}${ground(skyline(1600, { y: 424, height: 120, seed: 9 }), 424, '#0b2227')}${lights}`,
  }
}

/** The window she records at. */
export function kitchen(): Drawing {
  const random = chance(52)
  const drops = times(120, () => {
    const [x, y] = [random(440, 1500), random(60, 620)]
    return `<path d="M${x.toFixed(0)} ${y.toFixed(0)} v${random(8, 60).toFixed(0)}" stroke="#e8f1e6" stroke-opacity="${random(0.15, 0.5).toFixed(2)}" stroke-width="${random(2, 4).toFixed(1)}" stroke-linecap="round"/>`
  })
  const city = times(26, () => {
    const size = random(10, 34)
    return `<circle cx="${random(450, 1490).toFixed(0)}" cy="${random(330, 600).toFixed(0)}" r="${size.toFixed(0)}" fill="${random() > 0.3 ? LAMP : CORAL}" fill-opacity="${random(0.18, 0.5).toFixed(2)}"/>`
  })
  return {
    ...WIDE,
    shapes: `<defs>${gradient('pane', [
      [0, '#2b5a5c'],
      [1, '#7fa79a'],
    ])}${gradient('wall', [
      [0, '#e9c99b'],
      [1, '#d9a877'],
    ])}</defs>${sheet(WIDE, 'url(#wall)')}
      <rect x="410" y="30" width="1120" height="630" rx="8" fill="#f4ead2"/><rect x="440" y="60" width="1060" height="570" fill="url(#pane)"/>
      ${ground(
        skyline(1060, { y: 630, height: 190, seed: 4 }).map(([x, y]) => [x + 440, y] as const),
        630,
        '#1d4549',
      )}${city}${drops}
      <rect x="958" y="60" width="24" height="570" fill="#f4ead2"/><rect x="440" y="300" width="1060" height="18" fill="#f4ead2"/>
      <rect y="660" width="1600" height="40" fill="#f7eeda"/><rect y="700" width="1600" height="200" fill="#8a5235"/><rect y="700" width="1600" height="26" fill="#000" fill-opacity="0.16"/>
      <g fill="${CORAL}"><path d="M1190 660 C1150 560 1180 500 1270 496 C1360 500 1390 560 1350 660Z"/><path d="M1350 580 C1410 570 1420 530 1436 512 L1456 528 C1430 590 1400 620 1352 628Z"/></g>
      <path d="M1200 520 C1200 400 1340 400 1340 520" fill="none" stroke="${NIGHT}" stroke-width="16"/><rect x="1246" y="476" width="48" height="24" rx="8" fill="${NIGHT}"/>
      <path d="M1214 560 C1206 590 1208 620 1218 646" stroke="#fff" stroke-opacity="0.4" stroke-width="12" fill="none" stroke-linecap="round"/>
      <g><path d="M300 900 V470" stroke="${NIGHT}" stroke-width="14"/><path d="M300 480 L520 330" stroke="${NIGHT}" stroke-width="12"/>
        <g transform="translate(560 300) rotate(-34)"><rect x="-70" y="-58" width="150" height="116" rx="58" fill="#c9d3cb"/><rect x="-70" y="-58" width="150" height="116" rx="58" fill="none" stroke="${NIGHT}" stroke-width="8"/>
        ${times(6, (row) => `<path d="M${-48 + row * 20} -52 v104" stroke="${NIGHT}" stroke-opacity="0.45" stroke-width="5"/>`)}<rect x="-122" y="-34" width="62" height="68" rx="12" fill="${NIGHT}"/></g></g>
      <path d="M60 0 C40 240 90 480 30 900 H0 V0Z M220 0 C240 260 170 520 210 900 H90 C120 560 80 280 110 0Z" fill="${TEAL}"/><path d="M150 0 C170 260 130 520 160 900" stroke="#000" stroke-opacity="0.16" stroke-width="10" fill="none"/>`,
  }
}

/** Asha: for a circle of 48 pixels as well as for one of 128. */
export function singer(): Drawing {
  return {
    width: 512,
    height: 512,
    shapes: `<defs>${gradient('back', [
      [0, '#2f6b68'],
      [1, '#153f43'],
    ])}</defs><rect width="512" height="512" fill="url(#back)"/><circle cx="300" cy="196" r="150" fill="${LAMP}"/>
      <path d="M166 250 C146 110 250 66 310 92 C392 100 402 196 376 262 C366 320 396 372 424 420 L120 436 C160 380 176 320 166 250Z" fill="#1c1416"/>
      <circle cx="318" cy="92" r="58" fill="#1c1416"/>
      <path d="M226 322 h78 v86 c0 46 -78 46 -78 0Z" fill="#8f573d"/>
      <path d="M190 232 C186 150 332 140 338 232 C342 300 312 356 264 358 C216 356 192 300 190 232Z" fill="#b57350"/>
      <path d="M186 248 C190 160 250 130 296 140 C330 150 344 190 342 238 C320 220 300 196 288 168 C262 206 226 226 186 248Z" fill="#1c1416"/>
      <path d="M216 268 q14 10 28 0 M286 268 q14 10 28 0" stroke="#3a2018" stroke-width="6" fill="none" stroke-linecap="round"/>
      <path d="M266 276 q-6 22 4 28" stroke="#8f573d" stroke-width="5" fill="none" stroke-linecap="round"/>
      <path d="M244 322 q22 16 44 -2" stroke="#7a2f25" stroke-width="8" fill="none" stroke-linecap="round"/><circle cx="264" cy="236" r="6" fill="${CORAL}"/>
      <circle cx="190" cy="306" r="13" fill="${LAMP}"/><circle cx="342" cy="306" r="13" fill="${LAMP}"/>
      <path d="M52 512 C70 420 168 396 224 388 C240 424 292 424 306 388 C366 396 446 424 462 512Z" fill="${CORAL}"/>
      <path d="M150 402 C250 470 330 440 462 512 H52 C66 446 104 418 150 402Z" fill="#b9552f" fill-opacity="0.55"/>`,
  }
}
