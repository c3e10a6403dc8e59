import sharp from 'sharp'

/** What a page's banner and portrait show. Drawn here, so that they are ours. */
export type Scene = 'monsoon' | 'kiln' | 'walk'

const [BANNER_WIDTH, BANNER_HEIGHT] = [2240, 560]
const PORTRAIT_SIZE = 512

const BANNERS: Readonly<Record<Scene, () => string>> = { monsoon, kiln, walk }
const PORTRAITS: Readonly<Record<Scene, () => string>> = { monsoon: singer, kiln: pot, walk: summit }

/** `scale` 1 is the greatest width at which banners are shown. */
export function drawBanner(scene: Scene, scale = 1): Promise<Buffer> {
  return draw(BANNERS[scene](), BANNER_WIDTH, BANNER_HEIGHT, scale)
}

/** A part of the scene as a picture in a post, twice as large as in the banner. */
export async function drawPicture(scene: Scene, leftPx: number): Promise<Buffer> {
  const whole = await drawBanner(scene, 2)
  const height = BANNER_HEIGHT * 2
  return sharp(whole)
    .extract({ left: leftPx, top: 0, width: height * 1.5, height })
    .png()
    .toBuffer()
}

/** Plain enough to tell pages apart at 48 pixels. */
export function drawPortrait(scene: Scene): Promise<Buffer> {
  return draw(PORTRAITS[scene](), PORTRAIT_SIZE, PORTRAIT_SIZE)
}

function draw(shapes: string, width: number, height: number, scale = 1): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

function sky(top: string, bottom: string): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/>
    <stop offset="1" stop-color="${bottom}"/></linearGradient></defs>
    <rect width="${BANNER_WIDTH}" height="${BANNER_HEIGHT}" fill="url(#sky)"/>`
}

/** A harbour while it rains: clouds, lamps, waves. */
function monsoon(): string {
  const rain = Array.from({ length: 150 }, (_, drop) => {
    const x = (drop * 379) % BANNER_WIDTH
    const y = (drop * 167) % 430
    return `<path d="M${x} ${y} l-14 46" stroke="#cfe6df" stroke-opacity="${0.18 + (drop % 4) * 0.08}" stroke-width="3" stroke-linecap="round"/>`
  }).join('')
  const houses = Array.from({ length: 17 }, (_, house) => {
    const x = 620 + house * 98
    const height = 60 + ((house * 53) % 90)
    const lamp = `<rect x="${x + 30}" y="${388 - height + 24}" width="18" height="24" rx="3" fill="#ffd98a" fill-opacity="${house % 3 === 0 ? 0.95 : 0.35}"/>`
    return `<path d="M${x} 392 v-${height} l43 -26 l43 26 v${height} z" fill="#17403b"/>${lamp}`
  }).join('')
  const waves = [0, 1, 2, 3].map((wave) => {
    const y = 392 + wave * 44
    const crests = Array.from({ length: 15 }, () => 'q 40 -16 80 0 t 80 0').join(' ')
    return `<path d="M-${wave * 37} ${y} ${crests} V560 H-200 Z" fill="${['#2c6b62', '#23594f', '#1a463f', '#12352f'][wave]}"/>`
  })
  return `${sky('#4c7f83', '#d9cfae')}<circle cx="1690" cy="210" r="240" fill="#f6dfa4" fill-opacity="0.25"/>
    <circle cx="1690" cy="210" r="84" fill="#fbeac0"/>
    <path d="M0 150 q120 -90 260 -20 q110 -80 240 10 q150 -40 190 60 H0 Z" fill="#3b6a70" fill-opacity="0.55"/>
    <path d="M1230 96 q110 -76 230 -10 q120 -62 200 26 q110 -10 130 60 H1210 Z" fill="#3b6a70" fill-opacity="0.4"/>
    ${houses}${waves.join('')}${rain}`
}

/** A wall of shelves with pots on them. */
function kiln(): string {
  const glazes = ['#b5633c', '#e9ddc7', '#3f6f7c', '#8a5a3b', '#d9a441', '#5b7a5e', '#f0e7d6', '#7c3f2c']
  const shapes = [
    'M-46 0 C -70 -60, -52 -108, -24 -118 V-140 H24 V-118 C 52 -108, 70 -60, 46 0 Z',
    'M-64 0 C -84 -40, -80 -74, -72 -92 H72 C 80 -74, 84 -40, 64 0 Z',
    'M-34 0 C -44 -70, -30 -120, -18 -172 H18 C 30 -120, 44 -70, 34 0 Z',
    'M-52 0 C -60 -30, -96 -52, -92 -74 H92 C 96 -52, 60 -30, 52 0 Z',
    'M-50 0 V-96 C -50 -108, 50 -108, 50 -96 V0 Z',
  ]
  const shelf = (y: number, offset: number) =>
    `${Array.from({ length: 13 }, (_, place) => {
      const at = place + offset
      const x = 70 + place * 178 + ((at * 31) % 44)
      return `<g transform="translate(${x} ${y})"><ellipse cx="6" cy="2" rx="66" ry="7" fill="#000" fill-opacity="0.14"/>
        <path d="${shapes[at % shapes.length]}" fill="${glazes[(at * 3) % glazes.length]}"/>
        <path d="${shapes[at % shapes.length]}" fill="#fff" fill-opacity="0.1" transform="translate(-8 0) scale(0.5 0.98)"/></g>`
    }).join('')}<rect y="${y}" width="${BANNER_WIDTH}" height="16" fill="#7a5537"/>
    <rect y="${y + 16}" width="${BANNER_WIDTH}" height="12" fill="#000" fill-opacity="0.1"/>`
  return `${sky('#efe0c4', '#dcc39b')}<path d="M1500 0 L2240 0 L2240 560 L1120 560 Z" fill="#fff6df" fill-opacity="0.35"/>
    ${shelf(238, 0)}${shelf(506, 6)}`
}

/** Mountains at dusk, and a winding path. */
function walk(): string {
  const ridge = (y: number, rough: number, colour: string, seed: number) => {
    const peaks = Array.from({ length: 15 }, (_, peak) => {
      const height = ((peak * seed * 37) % rough) + rough / 3
      return `L${peak * 160} ${y - height} L${peak * 160 + 80} ${y - height / 4}`
    }).join(' ')
    return `<path d="M0 560 V${y} ${peaks} V560 Z" fill="${colour}"/>`
  }
  return `${sky('#4a3d78', '#f3b98a')}<circle cx="720" cy="300" r="210" fill="#ffd9a0" fill-opacity="0.35"/>
    <circle cx="720" cy="300" r="96" fill="#ffe3b3"/>
    ${ridge(360, 190, '#7d659d', 3)}${ridge(420, 130, '#5d4b86', 5)}${ridge(480, 80, '#43376b', 7)}
    <path d="M0 500 Q 560 420 1120 486 T 2240 470 V560 H0 Z" fill="#2c2550"/>
    <path d="M1340 560 C 1480 520, 1240 506, 1390 488 C 1470 478, 1410 468, 1450 462 L1474 464 C 1440 476, 1530 480, 1470 496 C 1390 516, 1640 530, 1500 560 Z" fill="#e9c9a4" fill-opacity="0.8"/>
    <g fill="#171233"><circle cx="1452" cy="430" r="9"/><path d="M1442 470 l6 -30 h10 l8 30 h-7 l-6 -18 l-5 18 z"/><path d="M1440 442 h8 v18 h-8 z"/></g>`
}

function singer(): string {
  return `<rect width="512" height="512" fill="#cfe3d6"/><circle cx="256" cy="250" r="190" fill="#f4d98f"/>
    <path d="M140 250 C 130 110, 382 110, 372 250 C 380 330, 372 400, 396 450 H116 C 140 400, 132 330, 140 250 Z" fill="#2b1d1a"/>
    <path d="M226 310 h60 v74 c0 40 -60 40 -60 0 z" fill="#a8694a"/>
    <ellipse cx="256" cy="250" rx="84" ry="98" fill="#b97a57"/>
    <path d="M166 232 C 190 150, 300 140, 346 232 C 300 206, 262 190, 240 170 C 226 200, 196 220, 166 232 Z" fill="#2b1d1a"/>
    <path d="M60 512 C 80 412, 180 386, 226 374 C 236 410, 276 410, 286 374 C 332 386, 432 412, 452 512 Z" fill="#17594a"/>
    <circle cx="172" cy="300" r="10" fill="#e8b84a"/><circle cx="340" cy="300" r="10" fill="#e8b84a"/>
    <path d="M228 292 q28 22 56 0" stroke="#7a3e2c" stroke-width="7" fill="none" stroke-linecap="round"/>
    <path d="M212 244 q12 -10 24 0 M276 244 q12 -10 24 0" stroke="#2b1d1a" stroke-width="7" fill="none" stroke-linecap="round"/>`
}

function pot(): string {
  return `<rect width="512" height="512" fill="#ecd9b8"/><rect y="404" width="512" height="108" fill="#8a6242"/>
    <ellipse cx="266" cy="410" rx="150" ry="16" fill="#000" fill-opacity="0.18"/>
    <path d="M170 404 C 100 300, 140 190, 208 164 V118 H304 V164 C 372 190, 412 300, 342 404 Z" fill="#3f6f7c"/>
    <path d="M128 286 C 132 218, 166 180, 208 164 V118 H304 V164 C 346 180, 380 218, 384 286 C 340 262, 320 316, 280 290 C 240 262, 214 330, 176 296 C 156 280, 140 300, 128 286 Z" fill="#e9ddc7"/>
    <path d="M188 220 C 176 250, 170 300, 184 350" stroke="#fff" stroke-opacity="0.5" stroke-width="14" fill="none" stroke-linecap="round"/>`
}

function summit(): string {
  return `<rect width="512" height="512" fill="#5a4a8c"/><circle cx="340" cy="170" r="84" fill="#ffd9a0"/>
    <path d="M-20 430 L180 170 L270 290 L330 220 L540 460 V512 H-20 Z" fill="#352b60"/>
    <path d="M180 170 L226 232 L200 250 L176 232 L150 254 L130 236 Z" fill="#f6ead9"/>
    <path d="M150 512 C 250 460, 150 420, 262 396 C 310 384, 280 366, 300 352 L318 360 C 300 384, 360 396, 290 424 C 220 452, 330 470, 270 512 Z" fill="#e9c9a4"/>`
}
