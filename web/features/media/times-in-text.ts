/*
 * Times at the beginning of a line, such as "2:03 How do you begin?", are ways into the video beside the text. They are
 * plain words to whoever reads it elsewhere, and need no script to be read.
 */

/** "Part 2, 1:02:03", as recordings in several parts have them, or "2:03". */
const TIME_AT_START = /^(?:Part (\d{1,2}), )?(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?=\s)/
/** More lines than that are no list of chapters. */
const LINES_MAX = 500
const WAY_CLASSES =
  'inline cursor-pointer text-start align-top text-brand underline decoration-brand/40 underline-offset-4 hover:decoration-brand'

export interface Moment {
  /** Which of the videos, from 1. */
  part: number
  second: number
}

/** The moment that a line begins with; null: none. */
export function momentOf(line: string): Moment | null {
  const [, part, hours, minutes, seconds] = TIME_AT_START.exec(line) ?? []
  if (minutes === undefined || seconds === undefined || Number(seconds) > 59) return null
  if (hours !== undefined && Number(minutes) > 59) return null
  const second = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
  return { part: Number(part ?? 1), second }
}

/** The moment that an address asks for, as `?t=123`, or `?t=123&part=2`; null: none. */
export function askedMoment(search: string): Moment | null {
  const asked = new URLSearchParams(search)
  const [second, part] = [asked.get('t') ?? '', asked.get('part') ?? '1']
  if (!/^\d{1,6}$/.test(second) || !/^\d{1,2}$/.test(part)) return null
  return { part: Number(part), second: Number(second) }
}

/** Makes ways of the times in the text around a video, and goes to the moment that the address asks for. */
export function followTimes(video: HTMLVideoElement): () => void {
  const article = video.closest('article')
  const videos = () => [...(article?.querySelectorAll('video') ?? [])]
  // The first one sees to all of them.
  if (!article || videos()[0] !== video) return () => undefined

  function go({ part, second }: Moment, isPlayed: boolean) {
    const found = videos()[part - 1]
    if (found) goTo(found, second, isPlayed)
  }

  const mark = () => markLines(article, (moment) => go(moment, true))
  mark()
  // The rest of a long text comes later.
  const observer = new MutationObserver(mark)
  observer.observe(article, { childList: true, subtree: true })
  const asked = article.querySelector('#post-title') ? askedMoment(window.location.search) : null
  // Who just pressed a way that led here wants to see it.
  if (asked) go(asked, navigator.userActivation.isActive)
  return () => observer.disconnect()
}

function goTo(video: HTMLVideoElement, second: number, isPlayed: boolean): void {
  const seek = () => {
    video.currentTime = second
  }
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) seek()
  else video.addEventListener('loadedmetadata', seek, { once: true })
  if (isPlayed) video.play().catch(() => undefined)
  video.scrollIntoView({ block: 'nearest' })
}

function markLines(article: Element, go: (moment: Moment) => void): void {
  for (const line of [...article.querySelectorAll('.prose :is(li, p)')].slice(0, LINES_MAX)) {
    const words = line.firstChild
    const moment = words instanceof Text ? momentOf(words.data) : null
    if (!words || !moment) continue
    const way = document.createElement('button')
    way.type = 'button'
    way.className = WAY_CLASSES
    words.before(way)
    way.append(words)
    way.addEventListener('click', () => go(moment))
  }
}
