/*
 * Whether a function's time grows with its text. Times are compared with each other, on this processor and in this
 * process, so that a slow or busy machine changes little: a text that is 64 times as long takes a linear function 64
 * times as long, and a quadratic one 4096 times.
 */

const TIMES_AS_LONG = 64
/** Between the two, for what garbage, caches and other programs add. */
const GROWTH_MAX = 1024
/** Characters of the shorter text; the longer one is then as long as what is bounded at two thousand or so, or as a post. */
const BOUNDED = 30
const WHOLE = 500
/** The least of several counts; what still seems to grow too fast is measured again. */
const CALLS = 2
const TRIES = 4
/** The clock runs while other programs do; a processor's own time goes by in steps. */
const PROCESSOR_STEP_MS = 4
/** Less than this is the clock's noise. */
const LEAST_MS = 0.001

/** Pieces that texts are made of by repeating them. */
const PIECES = [
  ...Array.from('a<>&;"\'`()[]{}.,:;!?*_~=+-@#%/\\|^$0 \t\n'),
  '\u00A0',
  '\u200B',
  '\u0301',
  'é',
  '\uFDFA',
  '\uD800',
  '👩‍👩‍👧',
  'a ',
  'a.',
  ' .',
  '.com ',
  'www.',
  'https://a.example/ ',
  'https://a.example/)',
  '<a',
  '<a>',
  '<p>',
  '</p>',
  '<b></b>',
  '<p>a</p>',
  '<br>',
  '<!--',
  '&amp;',
  '&lt;',
  '&#1;',
  '<@',
  '<@00000000-0000-0000-0000-000000000000>',
  '<figure data-media="',
  '<figure data-media="0">',
  '<figure data-poll="',
  '</figure>',
  '<figcaption>',
  '">',
  '",',
  '""',
  '\r\n',
  'a\n\n',
  '00:00:01.000 --> 00:00:02.000\n',
  '12:34 a\n',
  '%41',
  'Aa1',
]
/** What stands around them. */
const FRAMES = [
  ['', ''],
  ['', 'x'],
  ['https://a.example/', ''],
  ['https://a.example/(', ' x'],
  ['<a href="', 'x'],
] as const

type Work = (text: string) => unknown

/** A text that makes a function's time grow too fast, as it begins; null: there is none. */
export function findGrowth(work: Work): string | null {
  // Code that hasn't run yet is slow.
  for (const piece of PIECES) for (let call = 0; call < CALLS; call += 1) work(piece.repeat(WHOLE))
  for (const piece of PIECES)
    for (const [before, after] of FRAMES)
      for (const length of before === '' ? [BOUNDED, WHOLE] : [BOUNDED]) {
        const textOf = (characters: number) =>
          before + piece.repeat(Math.ceil(characters / piece.length)) + after
        if (growsTooFast(work, textOf(length), textOf(length * TIMES_AS_LONG)))
          return `${before}${piece.repeat(3)}… ${after} of ${length * TIMES_AS_LONG} characters`
      }
  return null
}

function growsTooFast(work: Work, short: string, long: string): boolean {
  for (let tries = 0; tries < TRIES; tries += 1)
    if (leastMs(work, long) <= GROWTH_MAX * leastMs(work, short)) return false
  return true
}

function leastMs(work: Work, text: string): number {
  return Math.max(LEAST_MS, Math.min(...Array.from({ length: CALLS }, () => callMs(work, text))))
}

/** What a call takes, without what other programs take meanwhile. */
function callMs(work: Work, text: string): number {
  const usedBefore = process.threadCpuUsage()
  const before = performance.now()
  work(text)
  const ms = performance.now() - before
  if (ms < PROCESSOR_STEP_MS) return ms
  const { user, system } = process.threadCpuUsage(usedBefore)
  return Math.min(ms, Math.max(PROCESSOR_STEP_MS, (user + system) / 1000))
}
