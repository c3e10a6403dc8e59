import sharp from 'sharp'

/** Hills at some hour of the day, as a picture that could be a photograph's little sister. Drawn, so that it is ours. */
export function drawBanner(hue: number): Promise<Buffer> {
  const layers = [0, 1, 2, 3, 4].map((layer) => {
    const y = 230 + layer * 72
    const lift = 60 - layer * 8
    const shift = (layer * 331) % 500
    const light = 74 - layer * 13
    return `<path fill="hsl(${hue + layer * 4} ${18 + layer * 5}% ${light}%)" d="M0 ${y}
      C ${300 + shift} ${y - lift * 2}, ${520 + shift} ${y + lift}, ${980 + shift / 2} ${y - lift / 2}
      S 1700 ${y - lift * 1.6}, 2240 ${y + lift / 3} V560 H0 Z"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2240" height="560" viewBox="0 0 2240 560">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="hsl(${hue + 20} 34% 84%)"/><stop offset="0.6" stop-color="hsl(42 70% 88%)"/>
      </linearGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="hsl(40 95% 88%)"/><stop offset="1" stop-color="hsl(40 95% 88% / 0)"/></radialGradient>
    </defs>
    <rect width="2240" height="560" fill="url(#sky)"/>
    <circle cx="1580" cy="210" r="330" fill="url(#glow)"/><circle cx="1580" cy="210" r="74" fill="hsl(38 92% 93%)"/>
    ${layers.join('')}
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** A round shape and its echo: enough to tell pages apart at 48 pixels. */
export function drawPortrait(hue: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
    <rect width="512" height="512" fill="hsl(${hue} 32% 32%)"/>
    <circle cx="330" cy="180" r="120" fill="hsl(40 80% 86%)"/>
    <path d="M-20 420 C 120 300, 240 330, 330 390 S 500 420, 560 330 V560 H-20 Z" fill="hsl(${hue} 30% 52%)"/>
    <path d="M-20 470 C 140 390, 260 440, 360 470 S 520 480, 560 440 V560 H-20 Z" fill="hsl(${hue + 8} 34% 22%)"/>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
