import { blueBowl, fire, jar, onePot, shelves, stillLife, tiles } from './drawing/clay.ts'
import { paint } from './drawing/hand.ts'
import { border, contours, cypresses, dusk, sketch, stamps, summit } from './drawing/road.ts'
import { ferryAtDawn, ferryAtDusk, ferryAtNight, ferryInRain, harbour } from './drawing/sea.ts'
import { kitchen, lamps, paperBoats, ripples, singer, staves } from './drawing/songs.ts'

/** Every picture of the story. Drawn here, so that they are ours. */
const PICTURES = {
  harbour,
  singer,
  ripples,
  paperBoats,
  staves,
  lamps,
  kitchen,
  ferryAtDawn,
  ferryInRain,
  ferryAtDusk,
  ferryAtNight,
  shelves,
  jar,
  blueBowl,
  tiles,
  stillLife,
  fire,
  moonJar: () => onePot('moon'),
  bottle: () => onePot('bottle'),
  cup: () => onePot('cup'),
  vase: () => onePot('vase'),
  dusk,
  summit,
  border,
  contours,
  cypresses,
  stamps,
  ferrySketch: () => sketch('ferry'),
  chapelSketch: () => sketch('chapel'),
  breadSketch: () => sketch('bread'),
  nightSketch: () => sketch('night'),
}

export type PictureName = keyof typeof PICTURES

/** `scale` 1 is as large as the picture is ever shown. */
export function drawPicture(name: PictureName, scale = 1): Promise<Buffer> {
  return paint(PICTURES[name](), scale)
}
