const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const DECODED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00A0',
  '&lrm;': '\u200E',
  '&rlm;': '\u200F',
}
/** `00:01:02.500` or `01:02.500`. */
const TIMING =
  /^((?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t](.*))?$/
/** A cue's position; anything else a file says about its looks is dropped. */
const SETTING =
  /^(?:line:-?\d{1,4}(?:\.\d+)?%?|position:\d{1,3}(?:\.\d+)?%|size:\d{1,3}(?:\.\d+)?%|align:(?:start|center|end|left|right))$/
/** Bold, italics, underlined: all that a cue's text may have. */
const MARK = /^<\/?[biu]>$/
const CUES_MAX = 20_000
/** Five for each cue: its number, its time, two of text, and a blank one. */
const LINES_MAX = 5 * CUES_MAX

/**
 * Reads WebVTT and rewrites it, so that only times, positions and text with bold, italics and underlines survive. null
 * when it isn't WebVTT, or holds no cue, or more than 20,000 of them or 100,000 lines.
 */
export function rewriteCaptions(text: string): string | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .split(/\r\n|\r|\n/)
  if (lines.length > LINES_MAX || !/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return null
  const cues: string[] = []
  let at = 1
  while (at < lines.length) {
    const timing = TIMING.exec(lines[at] ?? '')
    at += 1
    if (!timing) continue
    const [, start = '', end = '', settings = ''] = timing
    const body: string[] = []
    while (at < lines.length && lines[at] !== '') {
      // Without the empty line between them, the next cue begins here.
      if (lines[at]?.includes('-->')) break
      body.push(cleanCue(lines[at] ?? ''))
      at += 1
    }
    if (millisecondsOf(end) <= millisecondsOf(start) || body.length === 0) continue
    const kept = settings.split(/[ \t]+/).filter((setting) => SETTING.test(setting))
    cues.push([`${start} --> ${end}${kept.map((setting) => ` ${setting}`).join('')}`, ...body].join('\n'))
    if (cues.length > CUES_MAX) return null
  }
  return cues.length === 0 ? null : `WEBVTT\n\n${cues.join('\n\n')}\n`
}

function millisecondsOf(time: string): number {
  return time.split(':').reduce((total, part) => total * 60 + Number(part) * 1000, 0)
}

/** Escapes everything, then lets the three plain marks back in. */
function cleanCue(line: string): string {
  return (
    line
      // A tag holds no `<`: a text that only looks like the start of many tags is read once.
      .replace(/<[^<>]*>/g, (tag) => (MARK.test(tag) ? tag : ''))
      .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => DECODED[entity] ?? '')
      .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')
      .replace(/&lt;(\/?[biu])&gt;/g, '<$1>')
  )
}
