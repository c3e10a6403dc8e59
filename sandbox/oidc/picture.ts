import sharp from 'sharp'

import { type Person, subjectOf } from './people.ts'

/** A square portrait of 96 px: the first letter on a tint derived from the subject. */
export async function drawPicture(person: Person): Promise<Buffer> {
  const hue = Number(BigInt(subjectOf(person.email)) % 11n) * 33
  const initial = Array.from(person.name)[0]?.toUpperCase() ?? ''
  const letter = /^[\p{L}\p{N}]$/u.test(initial) ? initial : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96">
    <rect width="96" height="96" fill="hsl(${hue} 35% 36%)"/>
    <text x="48" y="64" font-family="sans-serif" font-size="46" fill="#fff" text-anchor="middle">${letter}</text>
  </svg>`
  return await sharp(Buffer.from(svg)).png().toBuffer()
}
